# puzzle: 1
# expect: compile_error
# says: 2 pointers
# line: 11
# why: one pointer only
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, B0)
    tl.store(x_ptr + offs, tl.load(x_ptr + offs) + 10.0)
