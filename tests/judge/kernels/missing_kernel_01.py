# puzzle: 1
# expect: compile_error
# says: add_kernel
# why: the kernel has another name
import triton
import triton.language as tl


@triton.jit
def add_kernal(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, B0)
    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 10.0)
