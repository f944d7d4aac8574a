"""Mistakes that Triton or Python finds, with the words that a student reads, and the place."""

import pytest

HEAD = """import triton
import triton.language as tl


@triton.jit
def two(a, b):
    return a + b


@triton.jit
def nothing(a):
    tl.static_assert(True)


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.program_id(0) * B0 + tl.arange(0, B0)
    keep = offs < N0
    x = tl.load(x_ptr + offs, mask=keep, other=0.0)
"""
LINE = HEAD.count("\n") + 1
LAST = "    tl.store(z_ptr + offs, x + 10.0, mask=keep)\n"

MISTAKES = [
    ("y = tl.arange(0, 200)", "power of two"),
    ("y = tl.arange(0, N0)", "known at compile time"),
    ("y = tl.arange(B0, 0)", "greater than its start"),
    ("y = tl.arange(B0)", "leaves out its argument end ... tl.arange takes start, end."),
    ("y = tl.arange(0, B0, 2)", "too many arguments ... tl.arange takes start, end."),
    ("y = tl.arange(start=0, stop=B0)", "tl.arange has no argument stop= ... tl.arange takes start, end."),
    ("y = x + tl.arange(0, 16)", "axis 0 has 32 lanes in one and 16 in the other"),
    ("y = x[:, None] + tl.zeros([16, 4], tl.float32)", "axis 0 has 32 lanes in one and 16 in the other"),
    ("y = x_ptr + x", "A pointer is combined with float32 ... a value that was loaded"),
    ("y = x_ptr + 1.5", "whole numbers of elements"),
    ("y = x_ptr * 2", "to pointers, offsets can be added"),
    ("y = x_ptr + z_ptr", "Two pointers cannot be added"),
    ("y = x_ptr - z_ptr", "Two pointers cannot be combined"),
    ("y = x & keep", "one side here is a float ... x > 0"),
    ("y = x | 1", "one side here is a float"),
    ("y = x << 2", "whole numbers and masks only"),
    ("y = ~x", "`~` does not work on float32"),
    ("y = x // 2", "does not work on float32 ... tl.floor"),
    ("y = x ** 2", "no `**` on blocks ... x * x"),
    ("y = tl.load(offs)", "needs a pointer first, and got a block of int32"),
    ("y = tl.load(x)", "needs a pointer first, and got a block of float32"),
    ("y = tl.load(x_ptr, mask=keep)", "the mask is a block"),
    ("y = tl.load(x_ptr + offs, mask=tl.arange(0, 16) < 4)", "axis 0 has 32 lanes in one and 16 in the other"),
    ("y = tl.load(x_ptr + offs, keep, other=tl.zeros([16], tl.float32))", "axis 0 has 32 lanes in one and 16"),
    ("y = tl.load(x_ptr + offs, other=0.0)", "there is no mask"),
    ('y = tl.load(x_ptr + offs, mask=keep, other="0")', "this is Python's str"),
    ("y = tl.load(x_ptr[offs])", "may hold `:` and `None` only"),
    ("y = tl.load()", "leaves out its argument pointer ... tl.load takes pointer, mask, other"),
    ("y = tl.load(x_ptr + offs, maks=keep)", "tl.load has no argument maks= ... mask=?"),
    ("tl.store(z_ptr, x)", "the value is a block"),
    ("tl.store(z_ptr + offs)", "leaves out its argument value"),
    ("tl.store(z_ptr, offs, x, keep)", "at most 3 arguments by place, and is given 4"),
    ("tl.store(z_ptr + offs, x, mask=x)", "A mask must be made of comparisons"),
    ("tl.store(z_ptr + offs, x[:, None], mask=keep)", "the shape (32, 32), and the pointers have (32,)"),
    ("tl.store(z_ptr + offs, x_ptr + offs, mask=keep)", "Pointers are stored where values are expected"),
    ("tl.store(z_ptr + offs, nothing(x), mask=keep)", "None is used as if it were a value"),
    ("y = tl.dot(x, x)", "both have two axes, or both three"),
    ("y = tl.dot(x[:, None], x[:, None])", "as many columns on the left"),
    ("y = tl.dot(tl.zeros([16, 16], tl.float32), tl.zeros([16, 16], tl.int32))", "must have one dtype"),
    ("y = tl.sum(x, axis=1)", "There is no axis 1: the block has the shape (32,), and so axis 0 only"),
    ("y = tl.max(x[:, None], 2)", "There is no axis 2: the block has the shape (32, 1), and so axes 0 to 1"),
    ("y = tl.sum(x, axes=0)", "tl.sum has no argument axes= ... axis=?"),
    ("y = tl.reshape(x, (16, 16))", "another number of elements"),
    ("y = tl.reshape(x, (4, 7))", "Every side of a block must be a power of two"),
    ("y = tl.broadcast_to(x, [16, 16])", "as many axes as it has"),
    ("y = x(0)", "cannot be called"),
    ("y = x[0]", "may hold `:` and `None` only ... tl.where"),
    ("y = x[:, :]", "more `:` than the block has axes"),
    ("y = x.shape[1]", "no such axis"),
    ("y = x + None", "None is used as if it were a value"),
    ('y = x == "a"', "A text cannot be combined or compared"),
    ("y = two(x)", "The call of two leaves out its argument b"),
    ("y = two(x, x, x)", "two takes 2 arguments, and the call gives 3"),
    ("y = two(x, c=3)", "two has no argument c="),
    ("y = tl.where(keep, x)", "The call of tl.where leaves out its argument y ... condition, x, y"),
    ("y = tl.zeros(B0, tl.float32)", "A shape must be a list"),
    ("y = tl.zeros([B0])", "leaves out its argument dtype"),
    ("y = tl.zeros([N0], tl.float32)", "known at compile time"),
    ("y = tl.zeros([24], tl.float32)", "Every side of a block must be a power of two"),
    ("y = tl.zeros([1024, 2048], tl.float32)", "2,097,152 elements; Triton allows 1,048,576"),
    ('y = tl.zeros([B0], "float32")', "A dtype is expected here ... tl.float32"),
    ("y = x.to(int)", "A dtype is expected here"),
    ("y = tl.exp2(offs)", "takes floats, and got int32"),
    ("y = tl.program_id(3)", "must be 0, 1 or 2"),
    ("y = len(x)", "len does not work on a block"),
    ("y = int(x)", "cannot become one Python number"),
    ("for i in range(0.0, N0): pass", "bounds of a loop must be whole numbers"),
    ("for i in tl.range(0, offs): pass", "one of these is a block"),
    ("for i in 5: pass", "Write `range(...)` around it"),
    ("y = later + 1.0; later = 1.0", "later is used before it is set"),
]


@pytest.mark.parametrize(("code", "says"), MISTAKES, ids=[code for code, _ in MISTAKES])
def test_a_mistake_is_told_in_plain_words_at_its_line(code, says, judge_source):
    verdict = judge_source("2", f"{HEAD}    {code}\n{LAST}", case="as-stated")
    assert verdict.outcome == "compile_error"
    assert verdict.error is not None
    text = f"{verdict.error.message} {verdict.error.hint}"
    for words in says.split(" ... "):
        assert words in text
    assert (verdict.error.line, verdict.error.column) >= (LINE, 5)
    assert verdict.error.line == LINE
    assert "Error" not in text


def test_the_column_is_that_of_the_expression(judge_source):
    verdict = judge_source("2", f"{HEAD}    y = tl.load(x_ptr + x)\n{LAST}", case="as-stated")
    assert verdict.error is not None
    assert (verdict.error.line, verdict.error.column) == (LINE, 17)


def test_what_no_rule_knows_is_shown_as_it_is(judge_source):
    verdict = judge_source("2", f"{HEAD}    y = tl.expand_dims(x, 4)\n{LAST}", case="as-stated")
    assert verdict.error is not None
    assert verdict.error.message.startswith("ValueError: invalid axis 4")
