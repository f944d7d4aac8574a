# kernel
# verdicts: time_limit time_limit
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    total = 0
    while N0 > 0:
        total += 1
