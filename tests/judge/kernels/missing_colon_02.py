# puzzle: 2
# expect: compile_error
# line: 12
# says: expected ':'
# why: the colon behind the parameters is missing; the comment before it has a character of four bytes: 🐢
import triton
import triton.language as tl


@triton.jit
# 🐢
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr)
    offs = tl.program_id(0) * B0 + tl.arange(0, B0)
