# kernel
# verdicts: wrong_answer wrong_answer
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    n = N0
    for i in range(100):
        n = n << 60
    tl.store(z_ptr, n)
