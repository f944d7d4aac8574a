import triton
import triton.language as tl


@triton.jit
def dropout_kernel(x_ptr, z_ptr, N0, SEED, PERCENT, B0: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    share = PERCENT / 100
    x = tl.load(x_ptr + i, mask=i < N0, other=0.0)
    # The number belongs to the element, not to the lane: whatever B0 is, it comes out the same.
    kept = tl.rand(SEED, i) >= share
    tl.store(z_ptr + i, tl.where(kept, x / (1 - share), 0.0), mask=i < N0)
