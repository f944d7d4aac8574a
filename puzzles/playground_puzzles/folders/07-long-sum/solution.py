import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    exists = row < N0
    total = tl.zeros([B0], dtype=tl.float32)
    for start in range(0, T, B1):
        column = start + tl.arange(0, B1)
        piece = exists[:, None] & (column < T)[None, :]
        # Lanes past the end of a row hold 0, which adds nothing.
        x = tl.load(x_ptr + row[:, None] * T + column[None, :], mask=piece, other=0.0)
        total += tl.sum(x, axis=1)
    tl.store(z_ptr + row, total, mask=exists)
