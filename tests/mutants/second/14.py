import triton
import triton.language as tl


@triton.jit
def gather_kernel(x_ptr, index_ptr, z_ptr, N0, N1, ROWS, STEP, B0: tl.constexpr, B1: tl.constexpr):
    i = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    j = (tl.program_id(1) * B1 + tl.arange(0, B1))[None, :]
    inside = (i < N0) & (j < N1)
    row = tl.load(index_ptr + i, mask=i < N0, other=0)
    # A row that is not there is row 0 for the load, and zeros afterwards.
    taken = tl.load(x_ptr + (tl.maximum(row, 0) * N1 + j) * STEP, mask=inside, other=0.0)
    tl.store(z_ptr + i * N1 + j, tl.where(row < 0, 0.0, taken), mask=inside)
