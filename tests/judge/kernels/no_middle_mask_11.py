# puzzle: 11
# expect: wrong_answer invalid_access
# why: the middle dimension has no mask
import triton
import triton.language as tl


@triton.jit
def dot_kernel(
    x_ptr, y_ptr, z_ptr, N0, N1, N2, MID,
    B0: tl.constexpr, B1: tl.constexpr, B2: tl.constexpr, B_MID: tl.constexpr,
):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    k = tl.program_id(1) * B1 + tl.arange(0, B1)
    n = (tl.program_id(2) * B2 + tl.arange(0, B2))[:, None, None]
    acc = tl.zeros([B2, B0, B1], dtype=tl.float32)
    for start in range(0, MID, B_MID):
        m = start + tl.arange(0, B_MID)
        x_at = n * N0 * MID + i[None, :, None] * MID + m[None, None, :]
        y_at = n * MID * N1 + m[None, :, None] * N1 + k[None, None, :]
        x = tl.load(x_ptr + x_at, mask=(n < N2) & (i[None, :, None] < N0), other=0.0)
        y = tl.load(y_ptr + y_at, mask=(n < N2) & (k[None, None, :] < N1), other=0.0)
        acc += tl.dot(x, y)
    z_at = n * N0 * N1 + i[None, :, None] * N1 + k[None, None, :]
    tl.store(z_ptr + z_at, acc, mask=(n < N2) & (i[None, :, None] < N0) & (k[None, None, :] < N1))
