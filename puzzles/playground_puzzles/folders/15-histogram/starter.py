import triton
import triton.language as tl


@triton.jit
def histogram_kernel(x_ptr, z_ptr, N0, BINS, B0: tl.constexpr):
    block_id_i = tl.program_id(0)
    # Your turn. Each element of x is an address in z.
    # What if two lanes have the same one?

    return
