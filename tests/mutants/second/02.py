import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    # No mask: lanes past the end all do the last element once more.
    at = tl.minimum(tl.program_id(0) * B0 + tl.arange(0, B0), N0 - 1)
    tl.store(z_ptr + at, tl.load(x_ptr + at) + 10.0)
