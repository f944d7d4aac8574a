# puzzle: 2
# expect: wrong_answer
# says: never written ... Only the first block was written (B0 = 32) ... tl.program_id(0)
# why: every program does the first block
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, B0)
    keep = offs < N0
    tl.store(z_ptr + offs, tl.load(x_ptr + offs, mask=keep, other=0.0) + 10.0, mask=keep)
