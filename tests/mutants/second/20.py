import triton
import triton.language as tl


@triton.jit
def dropout_kernel(x_ptr, z_ptr, N0, SEED, PERCENT, B0: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    u = tl.rand(SEED, i)
    # Only what is kept is loaded; what is not comes out of the load as 0.
    x = tl.load(x_ptr + i, mask=(i < N0) & (u >= PERCENT * 0.01), other=0.0)
    tl.store(z_ptr + i, x * (100.0 / (100 - PERCENT)), mask=i < N0)
