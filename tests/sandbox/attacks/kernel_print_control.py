# kernel
# verdicts: wrong_answer wrong_answer
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    print("\x1b[2J\x1b]0;title\x07\x00\ud800\u202e\r\n")
