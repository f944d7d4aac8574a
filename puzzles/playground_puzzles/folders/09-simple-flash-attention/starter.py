import triton
import triton.language as tl


@triton.jit
def flashatt_kernel(q_ptr, k_ptr, v_ptr, z_ptr, N0, T, B0: tl.constexpr, B1: tl.constexpr):
    block_id_i = tl.program_id(0)
    log2_e = 1.44269504
    # Your turn. One loop over keys and values is enough.

    return
