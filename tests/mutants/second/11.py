import triton
import triton.language as tl


@triton.jit
def dot_kernel(
    x_ptr,
    y_ptr,
    z_ptr,
    N0,
    N1,
    N2,
    MID,
    B0: tl.constexpr,
    B1: tl.constexpr,
    B2: tl.constexpr,
    B_MID: tl.constexpr,
):
    j = tl.program_id(0) * B0 + tl.arange(0, B0)
    k = tl.program_id(1) * B1 + tl.arange(0, B1)
    # One matrix after another, and sums of products in place of tl.dot.
    for n in range(B2):
        i = tl.program_id(2) * B2 + n
        total = tl.zeros((B0, B1), dtype=tl.float32)
        for start in range(0, MID, B_MID):
            l = start + tl.arange(0, B_MID)
            in_x = (j < N0)[:, None] & (l < MID)[None, :] & (i < N2)
            in_y = (l < MID)[:, None] & (k < N1)[None, :] & (i < N2)
            x = tl.load(x_ptr + i * N0 * MID + j[:, None] * MID + l[None, :], mask=in_x, other=0.0)
            y = tl.load(y_ptr + i * MID * N1 + l[:, None] * N1 + k[None, :], mask=in_y, other=0.0)
            total += tl.sum(x[:, :, None] * y[None, :, :], axis=1)
        in_z = (j < N0)[:, None] & (k < N1)[None, :] & (i < N2)
        tl.store(z_ptr + i * N0 * N1 + j[:, None] * N1 + k[None, :], total, mask=in_z)
