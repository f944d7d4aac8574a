import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    # The block is as long as the vector, so every lane has an element and nothing needs a mask.
    i = tl.arange(0, B0)
    tl.store(z_ptr + i, tl.load(x_ptr + i) + 10.0)
