# puzzle: 2
# expect: wrong_answer
# says: each of the 7 programs stores all of z
# why: right values, but every program does the whole vector
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    for start in range(0, N0, B0):
        offs = start + tl.arange(0, B0)
        keep = offs < N0
        tl.store(z_ptr + offs, tl.load(x_ptr + offs, mask=keep, other=0.0) + 10.0, mask=keep)
