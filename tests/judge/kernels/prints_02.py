# puzzle: 2
# expect: passed
# why: prints and device prints come back
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    pid = tl.program_id(0)
    offs = pid * B0 + tl.arange(0, B0)
    keep = offs < N0
    print("program", pid)
    tl.device_print("offsets", offs)
    tl.store(z_ptr + offs, tl.load(x_ptr + offs, mask=keep, other=0.0) + 10.0, mask=keep)
