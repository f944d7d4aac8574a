import triton
import triton.language as tl


@triton.jit
def silu(a):
    return a / (1.0 + tl.exp(-a))


@triton.jit
def mlp_kernel(
    x_ptr,
    u_ptr,
    w_ptr,
    z_ptr,
    N0,
    N1,
    H,
    D: tl.constexpr,
    B0: tl.constexpr,
    B1: tl.constexpr,
    B_MID: tl.constexpr,
):
    i = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    k = (tl.program_id(1) * B1 + tl.arange(0, B1))[None, :]
    total = tl.zeros((B0, B1), dtype=tl.float32)
    for start in range(0, H, B_MID):
        h = start + tl.arange(0, B_MID)
        # The hidden piece one row of u at a time.
        hidden = tl.zeros((B0, B_MID), dtype=tl.float32)
        for d in range(D):
            x = tl.load(x_ptr + i * D + d, mask=i < N0, other=0.0)
            hidden += x * tl.load(u_ptr + d * H + h[None, :], mask=(h < H)[None, :], other=0.0)
        w = tl.load(w_ptr + h[:, None] * N1 + k, mask=(h < H)[:, None] & (k < N1), other=0.0)
        total = tl.dot(silu(hidden), w, acc=total, input_precision="ieee")
    tl.store(z_ptr + i * N1 + k, total, mask=(i < N0) & (k < N1))
