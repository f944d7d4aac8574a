import triton
import triton.language as tl


@triton.jit
def flashatt_kernel(q_ptr, k_ptr, v_ptr, z_ptr, N0, T, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    q = tl.load(q_ptr + i, mask=i < N0, other=0.0)
    # A query's greatest score is with the greatest key, or with the least where the query is negative.
    high = tl.full([B1], -3.0e38, dtype=tl.float32)
    low = tl.full([B1], 3.0e38, dtype=tl.float32)
    for start in range(0, T, B1):
        j = start + tl.arange(0, B1)
        high = tl.maximum(high, tl.load(k_ptr + j, mask=j < T, other=-3.0e38))
        low = tl.minimum(low, tl.load(k_ptr + j, mask=j < T, other=3.0e38))
    top = tl.where(q > 0.0, q * tl.max(high, axis=0), q * tl.min(low, axis=0))

    weights = tl.zeros([B0], dtype=tl.float32)
    mixed = tl.zeros([B0], dtype=tl.float32)
    for start in range(0, T, B1):
        j = start + tl.arange(0, B1)
        k = tl.load(k_ptr + j, mask=j < T, other=0.0)
        v = tl.load(v_ptr + j, mask=j < T, other=0.0)
        weight = tl.exp(q[:, None] * k[None, :] - top[:, None])
        weight = tl.where((j < T)[None, :], weight, 0.0)
        weights += tl.sum(weight, axis=1)
        mixed += tl.sum(weight * v[None, :], axis=1)
    tl.store(z_ptr + i, mixed / weights, mask=i < N0)
