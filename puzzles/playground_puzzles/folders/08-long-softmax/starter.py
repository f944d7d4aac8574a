import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    block_id_i = tl.program_id(0)
    log2_e = 1.44269504
    # Your turn. What are the greatest element and the sum
    # of each row? N1 has no meaning here.

    return
