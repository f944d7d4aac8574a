# puzzle: 1
# expect: compile_error
# says: 16 lanes in one and 32
# line: 12
# why: blocks of 16 and 32 lanes are added
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, 16) + tl.arange(0, 32)
    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 10.0)
