# puzzle: 2
# expect: wrong_answer
# says: Elements 192 to 199 lie behind the last full block (B0 = 32), and were never written
# why: the program whose block hangs over the end stores nothing
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    pid = tl.program_id(0)
    offs = pid * B0 + tl.arange(0, B0)
    keep = (offs < N0) & (pid * B0 + B0 <= N0)
    tl.store(z_ptr + offs, tl.load(x_ptr + offs, mask=keep, other=0.0) + 10.0, mask=keep)
