import triton
import triton.language as tl

PLACES = tl.constexpr(16)  # places of an image that are done at once


@triton.jit
def conv2d_kernel(x_ptr, k_ptr, z_ptr, N0, H, W, KH: tl.constexpr, KW: tl.constexpr, B0: tl.constexpr):
    image = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    for start in range(0, H * W, PLACES):
        place = (start + tl.arange(0, PLACES))[None, :]
        row = place // W
        column = place % W
        total = tl.zeros([B0, PLACES], dtype=tl.float32)
        # One weight after another, over all places.
        for a in range(KH):
            for b in range(KW):
                keep = (image < N0) & (row + a < H) & (column + b < W)
                x = tl.load(x_ptr + image * H * W + place + a * W + b, mask=keep, other=0.0)
                total += x * tl.load(k_ptr + a * KW + b)
        tl.store(z_ptr + image * H * W + place, total, mask=(image < N0) & (place < H * W))
