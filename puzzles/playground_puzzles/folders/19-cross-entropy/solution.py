import triton
import triton.language as tl


@triton.jit
def cross_entropy_kernel(x_ptr, label_ptr, z_ptr, N0, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    exists = row < N0

    greatest = tl.full([B0], -float("inf"), dtype=tl.float32)
    total = tl.zeros([B0], dtype=tl.float32)
    chosen = tl.zeros([B0], dtype=tl.float32)
    label = tl.load(label_ptr + row, mask=exists, other=-1)
    for start in range(0, T, B1):
        column = start + tl.arange(0, B1)
        piece = exists[:, None] & (column < T)[None, :]
        x = tl.load(x_ptr + row[:, None] * T + column[None, :], mask=piece, other=-float("inf"))
        # Rows that do not exist hold zeros, so that no infinity is taken from another.
        x = tl.where(exists[:, None], x, 0.0)
        new_greatest = tl.maximum(greatest, tl.max(x, axis=1))
        total = total * tl.exp(greatest - new_greatest) + tl.sum(tl.exp(x - new_greatest[:, None]), axis=1)
        greatest = new_greatest
        # The score at the label passes by in one of the turns.
        chosen += tl.sum(tl.where(column[None, :] == label[:, None], x, 0.0), axis=1)

    loss = greatest + tl.log(total) - chosen
    tl.store(z_ptr + row, tl.where(label >= 0, loss, 0.0), mask=exists)
