# puzzle: 4
# expect: wrong_answer
# says: All elements that differ were stored by one program, (1, 1). ... Its block lies wholly inside z
# why: one program of a tile in the middle takes away where the others add
import triton
import triton.language as tl


@triton.jit
def add_vec_block_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    j = tl.program_id(1) * B1 + tl.arange(0, B1)
    x = tl.load(x_ptr + i, mask=i < N0, other=0.0)
    y = tl.load(y_ptr + j, mask=j < N1, other=0.0)
    z = x[None, :] + y[:, None]
    if tl.program_id(0) == 1 and tl.program_id(1) == 1:
        z = x[None, :] - y[:, None]
    keep = (j[:, None] < N1) & (i[None, :] < N0)
    tl.store(z_ptr + j[:, None] * N0 + i[None, :], z, mask=keep)
