# puzzle: 5
# expect: wrong_answer
# says: changes its input
# why: inputs and output set to zero agree with each other
import triton
import triton.language as tl


@triton.jit
def mul_relu_block_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = (tl.program_id(0) * B0 + tl.arange(0, B0))[None, :]
    j = (tl.program_id(1) * B1 + tl.arange(0, B1))[:, None]
    tl.store(x_ptr + i, 0.0, mask=i < N0)
    tl.store(y_ptr + j, 0.0, mask=j < N1)
    tl.store(z_ptr + j * N0 + i, 0.0, mask=(i < N0) & (j < N1))
