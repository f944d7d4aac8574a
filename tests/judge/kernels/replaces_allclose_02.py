# puzzle: 2
# expect: rejected
# line: 11
# why: tries to change the judge
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    torch.allclose = print
