# puzzle: 2
# expect: invalid_access
# says: past the end ... the last block hangs over the end by 24
# why: neither load nor store is masked
import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.program_id(0) * B0 + tl.arange(0, B0)
    x = tl.load(x_ptr + offs)
    tl.store(z_ptr + offs, x + 10.0)
