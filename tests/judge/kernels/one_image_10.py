# puzzle: 10
# expect: wrong_answer invalid_access compile_error
# why: right for one image a block, not for two
import triton
import triton.language as tl


@triton.jit
def conv2d_kernel(x_ptr, k_ptr, z_ptr, N0, H, W, KH: tl.constexpr, KW: tl.constexpr, B0: tl.constexpr):
    image = tl.program_id(0) * B0
    a = tl.arange(0, KH)[:, None]
    b = tl.arange(0, KW)[None, :]
    k = tl.load(k_ptr + a * KW + b)
    for j in range(0, H):
        for l in range(0, W):
            keep = (j + a < H) & (l + b < W)
            x = tl.load(x_ptr + image * H * W + (j + a) * W + l + b, mask=keep, other=0.0)
            tl.store(z_ptr + image * H * W + j * W + l, tl.sum(tl.sum(x * k, 1), 0))
