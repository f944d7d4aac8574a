import triton
import triton.language as tl


@triton.jit
def demo4(x_ptr):
    pid = tl.program_id(0)
    # Eight offsets for each program: 0 to 7, 8 to 15, 16 to 23.
    offset = pid * 8 + tl.arange(0, 8)
    x = tl.load(x_ptr + offset, mask=offset < 20, other=0.0)
    print("Print for each", pid, x)
