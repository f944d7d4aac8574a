# puzzle: 7
# expect: wrong_answer
# says: changes its input
# why: inputs and output set to zero agree with each other
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    for start in range(0, T, B1):
        col = start + tl.arange(0, B1)
        keep = (row[:, None] < N0) & (col[None, :] < T)
        tl.store(x_ptr + row[:, None] * T + col[None, :], 0.0, mask=keep)
    tl.store(z_ptr + row, 0.0, mask=row < N0)
