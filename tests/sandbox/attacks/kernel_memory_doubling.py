# kernel
# verdicts: memory_limit memory_limit
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    many = (1, 2)
    for _ in range(64):
        many = many + many
