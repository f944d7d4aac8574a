# puzzle: 8
# expect: wrong_answer
# why: a straight line near the answer
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    for start in range(0, T, B1):
        col = start + tl.arange(0, B1)
        keep = (row[:, None] < N0) & (col[None, :] < T)
        x = tl.load(x_ptr + row[:, None] * T + col[None, :], mask=keep, other=0.0)
        tl.store(z_ptr + row[:, None] * T + col[None, :], 0.005 + 0.005 * x, mask=keep)
