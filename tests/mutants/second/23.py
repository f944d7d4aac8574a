import triton
import triton.language as tl


@triton.jit
def causal_attention_kernel(q_ptr, k_ptr, v_ptr, z_ptr, N2, T, D: tl.constexpr, B0: tl.constexpr, B1: tl.constexpr):
    base = tl.program_id(1) * T * D
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + base + i[:, None] * D + d[None, :], mask=(i < T)[:, None], other=0.0)
    best = tl.full([B0], -1.0e30, dtype=tl.float32)
    weights = tl.zeros([B0], dtype=tl.float32)
    mixed = tl.zeros((B0, D), dtype=tl.float32)
    # All keys, with no early end: what comes later has no weight.
    for start in range(0, T, B1):
        j = start + tl.arange(0, B1)
        # Keys are loaded turned, values are not.
        k = tl.load(k_ptr + base + j[None, :] * D + d[:, None], mask=(j < T)[None, :], other=0.0)
        v = tl.load(v_ptr + base + j[:, None] * D + d[None, :], mask=(j < T)[:, None], other=0.0)
        score = tl.dot(q, k, input_precision="ieee") * D**-0.5
        seen = i[:, None] >= j[None, :]
        top = tl.maximum(best, tl.max(tl.where(seen, score, -1.0e30), axis=1))
        factor = tl.exp(best - top)
        weight = tl.where(seen, tl.exp(score - top[:, None]), 0.0)
        weights = weights * factor + tl.sum(weight, axis=1)
        mixed = tl.dot(weight, v, acc=mixed * factor[:, None], input_precision="ieee")
        best = top
    tl.store(z_ptr + base + i[:, None] * D + d[None, :], mixed / weights[:, None], mask=(i < T)[:, None])
