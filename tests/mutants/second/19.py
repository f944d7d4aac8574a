import triton
import triton.language as tl


@triton.jit
def cross_entropy_kernel(x_ptr, label_ptr, z_ptr, N0, T, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    row = tl.minimum(i, N0 - 1)[:, None]
    lane = tl.arange(0, B1)[None, :]
    # First loop: the maximum, lane by lane.
    best = tl.full([B0, B1], -3.0e38, dtype=tl.float32)
    for start in range(0, T, B1):
        best = tl.maximum(best, tl.load(x_ptr + row * T + start + lane, mask=start + lane < T, other=-3.0e38))
    top = tl.max(best, axis=1)
    # Second loop: the sum.
    lanes = tl.zeros([B0, B1], dtype=tl.float32)
    for start in range(0, T, B1):
        x = tl.load(x_ptr + row * T + start + lane, mask=start + lane < T, other=-3.0e38)
        lanes += tl.exp(x - top[:, None])
    label = tl.load(label_ptr + i, mask=i < N0, other=-1)
    named = label >= 0
    # The score at the label, by an address of its own.
    chosen = tl.load(x_ptr + i * T + label, mask=named, other=0.0)
    loss = tl.log(tl.sum(lanes, axis=1)) + (top - chosen)
    tl.store(z_ptr + i, tl.where(named, loss, 0.0), mask=i < N0)
