# puzzle: 7
# expect: wrong_answer invalid_access
# why: the length is written in, no loop
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    col = tl.arange(0, 256)
    keep = (row[:, None] < N0) & (col[None, :] < 200)
    x = tl.load(x_ptr + row[:, None] * 200 + col[None, :], mask=keep, other=0.0)
    tl.store(z_ptr + row, tl.sum(x, 1), mask=row < N0)
