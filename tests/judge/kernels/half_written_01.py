# puzzle: 1
# expect: wrong_answer
# says: never written
# why: stores the first half only
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, B0 // 2)
    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 10.0)
