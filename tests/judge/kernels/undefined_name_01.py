# puzzle: 1
# expect: compile_error rejected runtime_error
# says: offs
# line: 12
# why: a name that nobody defines
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 10.0)
