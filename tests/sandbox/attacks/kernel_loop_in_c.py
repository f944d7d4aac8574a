# kernel wall=0.2
# verdicts: time_limit time_limit
# The loop is inside one call, which holds the interpreter's lock.
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    tl.store(z_ptr, sum(range(1 << 60)))
