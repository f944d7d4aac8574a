import triton
import triton.language as tl


@triton.jit
def demo1(x_ptr):
    # A block of eight offsets: 0, 1, ... 7.
    offset = tl.arange(0, 8)
    print(offset)

    # Load where the mask is true;
    # elsewhere the value is the third argument.
    x = tl.load(x_ptr + offset, offset < 5, 0.0)
    print(x)
