# puzzle: 2
# expect: wrong_answer
# says: what belongs to its neighbour on the right
# why: each lane loads the element after its own
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.program_id(0) * B0 + tl.arange(0, B0)
    keep = offs < N0
    x = tl.load(x_ptr + offs + 1, mask=offs + 1 < N0, other=0.0)
    tl.store(z_ptr + offs, x + 10.0, mask=keep)
