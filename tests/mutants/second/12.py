import triton
import triton.language as tl

BITS = tl.constexpr(4)  # of a weight and of a shift


@triton.jit
def nibble(word, place):
    return (word >> (BITS * place)) & 15


@triton.jit
def quant_dot_kernel(
    scale_ptr,
    offset_ptr,
    weight_ptr,
    activation_ptr,
    z_ptr,
    N0,
    N1,
    MID,
    B0: tl.constexpr,
    B1: tl.constexpr,
    B_MID: tl.constexpr,
):
    j = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    k = (tl.program_id(1) * B1 + tl.arange(0, B1))[None, :]
    offset = tl.load(offset_ptr + j, mask=j < N0, other=0)
    total = tl.zeros((B0, B1), dtype=tl.float32)
    for start in range(0, MID, B_MID):
        # Each weight fetches the integer and the scale that it shares with seven others.
        l = start + tl.arange(0, B_MID)[None, :]
        keep = (j < N0) & (l < MID)
        at = j * (MID // 8) + l // 8
        scale = tl.load(scale_ptr + at, mask=keep, other=0.0)
        packed = tl.load(weight_ptr + at, mask=keep, other=0)
        left = scale * (nibble(packed, l % 8) - nibble(offset, l // 8))
        down = start + tl.arange(0, B_MID)[:, None]
        right = tl.load(activation_ptr + down * N1 + k, mask=(down < MID) & (k < N1), other=0.0)
        total += tl.sum(left[:, :, None] * right[None, :, :], axis=1)
    tl.store(z_ptr + j * N1 + k, total, mask=(j < N0) & (k < N1))
