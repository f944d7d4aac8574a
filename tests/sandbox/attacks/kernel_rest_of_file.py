# kernel
# verdicts: crashed passed
# What stands around the kernel is not run; a good kernel passes with it.
import os
import triton
import triton.language as tl

os.system("true")
while False:
    pass


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    i = tl.arange(0, B0)
    tl.store(z_ptr + i, tl.load(x_ptr + i) + 10.0)


os._exit(0)
