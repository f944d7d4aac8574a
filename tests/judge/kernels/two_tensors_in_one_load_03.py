# puzzle: 3
# expect: passed
# why: a load whose lanes lie in two tensors is right, if unusual
import triton
import triton.language as tl


@triton.jit
def add_vec_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.arange(0, B0)
    j = tl.arange(0, B1)
    lane = tl.arange(0, 2)
    firsts = tl.load(tl.where(lane == 0, x_ptr, y_ptr))
    z = tl.load(x_ptr + i)[None, :] + tl.load(y_ptr + j)[:, None] + 0.0 * tl.sum(firsts, 0)
    tl.store(z_ptr + j[:, None] * N0 + i[None, :], z)
