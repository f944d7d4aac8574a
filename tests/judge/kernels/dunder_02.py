# puzzle: 2
# expect: rejected
# line: 11
# why: walks the object tree
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    print(().__class__.__mro__)
