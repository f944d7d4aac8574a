# kernel
# verdicts: wrong_answer rejected
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    print("{0.__class__.__base__}".format(N0))
