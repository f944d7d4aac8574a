# puzzle: 2
# expect: rejected
# line: 11
# why: an import inside the kernel
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    import os
    os._exit(0)
