# puzzle: 1
# expect: wrong_answer
# why: sorts before it adds; the library function is used with its defaults
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, B0)
    tl.store(z_ptr + offs, tl.sort(tl.load(x_ptr + offs)) + 10.0)
