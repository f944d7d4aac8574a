import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    off_x = tl.arange(0, B0)
    # Your turn. Load x at these offsets, add 10,
    # and store the result to z.

    return
