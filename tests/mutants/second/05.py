import triton
import triton.language as tl


@triton.jit
def mul_relu_block_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    j = (tl.program_id(1) * B1 + tl.arange(0, B1))[None, :]
    x = tl.load(x_ptr + i, mask=i < N0, other=0.0)
    y = tl.load(y_ptr + j, mask=j < N1, other=0.0)
    # A product is above 0 where both are above it, or both below. Of the two terms one is always 0.
    above = tl.maximum(x, 0.0) * tl.maximum(y, 0.0)
    below = tl.minimum(x, 0.0) * tl.minimum(y, 0.0)
    tl.store(z_ptr + j * N0 + i, above + below, mask=(i < N0) & (j < N1))
