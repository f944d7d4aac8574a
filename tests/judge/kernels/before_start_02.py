# puzzle: 2
# expect: invalid_access
# says: before the start of x
# why: starts one element too early
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.program_id(0) * B0 + tl.arange(0, B0) - 1
    x = tl.load(x_ptr + offs, mask=offs < N0, other=0.0)
    tl.store(z_ptr + offs, x + 10.0, mask=(offs >= 0) & (offs < N0))
