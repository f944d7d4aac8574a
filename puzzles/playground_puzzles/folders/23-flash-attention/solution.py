import triton
import triton.language as tl


@triton.jit
def causal_attention_kernel(
    q_ptr, k_ptr, v_ptr, z_ptr, N2, T, D: tl.constexpr, B0: tl.constexpr, B1: tl.constexpr
):
    query = tl.program_id(0) * B0 + tl.arange(0, B0)
    depth = tl.arange(0, D)
    head = tl.program_id(1) * T
    exists = query < T
    at = (head + query)[:, None] * D + depth[None, :]
    q = tl.load(q_ptr + at, mask=exists[:, None], other=0.0)
    # Scaled once here, and not in each turn; log2(e) makes powers of two out of powers of e.
    q = q * (1.44269504 * D**-0.5)

    greatest = tl.full([B0], -float("inf"), dtype=tl.float32)
    weights = tl.zeros([B0], dtype=tl.float32)
    mixed = tl.zeros((B0, D), dtype=tl.float32)
    # The last query of this tile sees no key behind it.
    end = tl.minimum((tl.program_id(0) + 1) * B0, T)
    for start in range(0, end, B1):
        key = start + tl.arange(0, B1)
        there = (key < end)[:, None]
        place = (head + key)[:, None] * D + depth[None, :]
        k = tl.load(k_ptr + place, mask=there, other=0.0)
        v = tl.load(v_ptr + place, mask=there, other=0.0)
        # Full float32 on a GPU too, where the default would round the inputs to TF32.
        score = tl.dot(q, tl.trans(k), input_precision="ieee")
        # Key 0 comes in the first turn and all queries may see it, so no maximum stays minus infinity.
        score = tl.where(key[None, :] <= query[:, None], score, -float("inf"))
        new_greatest = tl.maximum(greatest, tl.max(score, axis=1))
        factor = tl.exp2(greatest - new_greatest)
        weight = tl.exp2(score - new_greatest[:, None])
        weights = weights * factor + tl.sum(weight, axis=1)
        mixed = mixed * factor[:, None] + tl.dot(weight, v, input_precision="ieee")
        greatest = new_greatest
    tl.store(z_ptr + at, mixed / weights[:, None], mask=exists[:, None])
