import triton
import triton.language as tl

FPINT = tl.constexpr(8)  # four-bit values in one int32
GROUP = tl.constexpr(8)  # weights that share a scale and a shift


@triton.jit
def quant_dot_kernel(
    scale_ptr,
    offset_ptr,
    weight_ptr,
    activation_ptr,
    z_ptr,
    N0,
    N1,
    MID,
    B0: tl.constexpr,
    B1: tl.constexpr,
    B_MID: tl.constexpr,
):
    block_id_j = tl.program_id(0)
    block_id_k = tl.program_id(1)
    z = tl.zeros((B0, B1), dtype=tl.float32)
    # Your turn. Which groups does one turn of the loop meet,
    # and what are their shifts?

    return
