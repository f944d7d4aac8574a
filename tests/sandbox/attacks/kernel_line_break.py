# kernel
# verdicts: wrong_answer rejected
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    x = 1 #     tl.core.inspect.os.system("true")
    tl.store(z_ptr, x)
