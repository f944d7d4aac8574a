# puzzle: 2
# expect: time_limit
# says: processor time
# why: a loop without an end
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, B0)
    while N0 > 0:
        offs = offs + 0
