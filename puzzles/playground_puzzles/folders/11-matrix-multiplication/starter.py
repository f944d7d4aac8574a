import triton
import triton.language as tl


@triton.jit
def dot_kernel(
    x_ptr,
    y_ptr,
    z_ptr,
    N0,
    N1,
    N2,
    MID,
    B0: tl.constexpr,
    B1: tl.constexpr,
    B2: tl.constexpr,
    B_MID: tl.constexpr,
):
    block_id_j = tl.program_id(0)
    block_id_k = tl.program_id(1)
    block_id_i = tl.program_id(2)
    z = tl.zeros((B2, B0, B1), dtype=tl.float32)
    # Your turn. Which pieces of x and y
    # does one turn of the loop need?

    return
