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
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    column = tl.program_id(1) * B1 + tl.arange(0, B1)
    in_rows = row < N0
    in_columns = column < N1
    # The packed shifts of each row: one integer holds them all, so it is loaded once.
    shifts = tl.load(offset_ptr + row, mask=in_rows, other=0)
    lowest_bit = 4 * tl.arange(0, FPINT)

    total = tl.zeros((B0, B1), dtype=tl.float32)
    for start in range(0, MID, B_MID):
        # A group has as many weights as an integer holds, so h counts groups and packed integers alike.
        h = start // GROUP + tl.arange(0, B_MID // GROUP)
        groups = in_rows[:, None] & (h < MID // GROUP)[None, :]
        at = row[:, None] * (MID // GROUP) + h[None, :]
        # Groups past the end have the scale 0, and so their weights are 0.
        scale = tl.load(scale_ptr + at, mask=groups, other=0.0)
        packed = tl.load(weight_ptr + at, mask=groups, other=0)

        # Groups past the eighth would ask for bits that an integer does not have; their scale is 0 anyway.
        shift = (shifts[:, None] >> (4 * (h % FPINT))[None, :]) & 15
        weight = (packed[:, :, None] >> lowest_bit[None, None, :]) & 15
        left = tl.reshape(scale[:, :, None] * (weight - shift[:, :, None]), (B0, B_MID))

        step = start + tl.arange(0, B_MID)
        piece = (step < MID)[:, None] & in_columns[None, :]
        right = tl.load(activation_ptr + step[:, None] * N1 + column[None, :], mask=piece, other=0.0)
        # Full float32 on a GPU too, where the default would round the inputs to TF32.
        total += tl.dot(left, right, input_precision="ieee")
    tile = in_rows[:, None] & in_columns[None, :]
    tl.store(z_ptr + row[:, None] * N1 + column[None, :], total, mask=tile)
