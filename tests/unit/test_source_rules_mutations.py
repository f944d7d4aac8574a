"""Whatever the text, the source rules end quickly, with a kernel or with a problem that has a place in the text."""

# ruff: noqa: E501 - the fragments, many a line

import ast
import time
from pathlib import Path

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from playground_workers.interpreter.source import Prepared, SourceProblem, names, prepare

LITE = (Path(__file__).parent / "data" / "lite_file.txt").read_text()
KERNELS = ("add_kernel", "softmax_kernel", "unpack_kernel", "demo1")
FRAGMENTS = (
    *"()[]{}:;,.=*@\\\"'#\n\t \x0c\u2028\N{GRINNING FACE}",
    *("tl", "tl.core", "triton", "import os\n", "lambda: ", "f'{", "}'", '"""', "**", ":=", " if ", " else ", "not "),
    *("def ", "class ", "@triton.jit\n", "return ", "global ", "del ", "yield ", "await ", "for i in ", "range", "9**9**9"),
    *("1 << 10**9", "__class__", ".format", "x_ptr", "GROUP", "LOG2_E", "_shifted_exp", "B0", "add_kernel", "\n    ", "...", "1j"),
)  # fmt: skip
LIMIT_S = 5.0  # of processor time; half a second is usual for the largest
ALLOWED_NODES = (
    ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.keyword, ast.expr_context, ast.operator, ast.unaryop,
    ast.boolop, ast.cmpop, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If, ast.Expr, ast.Return,
    ast.Pass, ast.Break, ast.Continue, ast.Assert, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare, ast.Call,
    ast.Constant, ast.Attribute, ast.Subscript, ast.Name, ast.List, ast.Tuple, ast.Slice, ast.JoinedStr,
    ast.FormattedValue,
)  # fmt: skip


def read(text: str, kernel: str) -> Prepared | None:
    """Hold what every answer must hold: time, a place inside the text, and nothing but allowed nodes and names."""
    problem: SourceProblem | None = None
    started = time.process_time()
    try:
        prepared = prepare(text, kernel)
    except SourceProblem as error:
        problem, prepared = error, None
    assert time.process_time() - started < LIMIT_S
    if problem is not None:
        assert problem.kind in ("rejected", "compile_error")
        assert problem.message
        if problem.line is not None:
            lines = text.split("\n")
            assert 1 <= problem.line <= len(lines)
            assert problem.column is not None
            assert 1 <= problem.column <= len(lines[problem.line - 1].encode("utf-16-le", "replace")) // 2 + 2
        return None
    assert prepared is not None
    for node in ast.walk(prepared.tree):
        assert isinstance(node, ALLOWED_NODES)
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_")
            assert node.attr not in names.LEFT_OUT_ATTRIBUTES
            assert node.attr not in ("core", "extra", "runtime")
        if isinstance(node, ast.Name):
            assert not node.id.startswith("__")
    compile(prepared.tree, "student", "exec", dont_inherit=True)
    return prepared


def mutated(edits: list[tuple[int, int, str]]) -> str:
    text = LITE
    for at, length, fragment in edits:
        at %= len(text) + 1
        text = text[:at] + fragment + text[at + length :]
    return text


edit = st.tuples(st.integers(0, len(LITE)), st.integers(0, 12), st.sampled_from(FRAGMENTS))


@seed(20)
@settings(max_examples=300, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(edit, min_size=1, max_size=4), st.sampled_from(KERNELS))
def test_a_file_changed_at_random_places(edits: list[tuple[int, int, str]], kernel: str) -> None:
    read(mutated(edits), kernel)


@seed(21)
@settings(max_examples=300, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=8))
def test_a_statement_put_together_at_random(fragments: list[str]) -> None:
    head = "GROUP = 8\n@triton.jit\ndef add_kernel(x_ptr, B0: tl.constexpr = GROUP):\n    x = "
    read(head + " ".join(fragments) + "\n", "add_kernel")


@seed(22)
@settings(max_examples=200, deadline=None, database=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    assert read(text, "add_kernel") is None


def test_files_of_the_largest_size_take_no_longer() -> None:
    size = 64 * 1024
    constants = "".join(f"C{i} = {i}\n" for i in range(4000))
    functions = "".join(f"@triton.jit\ndef f{i}(x): f{i + 1}(x)\n" for i in range(1500))
    for text in (
        LITE * (size // len(LITE)),
        constants,
        functions,
        "x = [" + "1," * 30_000 + "]\n",
        "#" * size,
        "\n" * size,
        "x=" + "{" * 150 + "}" * 150,
        "@triton.jit\ndef add_kernel(x):\n" + " x = 1\n" * 8_000,
        "@triton.jit\ndef add_kernel(x):\n x = [" + "tl.arange," * 6_000 + "]\n",
        "@triton.jit\ndef add_kernel(x):\n" + " x = abs(x)\n" * 5_000,
        "@triton.jit\ndef add_kernel(x):\n é = 1; " + "x = abs(x); " * 5_000,
        "@triton.jit\ndef add_kernel(" + ",".join(f"a{i}" for i in range(10_000)) + "): pass\n",
    ):
        read(text[:size], "add_kernel")
