import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    column = tl.arange(0, B1)
    at = x_ptr + row[:, None] * T + column[None, :]
    # Each lane keeps a sum of its own; they come together after the loop.
    lanes = tl.zeros([B0, B1], dtype=tl.float32)
    for turn in range(tl.cdiv(T, B1)):
        piece = (row < N0)[:, None] & (column < T - turn * B1)[None, :]
        lanes += tl.load(at, mask=piece, other=0.0)
        at += B1
    tl.store(z_ptr + row, tl.sum(lanes, axis=1), mask=row < N0)
