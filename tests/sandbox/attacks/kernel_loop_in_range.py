# kernel wall=0.2
# verdicts: time_limit time_limit
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    total = 0
    for i in range(1 << 60):
        for j in range(1 << 60):
            total += j
