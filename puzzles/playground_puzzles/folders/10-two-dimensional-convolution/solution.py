import triton
import triton.language as tl


@triton.jit
def conv2d_kernel(x_ptr, k_ptr, z_ptr, N0, H, W, KH: tl.constexpr, KW: tl.constexpr, B0: tl.constexpr):
    image = tl.program_id(0) * B0 + tl.arange(0, B0)
    exists = image < N0
    first = image * H * W

    # The window as one row of KH * KW weights: place t is in its row t // KW and column t % KW.
    t = tl.arange(0, KH * KW)
    weight = tl.load(k_ptr + t)

    for j in range(0, H):
        row = j + t // KW
        for l in range(0, W):
            column = l + t % KW
            # Past the end of a row the next row begins, so the column has a condition of its own.
            inside = exists[:, None] & ((row < H) & (column < W))[None, :]
            x = tl.load(x_ptr + first[:, None] + (row * W + column)[None, :], mask=inside, other=0.0)
            tl.store(z_ptr + first + j * W + l, tl.sum(x * weight[None, :], axis=1), mask=exists)
