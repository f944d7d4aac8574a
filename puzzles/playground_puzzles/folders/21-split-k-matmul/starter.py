import triton
import triton.language as tl


@triton.jit
def split_k_kernel(
    x_ptr,
    y_ptr,
    z_ptr,
    N0,
    N1,
    MID,
    SPLIT,
    B0: tl.constexpr,
    B1: tl.constexpr,
    B_MID: tl.constexpr,
):
    block_id_i = tl.program_id(0)
    block_id_j = tl.program_id(1)
    part = tl.program_id(2)
    total = tl.zeros((B0, B1), dtype=tl.float32)
    # Your turn. Which turns of the loop along MID are this part's,
    # and how do the parts come together?

    return
