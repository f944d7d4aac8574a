# puzzle: 1
# expect: compile_error
# says: power of two
# line: 12
# why: a range of 24 lanes
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, 24)
    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 10.0)
