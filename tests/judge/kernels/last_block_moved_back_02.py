# puzzle: 2
# expect: passed
# why: the last block is moved back where it would hang over: a few elements are stored twice, all the same
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    start = tl.maximum(tl.minimum(tl.program_id(0) * B0, N0 - B0), 0)
    offs = start + tl.arange(0, B0)
    keep = offs < N0
    tl.store(z_ptr + offs, tl.load(x_ptr + offs, mask=keep, other=0.0) + 10.0, mask=keep)
