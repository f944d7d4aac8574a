import triton
import triton.language as tl


@triton.jit
def mul_relu_block_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    j = tl.program_id(1) * B1 + tl.arange(0, B1)
    in_row = i < N0
    in_column = j < N1
    x = tl.load(x_ptr + i, mask=in_row, other=0.0)
    y = tl.load(y_ptr + j, mask=in_column, other=0.0)
    product = y[:, None] * x[None, :]
    tile = in_column[:, None] & in_row[None, :]
    tl.store(z_ptr + j[:, None] * N0 + i[None, :], tl.where(product > 0.0, product, 0.0), mask=tile)
