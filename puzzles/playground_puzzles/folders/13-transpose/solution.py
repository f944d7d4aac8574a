import triton
import triton.language as tl


@triton.jit
def transpose_kernel(x_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    j = tl.program_id(1) * B1 + tl.arange(0, B1)

    # One row of x for each i: neighbouring lanes load neighbouring addresses.
    inside = (i < N0)[:, None] & (j < N1)[None, :]
    tile = tl.load(x_ptr + i[:, None] * N1 + j[None, :], mask=inside, other=0.0)

    # One row of z for each j. The tile is turned, so neighbouring lanes store to neighbouring addresses too.
    turned = (j < N1)[:, None] & (i < N0)[None, :]
    tl.store(z_ptr + j[:, None] * N0 + i[None, :], tl.trans(tile), mask=turned)
