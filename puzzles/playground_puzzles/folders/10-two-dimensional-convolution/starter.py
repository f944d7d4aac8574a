import triton
import triton.language as tl


@triton.jit
def conv2d_kernel(x_ptr, k_ptr, z_ptr, N0, H, W, KH: tl.constexpr, KW: tl.constexpr, B0: tl.constexpr):
    block_id_i = tl.program_id(0)
    off_h = tl.arange(0, KH)
    off_w = tl.arange(0, KW)
    # Your turn. What lies under the window at (j, l),
    # and what of it is inside the image?

    return
