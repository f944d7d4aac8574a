import triton
import triton.language as tl


@triton.jit
def demo3(z_ptr):
    offset = tl.arange(0, 8)
    # Five lanes write 10. The other three leave memory as it is.
    tl.store(z_ptr + offset, 10.0, offset < 5)
