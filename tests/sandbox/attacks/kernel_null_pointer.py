# kernel
# verdicts: invalid_access rejected
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    i = tl.arange(0, B0)
    p = (i.to(tl.int64) - i.to(tl.int64)).to(tl.pointer_type(tl.float32))
    tl.store(z_ptr + i, tl.load(p) + 10.0)
