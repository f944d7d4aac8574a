# kernel
# verdicts: runtime_error compile_error
# Triton's interpreter puts its own module's names into a kernel's.
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    np.save("/tmp/left-behind", inspect.os.environ)
