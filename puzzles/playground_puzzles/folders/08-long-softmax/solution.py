import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    log2_e = 1.44269504
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    exists = row < N0

    greatest = tl.full([B0], -float("inf"), dtype=tl.float32)
    total = tl.zeros([B0], dtype=tl.float32)
    for start in range(0, T, B1):
        column = start + tl.arange(0, B1)
        piece = exists[:, None] & (column < T)[None, :]
        x = tl.load(x_ptr + row[:, None] * T + column[None, :], mask=piece, other=-float("inf"))
        # Rows that do not exist hold zeros, so that no infinity is taken from another.
        x = tl.where(exists[:, None], x, 0.0)
        new_greatest = tl.maximum(greatest, tl.max(x, axis=1))
        # What was summed with the old maximum is brought to the new one. Lanes past the end add 2 ** -inf = 0.
        total = total * tl.exp2(log2_e * (greatest - new_greatest))
        total += tl.sum(tl.exp2(log2_e * (x - new_greatest[:, None])), axis=1)
        greatest = new_greatest

    for start in range(0, T, B1):
        column = start + tl.arange(0, B1)
        piece = exists[:, None] & (column < T)[None, :]
        at = row[:, None] * T + column[None, :]
        x = tl.load(x_ptr + at, mask=piece, other=0.0)
        # Nothing is summed here, so lanes past the end may hold anything harmless: they are not stored.
        x = tl.where(piece, x, greatest[:, None])
        tl.store(z_ptr + at, tl.exp2(log2_e * (x - greatest[:, None])) / total[:, None], mask=piece)
