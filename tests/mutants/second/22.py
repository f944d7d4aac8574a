import triton
import triton.language as tl


@triton.jit
def grouped_kernel(
    x_ptr,
    y_ptr,
    count_ptr,
    z_ptr,
    N0,
    N1,
    N2,
    MID,
    B0: tl.constexpr,
    B1: tl.constexpr,
    B_MID: tl.constexpr,
):
    group = tl.program_id(0)
    begin = 0
    for earlier in range(0, group):
        begin += tl.load(count_ptr + earlier)
    # Rows are counted within the group, and its tensors begin where it begins.
    i = (tl.program_id(1) * B0 + tl.arange(0, B0))[:, None]
    k = (tl.program_id(2) * B1 + tl.arange(0, B1))[None, :]
    rows = i < tl.load(count_ptr + group)
    total = tl.zeros((B0, B1), dtype=tl.float32)
    for start in range(0, MID, B_MID):
        l = start + tl.arange(0, B_MID)
        x = tl.load(x_ptr + (begin + i) * MID + l[None, :], mask=rows & (l < MID)[None, :], other=0.0)
        at = group * MID * N1 + l[:, None] * N1 + k
        y = tl.load(y_ptr + at, mask=(l < MID)[:, None] & (k < N1), other=0.0)
        total += tl.sum(x[:, :, None] * y[None, :, :], axis=1)
    tl.store(z_ptr + (begin + i) * N1 + k, total, mask=rows & (k < N1))
