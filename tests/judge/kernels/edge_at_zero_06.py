# puzzle: 6
# expect: wrong_answer
# says: It differs only where 0 is expected
# why: the gradient of relu at 0 is 0: >= for >
import triton
import triton.language as tl


@triton.jit
def mul_relu_block_back_kernel(
    x_ptr, y_ptr, dz_ptr, dx_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr
):
    i = (tl.program_id(0) * B0 + tl.arange(0, B0))[None, :]
    j = (tl.program_id(1) * B1 + tl.arange(0, B1))[:, None]
    keep = (i < N0) & (j < N1)
    x = tl.load(x_ptr + j * N0 + i, mask=keep, other=0.0)
    y = tl.load(y_ptr + j, mask=j < N1, other=0.0)
    dz = tl.load(dz_ptr + j * N0 + i, mask=keep, other=0.0)
    tl.store(dx_ptr + j * N0 + i, tl.where(x * y >= 0, y * dz, 0.0), mask=keep)
