# kernel
# verdicts: invalid_access invalid_access
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    i = tl.arange(0, B0)
    tl.atomic_add(z_ptr - 100000 + i, tl.load(x_ptr + i))
