# puzzle: 3
# expect: wrong_answer
# says: Rows and columns are swapped
# why: rows and columns of z are swapped
import triton
import triton.language as tl


@triton.jit
def add_vec_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.arange(0, B0)[:, None]
    j = tl.arange(0, B1)[None, :]
    tl.store(z_ptr + i * N1 + j, tl.load(x_ptr + i) + tl.load(y_ptr + j))
