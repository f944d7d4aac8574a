import triton
import triton.language as tl


@triton.jit
def transpose_kernel(x_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = (tl.program_id(0) * B0 + tl.arange(0, B0))[None, :]
    j = (tl.program_id(1) * B1 + tl.arange(0, B1))[:, None]
    # The tile in the order of z from the start: only the addresses say that x is read down its columns.
    inside = (i < N0) & (j < N1)
    tl.store(z_ptr + j * N0 + i, tl.load(x_ptr + i * N1 + j, mask=inside, other=0.0), mask=inside)
