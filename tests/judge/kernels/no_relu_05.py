# puzzle: 5
# expect: wrong_answer
# says: It differs only where 0 is expected, and is negative there
# why: the relu is left out
import triton
import triton.language as tl


@triton.jit
def mul_relu_block_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = (tl.program_id(0) * B0 + tl.arange(0, B0))[None, :]
    j = (tl.program_id(1) * B1 + tl.arange(0, B1))[:, None]
    x = tl.load(x_ptr + i, mask=i < N0, other=0.0)
    y = tl.load(y_ptr + j, mask=j < N1, other=0.0)
    tl.store(z_ptr + j * N0 + i, x * y, mask=(i < N0) & (j < N1))
