import triton
import triton.language as tl


@triton.jit
def mul_relu_block_back_kernel(x_ptr, y_ptr, dz_ptr, dx_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    j = (tl.program_id(1) * B1 + tl.arange(0, B1))[None, :]
    keep = (i < N0) & (j < N1)
    at = i + N0 * j
    y = tl.load(y_ptr + j, mask=j < N1, other=0.0)
    x = tl.load(x_ptr + at, mask=keep, other=0.0)
    # The relu is open where x and y have the same sign.
    same = ((x > 0.0) & (y > 0.0)) | ((x < 0.0) & (y < 0.0))
    dz = tl.load(dz_ptr + at, mask=keep & same, other=0.0)
    tl.store(dx_ptr + at, dz * y, mask=keep)
