# puzzle: 1
# expect: wrong_answer
# says: Nothing was stored to it ... tl.store to z_ptr
# why: loads and never stores
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, B0)
    x = tl.load(x_ptr + offs)
