import triton
import triton.language as tl


@triton.jit
def grouped_kernel(
    x_ptr,
    y_ptr,
    count_ptr,
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
    group = tl.program_id(0)
    block_id_i = tl.program_id(1)
    block_id_j = tl.program_id(2)
    # Your turn. Where do this group's rows begin and end?

    return
