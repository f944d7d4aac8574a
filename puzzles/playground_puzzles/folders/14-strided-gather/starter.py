import triton
import triton.language as tl


@triton.jit
def gather_kernel(x_ptr, index_ptr, z_ptr, N0, N1, STEP, B0: tl.constexpr, B1: tl.constexpr):
    block_id_i = tl.program_id(0)
    block_id_j = tl.program_id(1)
    # Your turn. Load the indices first:
    # which rows of x do they name, and which name none?

    return
