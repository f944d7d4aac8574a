"""Every rule with what it says and where it points, and sources that are written to get around the rules."""

# ruff: noqa: E501 - the tables hold a row a line

import time

import pytest

from playground_workers.interpreter.source import SourceProblem, prepare

HEAD = "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
DEF = "def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n"


def body(*lines: str) -> str:
    """A file whose kernel has these statements; the first is in line 7."""
    return HEAD + DEF + "".join(f"    {line}\n" for line in lines)


def problem(text: str, kernel: str = "add_kernel") -> SourceProblem:
    started = time.process_time()
    with pytest.raises(SourceProblem) as caught:
        prepare(text, kernel)
    assert time.process_time() - started < 5
    return caught.value


REJECTED = [
    # statement, column, message, hint
    ("f = lambda x: x", 9, "A kernel cannot hold a lambda.", "Write a function of its own with @triton.jit and call it."),
    ("class A: pass", 5, "A kernel cannot hold a class.", "Use plain variables."),
    ("def f(): pass", 5, "A kernel cannot hold a function inside it.", None),
    ("async def f(): pass", 5, "A kernel cannot hold a function inside it.", None),
    ("import os", 5, "A kernel cannot hold an import.", "tl and triton are there already; a kernel can use nothing else."),
    ("from os import system", 5, "A kernel cannot hold an import.", None),
    ("with x_ptr: pass", 5, "A kernel cannot hold `with`.", "Write the statements without it."),
    ("try: pass\n    except: pass", 5, "A kernel cannot hold `try`.", "Use masks, so that nothing can fail."),
    ("raise ValueError", 5, "A kernel cannot hold `raise`.", "Use tl.static_assert or tl.device_assert."),
    ("del x_ptr", 5, "A kernel cannot hold `del`.", "Leave the variable as it is."),
    ("global x", 5, "A kernel cannot hold `global`.", "Pass the value as a parameter, or return it."),
    ("nonlocal_ = 1; match = 2\n    match N0:\n        case 1: pass", 5, "A kernel cannot hold `match`.", "Use if and elif."),
    ("x = (y := 1)", 10, "A kernel cannot hold an assignment inside an expression (`:=`).", "Assign on a line of its own."),
    ("x = [i for i in range(3)]", 9, "A kernel cannot hold a comprehension.", "Use a block such as tl.arange, or a for loop."),
    ("x = list(i for i in range(3))", 13, "A kernel cannot hold a comprehension.", None),
    ("x = {1: 2}", 9, "A kernel cannot hold a dictionary.", "Use plain variables."),
    ("x = {1, 2}", 9, "A kernel cannot hold a set.", "Use plain variables."),
    ("yield 1", 5, "A kernel cannot hold `yield`.", "Use tl.store for results."),
    ("x = yield", 9, "A kernel cannot hold `yield`.", None),
    ("print(*x_ptr)", 11, "A kernel cannot hold a `*`.", "Write the values out, one by one."),
    ("a, *b = 1, 2", 8, "A kernel cannot hold a `*`.", None),
    ("print(**x_ptr)", 13, "A kernel cannot hold a `**` call.", "Write the arguments out, one by one."),
    ("print(1, file=x_ptr)", 14, "print takes no file= here.", "It takes sep=, end= and flush=."),
    ("tl.load(x_ptr, _semantic=1)", 20, "_semantic= is not available: names with a leading underscore are Triton's own.", None),
    ("[a, b] = 1, 2", 5, "Triton takes no list as a target.", "Write the names with commas alone."),
    ("x_ptr.a = 1", 5, "A kernel cannot set an attribute.", "Use a plain variable."),
    ("x_ptr.shape += 1", 5, "A kernel cannot set an attribute.", None),
    ("tl.load = print", 5, "A kernel cannot set an attribute.", None),
    ("x_ptr[0] = 1", 5, "A kernel cannot set elements with [...] = ...", "Write to memory with tl.store(z_ptr + offsets, value, mask=mask); make a new block with tl.where."),
    ("for tl.x in range(3): pass", 9, "A kernel cannot set an attribute.", None),
    ("for i in range(3): pass\n    else: pass", 11, "Triton has no `else` after a loop.", "Write the statements after the loop."),
    ("while N0: pass\n    else: pass", 11, "Triton has no `else` after a loop.", None),
    ("tl = 1", 5, "The name tl cannot be set: a kernel needs it.", "Choose another name."),
    ("for triton in range(3): pass", 9, "The name triton cannot be set: a kernel needs it.", None),
    ("interpreter_semantic = 1", 5, "The name interpreter_semantic cannot be set: a kernel needs it.", None),
    ("__x = 1", 5, "The name __x cannot be set: two underscores are Python's.", None),
    ("x = N0 in (1, 2)", 9, "Triton has no `in`.", None),
    ("x = x_ptr @ x_ptr", 9, "Triton has no `@` between blocks.", "Write tl.dot(a, b)."),
    ("x = x_ptr[..., None]", 15, "Triton has no `...`.", "Write one `:` for each axis, as in x[:, None]."),
    ("x = 1j", 9, "A kernel cannot hold a complex value.", "Use numbers."),
    ("x = b'a'", 9, "A kernel cannot hold a bytes value.", "Use numbers."),
    ("x = 18446744073709551616", 9, "The number is too large: Triton's integers have at most 64 bits.", None),
    ("x = 9**9**9", 9, "The number is too large: Triton's integers have at most 64 bits.", None),
    ("x = 1 << 10**9", 9, "The number is too large: Triton's integers have at most 64 bits.", None),
    ("x = -(2**127 * 2**127)", 11, "The number is too large: Triton's integers have at most 64 bits.", None),
    ("x = tl", 9, "tl cannot be a value by itself.", "Write a dot and one of its functions after it."),
    ("x = triton.language", 9, "triton cannot be a value by itself.", None),
    ("x = tl.math", 9, "tl cannot be a value by itself.", None),
    ("x = tl.PropagateNan", 9, "tl.PropagateNan is not available here.", None),
    ("x = tl.tensor(1, 2)", 9, "tl.tensor is a type: it can stand in an annotation and in isinstance() alone.", None),
    ("x = tl.core.inspect.os", 9, "tl.core is not available here: it is a part of Triton's inside. Use what tl itself offers.", None),
    ("x = tl.math.core.inspect", 9, "tl.math.core is not available here.", None),
    ("x = tl._experimental", 9, "tl._experimental is not available: names with a leading underscore are Triton's own.", None),
    ("x = tl.extra.libdevice.tanh(N0)", 9, "tl.extra is not available here: libdevice functions exist on a GPU alone. Use tl.math or the functions of tl.", None),
    ("x = tl.load.__globals__", 9, ".__globals__ is not available: names with a leading underscore are Python's and Triton's own.", None),
    ("x = triton.runtime", 9, "triton.runtime is not available in a kernel.", "Of triton, triton.cdiv and triton.next_power_of_2 can be used."),
    ("x = triton.load(x_ptr)", 9, "triton.load is not available in a kernel.", "Write tl.load."),
    ("x = triton.cdiv.__globals__", 9, "triton.cdiv has no .__globals__.", None),
    ("x = ().__class__.__base__", 9, ".__class__ is not available: names with a leading underscore are Python's and Triton's own.", None),
    ("x = '{0.__class__}'.format(x_ptr)", 9, ".format is not available here: texts are not built in a kernel. Give print the values themselves.", None),
    ("x = f'{x_ptr.__class__}'", 9, ".__class__ is not available: names with a leading underscore are Python's and Triton's own.", None),
    ("x = f'{[c for c in N0]}'", 9, "A kernel cannot hold a comprehension.", None),
    ("x = f'{1:{N0}}'", 9, "A format inside a text must be written out.", "Write it as in {x:>8}."),
    ("x = f'{1:999999999}'", 9, "A format inside a text must be written out.", None),
    ("x = x_ptr.handle", 9, ".handle is not available here: it is a part of Triton's inside.", None),
    ("x = eval('1')", 9, "eval is not available in a kernel.", "Use what tl offers."),
    ("x = getattr(tl, 'core')", 9, "getattr is not available in a kernel.", None),
    ("x = __builtins__", 9, "__builtins__ is not available in a kernel.", None),
    ("x = __import__('os')", 9, "__import__ is not available in a kernel.", None),
    ("x = interpreter_semantic.to_tensor", 9, "interpreter_semantic is not available in a kernel.", None),
    ("x = (print if N0 else len)(1)", 9, "A kernel can only call a function by its name.", "Give the parts names of their own first."),
    ("x = add_kernel[(1,)](x_ptr)", 9, "A kernel cannot launch another one.", "Call it, as in add_kernel(...)."),
    ("x = add_kernel", 9, "add_kernel is a kernel: it can be called, or passed to a function, and no more.", None),
    ("x: open('y') = 1", 8, "This annotation is not one that a kernel may have.", "Write `: tl.constexpr`, or no annotation at all."),
    ("x: 'open(1)' = 1", 8, "This annotation is not one that a kernel may have.", None),
    ("x: tl.constexpr.__class__ = 1", 8, "This annotation is not one that a kernel may have.", None),
    ("x: tl.core = 1", 8, "This annotation is not one that a kernel may have.", None),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "column", "message", "hint"), REJECTED, ids=[row[0] for row in REJECTED])
def test_rejected(statement: str, column: int, message: str, hint: str | None) -> None:
    found = problem(body(statement))
    line = 8 if "else:" in statement or "\n    match" in statement else 7
    assert (found.kind, found.message, found.line, found.column) == ("rejected", message, line, column)
    if hint is not None:
        assert found.hint == hint


@pytest.mark.parametrize(
    ("statement", "column", "message", "hint"),
    [
        ("x = tl.arrange(0, 8)", 9, "tl.arrange does not exist. Did you mean tl.arange?", None),
        ("x = tl.zzzzzzz(0, 8)", 9, "tl.zzzzzzz does not exist.", None),
        ("x = tl.math.expp(N0)", 9, "tl.math.expp does not exist. Did you mean tl.math.exp?", None),
        ("x = tl.math.max(N0)", 9, "tl.math.max does not exist.", "Write tl.max."),
        ("x = tl.PropagateNan.SOME", 9, "tl.PropagateNan.SOME does not exist.", None),
        ("x = x_ptr.reshap(1)", 9, "Blocks have no .reshap.", "Did you mean .reshape?"),
        ("x = arange(0, 8)", 9, "arange is not defined.", "Write tl.arange."),
        ("lane = 1; x = lanes", 19, "lanes is not defined.", "Did you mean lane?"),
        ("x = qqq", 9, "qqq is not defined.", None),
        ("a = b = 1", 5, "Triton takes one target an assignment, not `a = b = ...`.", "Write one assignment a line."),
    ],
)
def test_what_triton_does_not_know_is_a_compile_error(
    statement: str, column: int, message: str, hint: str | None
) -> None:
    found = problem(body(statement))
    assert (found.kind, found.message, found.line, found.column) == ("compile_error", message, 7, column)
    assert found.hint == hint


@pytest.mark.parametrize(
    ("imports", "use", "message"),
    [
        ("import math", "math.exp(N0)", "math cannot be used in a kernel: only tl and triton can."),
        ("from math import exp", "exp(N0)", "math cannot be used in a kernel: only tl and triton can."),
        ("import torch", "torch.float32", "torch cannot be used in a kernel: only tl and triton can."),
        ("import numpy as np", "np.exp(N0)", "numpy cannot be used in a kernel: only tl and triton can."),
        ("from triton.language import core", "core.os", "tl.core is not available here: it is a part of Triton's inside. Use what tl itself offers."),
        ("from triton.language.extra import libdevice", "libdevice.tanh(N0)", "tl.extra is not available here: libdevice functions exist on a GPU alone. Use tl.math or the functions of tl."),
        ("import triton.language as T", "T.core.os", "tl.core is not available here: it is a part of Triton's inside. Use what tl itself offers."),
        ("import os as tl", "tl.load(N0)", "The name tl is given another meaning in line 1."),
        ("tl = 5", "tl.load(N0)", "The name tl is given another meaning in line 1."),
        ("tl = object()", "tl.load(N0)", "The name tl is given another meaning in line 1."),
        ("def tl(): pass", "tl.load(N0)", "The name tl is given another meaning in line 1."),
        ("import triton.language as triton", "triton.load(N0)", "The name triton is given another meaning in line 1."),
        ("from triton.language import math as tl", "tl.exp(N0)", "The name tl is given another meaning in line 1."),
        ("import triton.language as interpreter_semantic", "interpreter_semantic.load(N0)", "interpreter_semantic is not available in a kernel."),
        ("import triton.language as __builtins__", "__builtins__.load(N0)", "__builtins__ is not available in a kernel."),
        ("__builtins__ = 5", "__builtins__ + 1", "__builtins__ is not available in a kernel."),
        ("from os import *", "system", None),
    ],
)  # fmt: skip
def test_other_modules(imports: str, use: str, message: str | None) -> None:
    found = problem(f"{imports}\nfrom triton import jit\n@jit\ndef add_kernel(x_ptr, N0):\n    x = {use}\n")
    assert (found.line, found.column) == (5, 9)
    assert found.message == (message or "system is not defined.")


@pytest.mark.parametrize(
    ("decorators", "header", "line", "column", "message"),
    [
        ("@triton.autotune([], [])\n@triton.jit", "x", 1, 2, "add_kernel has a decorator that is not available here."),
        ("@triton.jit\n@open('x')", "x", 2, 2, "add_kernel has a decorator that is not available here."),
        ("@triton.jit(do_not_specialize=open('x'))", "x", 1, 2, "Options of triton.jit are not available here."),
        ("@triton.jit", "x, *args", 2, 20, "A kernel takes no `*args`."),
        ("@triton.jit", "x, **more", 2, 21, "A kernel takes no `**more`."),
        ("@triton.jit", "x, /, y", 2, 16, "A kernel takes no `/` among its parameters."),
        ("@triton.jit", "x, tl", 2, 19, "The name tl cannot be set: a kernel needs it."),
        ("@triton.jit", "x, __class__", 2, 19, "The name __class__ cannot be set: two underscores are Python's."),
        ("@triton.jit", "x: open('y')", 2, 19, "This annotation is not one that a kernel may have."),
        ("@triton.jit", "x: tl.core.os", 2, 19, "This annotation is not one that a kernel may have."),
        ("@triton.jit", "x=open('y')", 2, 18, "open is not available in a kernel."),
        ("@triton.jit", "x=[]", 2, 18, "This cannot be a default. It is computed by code that is not run."),
        ("@triton.jit", "x=LATER", 2, 18, "This cannot be a default. It is computed by code that is not run."),
        ("@triton.jit", "x=9**9**9", 2, 18, "The number is too large: Triton's integers have at most 64 bits."),
        ("@triton.jit", "x=lambda: 1", 2, 18, "A kernel cannot hold a lambda."),
        ("@triton.jit", "*, x=tl.core.os", 2, 21, "tl.core is not available here: it is a part of Triton's inside. Use what tl itself offers."),
    ],
)  # fmt: skip
def test_headers(decorators: str, header: str, line: int, column: int, message: str) -> None:
    found = problem(f"{decorators}\ndef add_kernel({header}):\n    pass\nLATER = 3\n")
    assert (found.kind, found.line, found.column, found.message) == ("rejected", line, column, message)


def test_a_return_annotation_is_held_against_the_same_list() -> None:
    found = problem("@triton.jit\ndef add_kernel(x) -> open('y'):\n    pass\n")
    assert (found.kind, found.line, found.column) == ("rejected", 2, 22)


@pytest.mark.parametrize(
    "text",
    [
        '"""\ndef add_kernel(x_ptr):\n    import os\n"""',
        "print('''\n   def f(): pass\n''')",
        "x = f'''\ndef f(): pass\n'''",
        "x = '\\\ndef f(): pass'",
    ],
)
def test_a_text_line_that_triton_could_take_for_the_kernel_is_refused(text: str) -> None:
    found = problem(body(text))
    assert (found.kind, found.line) == ("rejected", 8)
    assert found.message == "A line of a text in this kernel begins with `def`."


@pytest.mark.parametrize("character", ["\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029", "\0"])
def test_characters_that_end_a_line_for_some_readers_only(character: str) -> None:
    found = problem(body("pass", f"# \N{GRINNING FACE}{character}"))
    assert (found.kind, found.line, found.column) == ("rejected", 8, 9)
    assert found.message == f"Line 8 holds the control character U+{ord(character):04X}."


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("@triton.jit\ndef add_kernel(x_ptr)\n    pass\n", 2, 22, "Python cannot read line 2: expected ':'."),
        ("x = '\N{GRINNING FACE}\N{GRINNING FACE}' +* 3\n", 1, 13, "Python cannot read line 1: invalid syntax."),
        ("变 = '变' +* 3\n", 1, 10, "Python cannot read line 1: invalid syntax."),
        ("def f():\n  x = 1\n    y = 2\n", 3, None, "Python cannot read line 3: unexpected indent."),
        ("if True:\n\tx = 1\n        y = 2\n", 3, None, "Python cannot read line 3: inconsistent use of tabs and spaces in indentation."),
        ("x = (1,\n", 1, 5, "Python cannot read line 1: '(' was never closed."),
        ("x = '''abc\n", 1, 5, None),
        ("x = 1\\", 1, None, "Python cannot read line 1: unexpected EOF while parsing."),
        ("x = " + "(" * 10_000, 1, None, "Python cannot read line 1: too many nested parentheses."),
        ("x = " + "1" * 5_000, 1, None, "Python cannot read line 1: Exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits."),
        ("x = " + "not " * 15_000 + "1", None, None, "The source is nested too deeply for Python to read."),
        ("x = " + "-" * 60_000 + "1", None, None, "The source is nested too deeply for Python to read."),
        ("x = 1" + "+1" * 30_000, None, None, "The source is nested too deeply for Python to read."),
        ("x = x" + ".x" * 30_000, None, None, "The source is nested too deeply for Python to read."),
        ("x = x" + "(x)" * 20_000, None, None, "The source is nested too deeply for Python to read."),
        ("if x:\n" + "".join(" " * i + "if x:\n" for i in range(1, 120)), None, None, None),
        ("\ud800", None, None, None),
        ("x = 0777\n", 1, None, None),
        ("return\n" + "await x\n", None, None, None),
    ],
)  # fmt: skip
def test_what_python_cannot_read(text: str, line: int | None, column: int | None, message: str | None) -> None:
    found = problem(text)
    assert found.kind == "compile_error"
    if message is not None:
        assert found.message == message
    if line is not None:
        assert found.line == line
    if column is not None:
        assert found.column == column


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("!pip install triton", "Lines that begin with ! or % are a notebook's own. Delete them."),
        ("%matplotlib inline", "Lines that begin with ! or % are a notebook's own. Delete them."),
        ("```python", "Delete the lines of backquotes: they are Markdown's."),
        ("x = = 1", None),
    ],
)
def test_what_comes_along_when_a_notebook_or_a_page_is_pasted(line: str, hint: str | None) -> None:
    found = problem("import triton\n" + line + "\n")
    assert (found.kind, found.line, found.hint) == ("compile_error", 2, hint)


@pytest.mark.parametrize(
    "statement",
    [
        "x = " + "-" * 500 + "1",
        "x = 1" + "+1" * 500,
        "x = N0" + ".T" * 400,
        "x = " + "(" * 150 + "1" + ",)" * 150,
        "if N0: pass\n" + "    elif N0: pass\n" * 400,
    ],
    ids=["signs", "sum", "attributes", "tuples", "elif"],
)
def test_a_kernel_that_is_nested_too_deeply(statement: str) -> None:
    found = problem(body(statement))
    assert (found.kind, found.message) == ("compile_error", "This is nested too deeply.")
    assert found.line is not None
    assert found.line >= 7


def test_columns_are_counted_as_editors_count_them() -> None:
    found = problem(body("x = '\N{GRINNING FACE}变é' + open"))
    assert (found.line, found.column) == (7, 18)


def test_a_name_written_with_other_letters_is_the_name_that_python_makes_of_it() -> None:
    found = problem(body("x = \uff45\uff56\uff41\uff4c('1')"))  # full-width letters
    assert found.message == "eval is not available in a kernel."


def test_too_many_functions() -> None:
    chain = "".join(f"@triton.jit\ndef f{i}(x):\n    f{i + 1}(x)\n" for i in range(300))
    found = problem(chain + "@triton.jit\ndef f300(x):\n    pass\n", "f0")
    assert (found.kind, found.message) == ("rejected", "A kernel may use at most 200 functions.")
