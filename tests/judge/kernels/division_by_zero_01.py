# puzzle: 1
# expect: runtime_error
# says: ZeroDivisionError
# line: 12
# why: plain Python goes wrong
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    half = 1 // (B0 - B0)
    tl.store(z_ptr + tl.arange(0, B0), half)
