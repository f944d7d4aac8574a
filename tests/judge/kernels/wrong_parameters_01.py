# puzzle: 1
# expect: compile_error
# says: n_elements
# line: 11
# why: asks for what is not passed
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, n_elements, B0: tl.constexpr):
    offs = tl.arange(0, B0)
    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 10.0)
