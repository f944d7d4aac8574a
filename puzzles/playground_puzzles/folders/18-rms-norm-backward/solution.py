import triton
import triton.language as tl

EPS = tl.constexpr(1e-5)


@triton.jit
def rms_norm_back_kernel(x_ptr, g_ptr, dz_ptr, dx_ptr, N0, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    exists = row < N0

    # Both sums of a row in one loop.
    squares = tl.zeros([B0], dtype=tl.float32)
    products = tl.zeros([B0], dtype=tl.float32)
    for start in range(0, T, B1):
        column = start + tl.arange(0, B1)
        piece = exists[:, None] & (column < T)[None, :]
        at = row[:, None] * T + column[None, :]
        x = tl.load(x_ptr + at, mask=piece, other=0.0)
        dz = tl.load(dz_ptr + at, mask=piece, other=0.0)
        g = tl.load(g_ptr + column, mask=column < T, other=0.0)
        squares += tl.sum(x * x, axis=1)
        products += tl.sum(x * g[None, :] * dz, axis=1)
    scale = tl.rsqrt(squares / T + EPS)
    # How much of each x comes back through the size of its row.
    back = scale * scale * products / T

    for start in range(0, T, B1):
        column = start + tl.arange(0, B1)
        piece = exists[:, None] & (column < T)[None, :]
        at = row[:, None] * T + column[None, :]
        x = tl.load(x_ptr + at, mask=piece, other=0.0)
        dz = tl.load(dz_ptr + at, mask=piece, other=0.0)
        g = tl.load(g_ptr + column, mask=column < T, other=0.0)
        tl.store(dx_ptr + at, scale[:, None] * (g[None, :] * dz - x * back[:, None]), mask=piece)
