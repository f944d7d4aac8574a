# puzzle: 2
# expect: invalid_access
# says: stores 24 lanes past the end of z at line 13
# why: only the load is masked
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.program_id(0) * B0 + tl.arange(0, B0)
    x = tl.load(x_ptr + offs, mask=offs < N0, other=0.0)
    tl.store(z_ptr + offs, x + 10.0)
