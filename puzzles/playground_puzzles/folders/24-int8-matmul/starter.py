import triton
import triton.language as tl


@triton.jit
def int8_dot_kernel(
    x_ptr,
    y_ptr,
    a_ptr,
    b_ptr,
    z_ptr,
    N0,
    N1,
    MID,
    B0: tl.constexpr,
    B1: tl.constexpr,
    B_MID: tl.constexpr,
):
    block_id_i = tl.program_id(0)
    block_id_j = tl.program_id(1)
    total = tl.zeros((B0, B1), dtype=tl.int32)
    # Your turn. In which type are the products added up,
    # and when do the scales come in?

    return
