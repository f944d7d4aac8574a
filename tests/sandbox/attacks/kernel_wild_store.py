# kernel
# verdicts: invalid_access invalid_access
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    i = tl.arange(0, B0)
    tl.store(z_ptr + i.to(tl.int64) * 123456789, tl.load(x_ptr + i) + 10.0)
