import triton
import triton.language as tl


@triton.jit
def mlp_kernel(
    x_ptr,
    u_ptr,
    w_ptr,
    z_ptr,
    N0,
    N1,
    H,
    D: tl.constexpr,
    B0: tl.constexpr,
    B1: tl.constexpr,
    B_MID: tl.constexpr,
):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    column = tl.program_id(1) * B1 + tl.arange(0, B1)
    depth = tl.arange(0, D)
    in_rows = row < N0
    in_columns = column < N1
    # Whole rows of x: they are needed in every turn, and loaded once.
    x = tl.load(x_ptr + row[:, None] * D + depth[None, :], mask=in_rows[:, None], other=0.0)

    total = tl.zeros((B0, B1), dtype=tl.float32)
    for start in range(0, H, B_MID):
        step = start + tl.arange(0, B_MID)
        there = step < H
        u = tl.load(u_ptr + depth[:, None] * H + step[None, :], mask=there[None, :], other=0.0)
        # Full float32 on a GPU too, where the default would round the inputs to TF32.
        hidden = tl.dot(x, u, input_precision="ieee")
        active = hidden * tl.sigmoid(hidden)
        w = tl.load(w_ptr + step[:, None] * N1 + column[None, :], mask=there[:, None] & in_columns[None, :], other=0.0)
        total += tl.dot(active, w, input_precision="ieee")

    tile = in_rows[:, None] & in_columns[None, :]
    tl.store(z_ptr + row[:, None] * N1 + column[None, :], total, mask=tile)
