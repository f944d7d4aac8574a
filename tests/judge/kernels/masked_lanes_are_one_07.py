# puzzle: 7
# expect: wrong_answer
# says: the 24 lanes past the end of T count as ones ... other=0.0
# why: lanes with no element add 1
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    total = tl.zeros([B0], dtype=tl.float32)
    for start in range(0, T, B1):
        col = start + tl.arange(0, B1)
        keep = (row[:, None] < N0) & (col[None, :] < T)
        x = tl.load(x_ptr + row[:, None] * T + col[None, :], mask=keep, other=1.0)
        total += tl.sum(x, 1)
    tl.store(z_ptr + row, total, mask=row < N0)
