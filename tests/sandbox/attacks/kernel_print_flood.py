# kernel
# verdicts: output_limit output_limit
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    while N0 > 0:
        print("y" * 9000)
