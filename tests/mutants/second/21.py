import triton
import triton.language as tl


@triton.jit
def split_k_kernel(
    x_ptr,
    y_ptr,
    z_ptr,
    N0,
    N1,
    MID,
    SPLIT,
    B0: tl.constexpr,
    B1: tl.constexpr,
    B_MID: tl.constexpr,
):
    i = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    k = (tl.program_id(1) * B1 + tl.arange(0, B1))[None, :]
    # One contiguous piece for each part, the last ones shorter or empty.
    length = tl.cdiv(MID, SPLIT)
    begin = tl.program_id(2) * length
    end = tl.minimum(begin + length, MID)
    total = tl.zeros((B0, B1), dtype=tl.float32)
    for turn in range(tl.cdiv(length, B_MID)):
        l = begin + turn * B_MID + tl.arange(0, B_MID)
        x = tl.load(x_ptr + i * MID + l[None, :], mask=(i < N0) & (l < end)[None, :], other=0.0)
        y = tl.load(y_ptr + l[:, None] * N1 + k, mask=(l < end)[:, None] & (k < N1), other=0.0)
        total += tl.sum(x[:, :, None] * y[None, :, :], axis=1)
    tl.atomic_add(z_ptr + i * N1 + k, total, mask=(i < N0) & (k < N1))
