# puzzle: 8
# expect: wrong_answer
# says: the 24 lanes past the end of T count as zeros ... other=-float("inf")
# why: masked lanes enter the sum as zeros: about ten per cent off
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    row = tl.program_id(0) * B0 + tl.arange(0, B0)
    top = tl.full([B0], -float("inf"), dtype=tl.float32)
    for start in range(0, T, B1):
        col = start + tl.arange(0, B1)
        keep = (row[:, None] < N0) & (col[None, :] < T)
        x = tl.load(x_ptr + row[:, None] * T + col[None, :], mask=keep, other=-float("inf"))
        top = tl.maximum(top, tl.max(x, 1))
    total = tl.zeros([B0], dtype=tl.float32)
    for start in range(0, T, B1):
        col = start + tl.arange(0, B1)
        keep = (row[:, None] < N0) & (col[None, :] < T)
        x = tl.load(x_ptr + row[:, None] * T + col[None, :], mask=keep, other=0.0)
        total += tl.sum(tl.exp2(1.44269504 * (x - top[:, None])), 1)
    for start in range(0, T, B1):
        col = start + tl.arange(0, B1)
        keep = (row[:, None] < N0) & (col[None, :] < T)
        x = tl.load(x_ptr + row[:, None] * T + col[None, :], mask=keep, other=0.0)
        z = tl.exp2(1.44269504 * (x - top[:, None])) / total[:, None]
        tl.store(z_ptr + row[:, None] * T + col[None, :], z, mask=keep)
