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
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    column = tl.program_id(1) * B1 + tl.arange(0, B1)
    part = tl.program_id(2)
    in_rows = row < N0
    in_columns = column < N1

    total = tl.zeros((B0, B1), dtype=tl.float32)
    # Turns are dealt out like cards: part 0 takes the first, part 1 the second, and after SPLIT of them it begins anew.
    for start in range(part * B_MID, MID, SPLIT * B_MID):
        step = start + tl.arange(0, B_MID)
        there = step < MID
        x = tl.load(x_ptr + row[:, None] * MID + step[None, :], mask=in_rows[:, None] & there[None, :], other=0.0)
        y = tl.load(y_ptr + step[:, None] * N1 + column[None, :], mask=there[:, None] & in_columns[None, :], other=0.0)
        # Full float32 on a GPU too, where the default would round the inputs to TF32.
        total += tl.dot(x, y, input_precision="ieee")

    # The other parts of this tile add to the same elements.
    tile = in_rows[:, None] & in_columns[None, :]
    tl.atomic_add(z_ptr + row[:, None] * N1 + column[None, :], total, mask=tile)
