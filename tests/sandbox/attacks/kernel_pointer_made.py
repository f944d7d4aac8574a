# kernel
# verdicts: invalid_access invalid_access
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    i = tl.arange(0, B0).to(tl.int64)
    p = i.to(x_ptr.dtype)
    tl.store(z_ptr + tl.arange(0, B0), tl.load(p) + 10.0)
