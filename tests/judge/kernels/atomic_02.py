# puzzle: 2
# expect: wrong_answer
# why: adds to an output that starts as poison
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.program_id(0) * B0 + tl.arange(0, B0)
    keep = offs < N0
    tl.atomic_add(z_ptr + offs, tl.load(x_ptr + offs, mask=keep, other=0.0) + 10.0, mask=keep)
