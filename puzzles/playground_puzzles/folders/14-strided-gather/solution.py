import triton
import triton.language as tl


@triton.jit
def gather_kernel(x_ptr, index_ptr, z_ptr, N0, N1, STEP, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    j = tl.program_id(1) * B1 + tl.arange(0, B1)
    in_rows = i < N0
    in_columns = j < N1
    # A row that does not exist names no row of x either.
    row = tl.load(index_ptr + i, mask=in_rows, other=-1)

    # An index of -1 is an address before x. The mask keeps it from being followed, and `other` is the result.
    named = (row >= 0)[:, None] & in_columns[None, :]
    taken = tl.load(x_ptr + row[:, None] * (N1 * STEP) + j[None, :] * STEP, mask=named, other=0.0)

    # Rows of zeros are stored as well: this mask is about z alone.
    tl.store(z_ptr + i[:, None] * N1 + j[None, :], taken, mask=in_rows[:, None] & in_columns[None, :])
