# puzzle: 1
# expect: compile_error
# says: tl.arange
# line: 12
# why: tl.arrange does not exist
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arrange(0, B0)
    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 10.0)
