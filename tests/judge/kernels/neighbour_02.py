# puzzle: 2
# expect: wrong_answer
# why: reads what the program before it stored, which holds in one order only
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    pid = tl.program_id(0)
    offs = pid * B0 + tl.arange(0, B0)
    keep = offs < N0
    x = tl.load(x_ptr + offs, mask=keep, other=0.0)
    before = tl.load(z_ptr + offs - B0, mask=keep & (pid > 0), other=0.0)
    earlier = tl.load(x_ptr + offs - B0, mask=keep & (pid > 0), other=-10.0)
    tl.store(z_ptr + offs, x + 10.0 + (before - earlier - tl.where(pid > 0, 10.0, 10.0)), mask=keep)
