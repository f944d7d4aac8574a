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
    # The rows of the groups before this one, and this one's.
    earlier = tl.arange(0, B2)
    first = tl.sum(tl.load(count_ptr + earlier, mask=earlier < group, other=0), axis=0)
    end = first + tl.load(count_ptr + group)

    row = first + tl.program_id(1) * B0 + tl.arange(0, B0)
    column = tl.program_id(2) * B1 + tl.arange(0, B1)
    in_group = row < end
    in_columns = column < N1
    total = tl.zeros((B0, B1), dtype=tl.float32)
    for start in range(0, MID, B_MID):
        step = start + tl.arange(0, B_MID)
        there = step < MID
        x = tl.load(x_ptr + row[:, None] * MID + step[None, :], mask=in_group[:, None] & there[None, :], other=0.0)
        at = (group * MID + step)[:, None] * N1 + column[None, :]
        y = tl.load(y_ptr + at, mask=there[:, None] & in_columns[None, :], other=0.0)
        # Full float32 on a GPU too, where the default would round the inputs to TF32.
        total += tl.dot(x, y, input_precision="ieee")
    tile = in_group[:, None] & in_columns[None, :]
    tl.store(z_ptr + row[:, None] * N1 + column[None, :], total, mask=tile)
