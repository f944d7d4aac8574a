# kernel
# verdicts: memory_limit memory_limit
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    block = tl.zeros([1048576], dtype=tl.float64)
    many = (block,)
    for i in range(100000):
        many = many + (block + i,)
