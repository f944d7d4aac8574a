# puzzle: 3
# expect: wrong_answer invalid_access
# says: Rows are stored 16 elements apart, but a row of z has 64
# why: the row stride of z is the length of y
import triton
import triton.language as tl


@triton.jit
def add_vec_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.arange(0, B0)[None, :]
    j = tl.arange(0, B1)[:, None]
    tl.store(z_ptr + j * N1 + i, tl.load(x_ptr + i) + tl.load(y_ptr + j))
