# puzzle: 2
# expect: invalid_access
# why: far away from every tensor
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.program_id(0) * B0 + tl.arange(0, B0)
    x = tl.load(x_ptr + offs.to(tl.int64) * 1000000000)
    tl.store(z_ptr + offs, x + 10.0, mask=offs < N0)
