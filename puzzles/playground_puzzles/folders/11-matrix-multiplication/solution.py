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
    # Every block has three dimensions: matrix, row, column. Each range stands where it belongs.
    row = (tl.program_id(0) * B0 + tl.arange(0, B0))[None, :, None]
    column = (tl.program_id(1) * B1 + tl.arange(0, B1))[None, None, :]
    matrix = (tl.program_id(2) * B2 + tl.arange(0, B2))[:, None, None]
    rows = (matrix < N2) & (row < N0)
    columns = (matrix < N2) & (column < N1)

    total = tl.zeros((B2, B0, B1), dtype=tl.float32)
    for start in range(0, MID, B_MID):
        step = start + tl.arange(0, B_MID)
        across = step[None, None, :]
        down = step[None, :, None]
        # Lanes past the end of MID hold 0 in both pieces and so add nothing.
        x = tl.load(x_ptr + (matrix * N0 + row) * MID + across, mask=rows & (across < MID), other=0.0)
        y = tl.load(y_ptr + (matrix * MID + down) * N1 + column, mask=columns & (down < MID), other=0.0)
        # Full float32 on a GPU too, where the default would round the inputs to TF32.
        total += tl.dot(x, y, input_precision="ieee")
    tl.store(z_ptr + (matrix * N0 + row) * N1 + column, total, mask=rows & (column < N1))
