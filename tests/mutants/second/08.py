import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    row = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    lane = tl.arange(0, B1)[None, :]
    exists = row < N0
    # First loop: the maximum, lane by lane.
    best = tl.full([B0, B1], -3.0e38, dtype=tl.float32)
    for start in range(0, T, B1):
        piece = exists & (start + lane < T)
        best = tl.maximum(best, tl.load(x_ptr + row * T + start + lane, mask=piece, other=-3.0e38))
    top = tl.max(best, axis=1)[:, None]
    # Second loop: the sum.
    lanes = tl.zeros([B0, B1], dtype=tl.float32)
    for start in range(0, T, B1):
        piece = exists & (start + lane < T)
        x = tl.load(x_ptr + row * T + start + lane, mask=piece, other=0.0)
        lanes += tl.exp(tl.where(piece, x - top, -1000.0))
    share = 1.0 / tl.sum(lanes, axis=1)[:, None]
    # Third loop: the result.
    for start in range(0, T, B1):
        piece = exists & (start + lane < T)
        x = tl.load(x_ptr + row * T + start + lane, mask=piece, other=0.0)
        tl.store(z_ptr + row * T + start + lane, tl.exp(tl.where(piece, x - top, 0.0)) * share, mask=piece)
