import triton
import triton.language as tl


@triton.jit
def sum_of_products(a_ptr, b_ptr, g_ptr, row, N0, T, B0: tl.constexpr, B1: tl.constexpr):
    lanes = tl.zeros([B0, B1], dtype=tl.float32)
    for start in range(0, T, B1):
        column = start + tl.arange(0, B1)[None, :]
        piece = (row < N0) & (column < T)
        a = tl.load(a_ptr + row * T + column, mask=piece, other=0.0)
        b = tl.load(b_ptr + row * T + column, mask=piece, other=0.0)
        if g_ptr is not None:
            b *= tl.load(g_ptr + column, mask=column < T, other=0.0)
        lanes += a * b
    return tl.sum(lanes, axis=1)[:, None]


@triton.jit
def rms_norm_back_kernel(x_ptr, g_ptr, dz_ptr, dx_ptr, N0, T, B0: tl.constexpr, B1: tl.constexpr):
    row = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    # One pass for each sum: the row is loaded once more, and the code is said once.
    size = sum_of_products(x_ptr, x_ptr, None, row, N0, T, B0, B1) / T + 1e-5
    m = sum_of_products(x_ptr, dz_ptr, g_ptr, row, N0, T, B0, B1) / T
    for start in range(0, T, B1):
        column = start + tl.arange(0, B1)[None, :]
        piece = (row < N0) & (column < T)
        x = tl.load(x_ptr + row * T + column, mask=piece, other=0.0)
        dz = tl.load(dz_ptr + row * T + column, mask=piece, other=0.0)
        g = tl.load(g_ptr + column, mask=column < T, other=0.0)
        tl.store(dx_ptr + row * T + column, (g * dz - x * m / size) / tl.sqrt(size), mask=piece)
