# puzzle: 2
# expect: memory_limit
# why: a tuple that doubles for ever
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    many = (1, 2)
    for _ in range(64):
        many = many + many
    tl.store(z_ptr, many[0])
