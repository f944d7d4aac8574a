# puzzle: 1
# expect: wrong_answer
# says: elements of z differ. Every element is too small by 1.
# why: adds 9
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, B0)
    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 9.0)
