import triton
import triton.language as tl


@triton.jit
def add_vec_block_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    # The tile as one long block: lane t is in its row t // B0 and column t % B0.
    t = tl.arange(0, B0 * B1)
    i = tl.program_id(0) * B0 + t % B0
    j = tl.program_id(1) * B1 + t // B0
    keep = (i < N0) & (j < N1)
    x = tl.load(x_ptr + i, mask=keep, other=0.0)
    y = tl.load(y_ptr + j, mask=keep, other=0.0)
    tl.store(z_ptr + j * N0 + i, x + y, mask=keep)
