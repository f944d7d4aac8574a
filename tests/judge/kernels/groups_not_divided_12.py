# puzzle: 12
# expect: wrong_answer invalid_access compile_error
# why: right where the loop takes one turn: the packed weights start at the weight's number, not at an eighth of it
import triton
import triton.language as tl


@triton.jit
def quant_dot_kernel(
    scale_ptr, offset_ptr, weight_ptr, activation_ptr, z_ptr, N0, N1, MID,
    B0: tl.constexpr, B1: tl.constexpr, B_MID: tl.constexpr,
):
    j = (tl.program_id(0) * B0 + tl.arange(0, B0))[:, None]
    k = (tl.program_id(1) * B1 + tl.arange(0, B1))[None, :]
    offset = tl.load(offset_ptr + j, mask=j < N0, other=0)
    total = tl.zeros((B0, B1), dtype=tl.float32)
    for start in range(0, MID, B_MID):
        l = tl.arange(0, B_MID)[None, :]
        group = start + l // 8
        keep = (j < N0) & (group < MID // 8)
        scale = tl.load(scale_ptr + j * (MID // 8) + group, mask=keep, other=0.0)
        packed = tl.load(weight_ptr + j * (MID // 8) + group, mask=keep, other=0)
        left = scale * (((packed >> (4 * (l % 8))) & 15) - ((offset >> (4 * (group & 7))) & 15))
        down = start + tl.arange(0, B_MID)[:, None]
        right = tl.load(activation_ptr + down * N1 + k, mask=(down < MID) & (k < N1), other=0.0)
        total += tl.dot(left, right, input_precision="ieee")
    tl.store(z_ptr + j * N1 + k, total, mask=(j < N0) & (k < N1))
