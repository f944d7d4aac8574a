# puzzle: 1
# expect: compile_error
# says: compile time
# line: 12
# why: the block size is no constant
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0):
    offs = tl.arange(0, B0)
    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 10.0)
