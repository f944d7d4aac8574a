import triton
import triton.language as tl


@triton.jit
def int8_dot_kernel(
    x_ptr,
    y_ptr,
    a_ptr,
    b_ptr,
    z_ptr,
    N0,
    N1,
    MID,
    B0: tl.constexpr,
    B1: tl.constexpr,
    B_MID: tl.constexpr,
):
    i = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    k = (tl.program_id(1) * B1 + tl.arange(0, B1))[None, :]
    total = tl.zeros((B0, B1), dtype=tl.int32)
    for start in range(0, MID, B_MID):
        l = start + tl.arange(0, B_MID)
        x = tl.load(x_ptr + i * MID + l[None, :], mask=(i < N0) & (l < MID)[None, :], other=0).to(tl.int32)
        y = tl.load(y_ptr + l[:, None] * N1 + k, mask=(l < MID)[:, None] & (k < N1), other=0).to(tl.int32)
        total += tl.sum(x[:, :, None] * y[None, :, :], axis=1)
    scale = tl.load(a_ptr + i, mask=i < N0, other=0.0) * tl.load(b_ptr + k, mask=k < N1, other=0.0)
    tl.store(z_ptr + i * N1 + k, scale * total, mask=(i < N0) & (k < N1))
