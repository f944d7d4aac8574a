import triton
import triton.language as tl


@triton.jit
def add_vec_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    # One row of the table after another.
    i = tl.arange(0, B0)
    x = tl.load(x_ptr + i)
    for j in range(N1):
        y = tl.load(y_ptr + j)
        tl.store(z_ptr + j * N0 + i, x + y)
