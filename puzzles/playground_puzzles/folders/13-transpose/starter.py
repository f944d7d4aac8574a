import triton
import triton.language as tl


@triton.jit
def transpose_kernel(x_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    block_id_i = tl.program_id(0)
    block_id_j = tl.program_id(1)
    # Your turn. One tile, two sets of addresses:
    # how long is a row of x, and how long a row of z?

    return
