# puzzle: 7
# expect: wrong_answer
# says: the first turn of the loop alone (T 0 to 31)
# why: there is no loop
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    col = tl.arange(0, B1)
    keep = (row[:, None] < N0) & (col[None, :] < T)
    x = tl.load(x_ptr + row[:, None] * T + col[None, :], mask=keep, other=0.0)
    tl.store(z_ptr + row, tl.sum(x, 1), mask=row < N0)
