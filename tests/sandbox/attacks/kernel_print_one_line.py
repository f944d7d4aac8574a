# kernel
# verdicts: output_limit output_limit
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    text = "y" * 1000
    many = text * 1000
    print(many * 100)
