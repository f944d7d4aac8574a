import triton
import triton.language as tl


@triton.jit
def flashatt_kernel(q_ptr, k_ptr, v_ptr, z_ptr, N0, T, B0: tl.constexpr, B1: tl.constexpr):
    log2_e = 1.44269504
    query = tl.program_id(0) * B0 + tl.arange(0, B0)
    exists = query < N0
    # Queries that do not exist are 0: their scores are harmless, and their results are not stored.
    q = tl.load(q_ptr + query, mask=exists, other=0.0)

    greatest = tl.full([B0], -float("inf"), dtype=tl.float32)
    weights = tl.zeros([B0], dtype=tl.float32)
    mixed = tl.zeros([B0], dtype=tl.float32)
    for start in range(0, T, B1):
        key = start + tl.arange(0, B1)
        there = key < T
        k = tl.load(k_ptr + key, mask=there, other=0.0)
        v = tl.load(v_ptr + key, mask=there, other=0.0)
        # A key that does not exist scores minus infinity, whatever the sign of q, and so has the weight 0.
        score = tl.where(there[None, :], q[:, None] * k[None, :], -float("inf"))
        new_greatest = tl.maximum(greatest, tl.max(score, axis=1))
        # Both sums were made with the old maximum.
        factor = tl.exp2(log2_e * (greatest - new_greatest))
        weight = tl.exp2(log2_e * (score - new_greatest[:, None]))
        weights = weights * factor + tl.sum(weight, axis=1)
        mixed = mixed * factor + tl.sum(weight * v[None, :], axis=1)
        greatest = new_greatest
    tl.store(z_ptr + query, mixed / weights, mask=exists)
