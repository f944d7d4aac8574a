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
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    column = tl.program_id(1) * B1 + tl.arange(0, B1)
    in_rows = row < N0
    in_columns = column < N1

    # Products of 8-bit numbers have up to 15 bits, and sums of them more: 32 bits hold them all, exactly.
    total = tl.zeros((B0, B1), dtype=tl.int32)
    for start in range(0, MID, B_MID):
        step = start + tl.arange(0, B_MID)
        there = step < MID
        x = tl.load(x_ptr + row[:, None] * MID + step[None, :], mask=in_rows[:, None] & there[None, :], other=0)
        y = tl.load(y_ptr + step[:, None] * N1 + column[None, :], mask=there[:, None] & in_columns[None, :], other=0)
        total += tl.dot(x, y, out_dtype=tl.int32)

    # A scale is the same for a whole row or column, so it comes out of the sum.
    a = tl.load(a_ptr + row, mask=in_rows, other=0.0)
    b = tl.load(b_ptr + column, mask=in_columns, other=0.0)
    tile = in_rows[:, None] & in_columns[None, :]
    tl.store(z_ptr + row[:, None] * N1 + column[None, :], total.to(tl.float32) * a[:, None] * b[None, :], mask=tile)
