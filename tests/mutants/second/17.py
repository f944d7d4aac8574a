import triton
import triton.language as tl


@triton.jit
def rms_norm_kernel(x_ptr, g_ptr, z_ptr, N0, T, B0: tl.constexpr, B1: tl.constexpr):
    row = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    lane = tl.arange(0, B1)[None, :]
    # Each lane keeps a sum of its own; they come together after the loop.
    lanes = tl.zeros([B0, B1], dtype=tl.float32)
    for turn in range(tl.cdiv(T, B1)):
        column = turn * B1 + lane
        x = tl.load(x_ptr + row * T + column, mask=(row < N0) & (column < T), other=0.0)
        lanes += x * x
    root = tl.sqrt(tl.sum(lanes, axis=1)[:, None] / T + 1e-5)
    for turn in range(tl.cdiv(T, B1)):
        column = turn * B1 + lane
        piece = (row < N0) & (column < T)
        x = tl.load(x_ptr + row * T + column, mask=piece, other=0.0)
        g = tl.load(g_ptr + column, mask=column < T, other=0.0)
        tl.store(z_ptr + row * T + column, x * g / root, mask=piece)
