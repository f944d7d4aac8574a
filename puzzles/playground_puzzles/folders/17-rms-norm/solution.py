import triton
import triton.language as tl

EPS = tl.constexpr(1e-5)


@triton.jit
def rms_norm_kernel(x_ptr, g_ptr, z_ptr, N0, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    exists = row < N0

    squares = tl.zeros([B0], dtype=tl.float32)
    for start in range(0, T, B1):
        column = start + tl.arange(0, B1)
        piece = exists[:, None] & (column < T)[None, :]
        # Lanes with no element hold 0, and the square of 0 adds nothing.
        x = tl.load(x_ptr + row[:, None] * T + column[None, :], mask=piece, other=0.0)
        squares += tl.sum(x * x, axis=1)
    # The mean is over T elements, whatever the number of lanes was.
    scale = tl.rsqrt(squares / T + EPS)

    for start in range(0, T, B1):
        column = start + tl.arange(0, B1)
        piece = exists[:, None] & (column < T)[None, :]
        at = row[:, None] * T + column[None, :]
        x = tl.load(x_ptr + at, mask=piece, other=0.0)
        g = tl.load(g_ptr + column, mask=column < T, other=0.0)
        tl.store(z_ptr + at, x * scale[:, None] * g[None, :], mask=piece)
