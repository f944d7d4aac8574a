# puzzle: 2
# expect: output_limit
# why: prints without end
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    i = 0
    while N0 > 0:
        print("line", i, "y" * 9000)
        i += 1
