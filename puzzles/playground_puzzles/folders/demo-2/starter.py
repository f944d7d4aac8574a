import triton
import triton.language as tl


@triton.jit
def demo2(x_ptr):
    # A column of row numbers and a row of column numbers.
    i = tl.arange(0, 8)[:, None]
    j = tl.arange(0, 4)[None, :]

    # Rows of x lie four elements apart.
    # Broadcasting makes this a block of 8 by 4.
    offset = i * 4 + j
    print(offset)

    # Four rows exist; of each, three columns are loaded.
    x = tl.load(x_ptr + offset, (i < 4) & (j < 3), 0.0)
    print(x)
