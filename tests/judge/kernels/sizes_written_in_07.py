# puzzle: 7
# expect: wrong_answer invalid_access
# says: Only the first case passes
# why: length, number of rows and blocks are numbers
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([32], dtype=tl.float32)
    for start in range(0, 200, 32):
        col = start + tl.arange(0, 32)
        total += tl.load(x_ptr + row * 200 + col, mask=col < 200, other=0.0)
    tl.store(z_ptr + row, tl.sum(total))
