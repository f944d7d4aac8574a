"""The source gate: whatever the text, it ends soon, and what it lets through is what the rules allow."""

# ruff: noqa: E501 - the tables of pieces

import ast
import time
from pathlib import Path

import pytest
from hypothesis import given, seed
from hypothesis import strategies as st

from playground_puzzles.catalogue import load
from playground_workers.interpreter.source import SourceProblem, prepare
from tests.fuzz import LIMIT_S, fuzz, grammar

CATALOGUE = load()
LITE = (Path(__file__).parents[1] / "unit" / "data" / "lite_file.txt").read_text()
LITE_KERNELS = ("demo1", "add_kernel", "softmax_kernel", "unpack_kernel")
GOOD = [
    *(
        (CATALOGUE.folder(puzzle.slug).joinpath(name).read_text(), puzzle.kernel)
        for puzzle in CATALOGUE.puzzles
        for name in ("solution.py", "starter.py")
        if CATALOGUE.folder(puzzle.slug).joinpath(name).exists()
    ),
    *((LITE, kernel) for kernel in LITE_KERNELS),
]


def accept(text: str, kernel: str) -> bool:
    """Whether the gate lets it through; the test fails where it should not, or takes long, or crashes."""
    began = time.process_time()
    try:
        tree = prepare(text, kernel).tree
    except SourceProblem as problem:
        tree, kind = None, problem.kind
    assert time.process_time() - began < LIMIT_S
    if tree is None:
        assert kind in ("rejected", "compile_error")
        return False
    grammar.check(tree, kernel)
    return True


def test_what_is_good_is_accepted() -> None:
    assert len({kernel for _, kernel in GOOD}) >= 16
    for text, kernel in GOOD:
        if "solution" in text or "@triton.jit" in text:
            assert accept(text, kernel), kernel


@pytest.mark.parametrize(
    "line",
    [
        "x = tl.core",
        "x = ().__class__",
        "x = lambda: 0",
        "import os",
        "x_ptr.handle = 0",
        "x = np",
        "x = y @ y",
        "del x",
    ],
)
def test_the_second_grammar_sees_what_is_wrong(line: str) -> None:
    tree = ast.parse(f"@triton.jit\ndef k(x_ptr, y):\n    {line}\n")
    with pytest.raises(grammar.Refused):
        grammar.check(tree, "k")


# ---- files changed at random places ---------------------------------------------------------------------------------

PIECES = (
    *"()[]{}:;,.=*@\\\"'#\n\t \x0c\x85\u2028\N{GRINNING FACE}\0",
    *("tl", "tl.core", "tl.math", "triton", "triton.language", "triton.runtime", "import os\n", "lambda: ", "f'{", "}'"),
    *("def ", "class ", "@triton.jit\n", "return ", "global ", "del ", "yield ", "await ", "for i in ", "async ", "with "),
    *("__class__", "._type", ".format", ".handle", ".data", "x_ptr", "GROUP", "LOG2_E", "B0", "\n    ", "...", "1j"),
    *("**", ":=", " if ", " else ", "not ", "9**9**9", "1 << 10**9", '"""', "'''", "print", "eval", "getattr", "_"),
    *("\ndef add_kernel(", "\n    def f(", "tl = ", "triton = ", "type X = int\n", "match x:\n  case _: pass\n", "\r"),
)  # fmt: skip
edits = st.lists(
    st.tuples(st.integers(0, 1 << 14), st.integers(0, 12), st.sampled_from(PIECES)), min_size=1, max_size=4
)


@seed(31)
@fuzz
@given(st.sampled_from(GOOD), edits)
def test_good_files_changed(good: tuple[str, str], changes: list[tuple[int, int, str]]) -> None:
    text, kernel = good
    for at, length, piece in changes:
        at %= len(text) + 1
        text = text[:at] + piece + text[at + length :]
    accept(text, kernel)


# ---- kernels grown from nothing -------------------------------------------------------------------------------------

ATOMS = (
    *("x", "x_ptr", "B0", "i", "tl", "triton", "np", "os", "print", "range", "eval", "K", "helper", "_", "__name__"),
    *("0", "1.5", "True", "None", "...", "'text'", "b'text'", "f'{x}'", "f'{x!r:>{B0}}'", "1j", "2**70", "-3", "[]", "{}"),
    *("tl.float32", "tl.core", "tl.math", "tl.arange(0, B0)", "tl.load(x_ptr)", "triton.cdiv(x, 2)", "tl.extra.cuda"),
)  # fmt: skip
WORDS = (
    *("dtype", "shape", "T", "to", "sum", "handle", "data", "format", "append", "load", "exp", "core", "math", "jit"),
    *("__class__", "_semantic", "type", "scalar", "item", "store", "inspect", "os", "value", "language", "cdiv", "f"),
)  # fmt: skip


def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def shape(pattern: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.tuples(*parts).map(lambda words: pattern.format(*words))

    word = st.sampled_from(WORDS)
    sign = st.sampled_from(
        ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "@", "<", "==", "in", "is", "and", "or"]
    )
    return st.one_of(
        shape("({} {} {})", inner, sign, inner),
        shape("{}.{}", inner, word),
        shape("{}({})", inner, inner),
        shape("tl.{}({}, {}={})", word, inner, word, inner),
        shape("{}[{}]", inner, inner),
        shape("{}[:, None]", inner),
        shape("({} if {} else {})", inner, inner, inner),
        shape("({}, {})", inner, inner),
        shape("(not {})", inner),
        shape("(lambda: {})", inner),
        shape("[{} for i in {}]", inner, inner),
        shape("(q := {})", inner),
        shape("f'{{{}}}'", inner),
        shape("{}(*{})", inner, inner),
        shape("{}(**{})", inner, inner),
    )


expressions = st.recursive(st.sampled_from(ATOMS), grow, max_leaves=6)
LINES = (
    *("{0}", "x = {0}", "x += {0}", "x: {0} = {1}", "{0} = {1}", "x = y = {0}", "x, i = {0}", "return {0}", "assert {0}, {1}"),
    *("for i in {0}: x = {1}", "for {0} in range(3): pass", "while {0}: {1}", "if {0}: {1}", "del {0}", "raise {0}"),
    *("global x", "import os", "from os import path as x", "with {0}: pass", "try: {0}\n    except: pass"),
    *("def inner(): return {0}", "class C: x = {0}", "'''\ndef k(): {0}\n'''", "nonlocal x", "print({0}, sep={1})"),
)  # fmt: skip
line = st.tuples(st.sampled_from(LINES), expressions, expressions).map(lambda item: item[0].format(*item[1:]))
HEADER = "import triton\nimport triton.language as tl\nK = {}\n@triton.jit\ndef helper(x, B0={}):\n    return x\n"
KERNEL = "@triton.jit\ndef k(x_ptr, N0, B0: {} = {}):\n    i = x = 1\n"


@seed(32)
@fuzz
@given(st.lists(line, min_size=1, max_size=4), *[st.sampled_from(ATOMS)] * 2, *[expressions] * 2)
def test_kernels_grown_from_nothing(lines: list[str], constant: str, default: str, note: str, other: str) -> None:
    head = HEADER.format(constant, default) + KERNEL.format(note, other).replace("i = x = 1", "i = 1\n    x = 2")
    accept(head + "".join(f"    {text}\n" for text in lines), "k")


@seed(33)
@fuzz
@given(st.lists(line, min_size=1, max_size=3))
def test_kernels_with_a_good_head(lines: list[str]) -> None:
    head = HEADER.format("3", "4") + KERNEL.format("tl.constexpr", "5").replace("i = x = 1", "i = 1\n    x = 2")
    accept(head + "".join(f"    {text}\n" for text in lines), "k")
