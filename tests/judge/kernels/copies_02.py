# puzzle: 2
# expect: wrong_answer
# says: It holds x unchanged
# why: nothing is added
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.program_id(0) * B0 + tl.arange(0, B0)
    keep = offs < N0
    tl.store(z_ptr + offs, tl.load(x_ptr + offs, mask=keep, other=0.0), mask=keep)
