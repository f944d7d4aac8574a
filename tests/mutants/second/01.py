import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    # From the last element to the first.
    back = N0 - 1 - tl.arange(0, B0)
    ten = tl.full([B0], 10.0, dtype=tl.float32)
    tl.store(z_ptr + back, ten + tl.load(x_ptr + back))
