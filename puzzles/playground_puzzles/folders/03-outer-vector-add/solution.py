import triton
import triton.language as tl


@triton.jit
def add_vec_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.arange(0, B0)
    j = tl.arange(0, B1)
    row = tl.load(x_ptr + i)[None, :]
    column = tl.load(y_ptr + j)[:, None]
    # Rows of z lie N0 elements apart.
    tl.store(z_ptr + j[:, None] * N0 + i[None, :], row + column)
