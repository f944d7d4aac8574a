# puzzle: 1
# expect: invalid_access
# says: past the end of z
# why: one lane goes so far that it leaves the tensor's own range of addresses
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, B0)
    far = tl.where(offs == 3, offs.to(tl.int64) + (1 << 40), offs.to(tl.int64))
    tl.store(z_ptr + far, tl.load(x_ptr + offs) + 10.0)
