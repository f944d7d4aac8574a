# kernel
# verdicts: runtime_error compile_error
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    add_kernel(x_ptr, z_ptr, N0, B0)
