# puzzle: 9
# expect: wrong_answer
# says: the 24 lanes past the end of T count as zeros
# why: keys past the end count as zeros in the sum
import triton
import triton.language as tl


@triton.jit
def flashatt_kernel(q_ptr, k_ptr, v_ptr, z_ptr, N0, T, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    q = tl.load(q_ptr + i, mask=i < N0, other=0.0)
    top = tl.full([B0], -1.0e30, dtype=tl.float32)
    total = tl.zeros([B0], dtype=tl.float32)
    z = tl.zeros([B0], dtype=tl.float32)
    for start in range(0, T, B1):
        j = start + tl.arange(0, B1)
        k = tl.load(k_ptr + j, mask=j < T, other=0.0)
        v = tl.load(v_ptr + j, mask=j < T, other=0.0)
        s = q[:, None] * k[None, :]
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp2(1.44269504 * (s - new[:, None]))
        shrink = tl.exp2(1.44269504 * (top - new))
        total = total * shrink + tl.sum(p, 1)
        z = z * shrink + tl.sum(p * v[None, :], 1)
        top = new
    tl.store(z_ptr + i, z / total, mask=i < N0)
