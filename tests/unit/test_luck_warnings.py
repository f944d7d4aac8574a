"""What works here and not on a GPU is told at its line, with what to write instead, and only where it is certain."""

import pytest

from playground_puzzles.catalogue import load
from playground_puzzles.models import Kind
from playground_workers.interpreter.source import prepare
from tests.mutants.kernels import right_solutions

HEAD = """import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    pid = tl.program_id(0)
    offs = pid * B0 + tl.arange(0, B0)
    keep = offs < N0
    x = tl.load(x_ptr + offs, mask=keep, other=0.0)
"""
FIRST = HEAD.count("\n") + 1


def told(body):
    source = HEAD + "".join(f"    {line}\n" for line in body.split("\n"))
    return [(warning.code, warning.line - FIRST) for warning in prepare(source, "kernel").warnings]


@pytest.mark.parametrize(
    ("body", "code", "line"),
    [
        ("m = keep and x > 0", "boolean_on_block", 0),
        ("y = x\nm = (offs >= 0) or (y > 0)", "boolean_on_block", 1),
        ("m = not keep", "boolean_on_block", 0),
        ("m = 0 <= offs < N0", "chained_comparison", 0),
        ("if x > 0:\n    x = -x", "condition_on_block", 0),
        ("while keep:\n    keep = keep & (x > 0)", "condition_on_block", 0),
        ("y = x if keep else 0.0", "condition_on_block", 0),
        ("y = tl.exp2(x)\nif y > 1:\n    pass", "condition_on_block", 1),
        ("if x.to(tl.int32) > 0:\n    pass", "condition_on_block", 0),
        ('print(f"x is {x}")', "formatted_print", 0),
        ('print(f"program {pid}")', "formatted_print", 0),
        ("print(x)", "print_without_text", 0),
        ("print(pid, x)", "print_without_text", 0),
        ('print("x", x, "offs", offs)', "print_with_texts", 0),
        ("acc = 0\nfor i in range(0, N0, B0):\n    acc += tl.load(x_ptr + i + offs)", "accumulator_type", 2),
        ("acc = 0.0\nfor i in range(N0):\n    acc = acc + x", "accumulator_type", 2),
        ("acc = tl.zeros([B0], dtype=tl.int32)\nfor i in range(N0):\n    acc += tl.exp2(x)", "accumulator_type", 2),
        ("acc = tl.zeros([B0], tl.int32)\nfor i in range(N0):\n    acc = acc + 0.5", "accumulator_type", 2),
        ("return x", "kernel_returns", 0),
    ],
)
def test_it_is_told(body, code, line):
    assert (code, line) in told(body)


@pytest.mark.parametrize(
    "body",
    [
        "m = keep & (x > 0)",
        "m = pid > 0 and N0 > 3",
        "if pid == 0:\n    x = x + 1.0",
        "if B0 > 16 and N0 > 16:\n    x = x + 1.0",
        "y = x if B0 > 16 else -x",
        "m = not (pid == 0)",
        "s = tl.sum(x)\nif s > 0:\n    x = x + 1.0",
        "m = 0 <= pid < 3",
        'print("x", x)',
        'print("program", pid, x)',
        'print(f"block {B0}")',
        'print("done")',
        "print(B0)",
        "acc = tl.zeros([B0], dtype=tl.float32)\nfor i in range(N0):\n    acc += x",
        "acc = 0.0\nfor i in range(N0):\n    acc += tl.sum(x)",
        "acc = 0\nfor i in tl.static_range(4):\n    acc += x",
        "y = 0\nfor i in range(N0):\n    y = x + 1.0",
        "n = 0\nfor i in range(N0):\n    n += 1",
        "y = x\ny = tl.sum(y)\nif y > 0:\n    pass",
        "return",
        "return None",
    ],
)
def test_it_is_not_told_of_what_is_right(body):
    assert told(body) == []


def test_a_helper_may_return_a_value():
    source = HEAD.replace("@triton.jit", "@triton.jit\ndef twice(v):\n    return v + v\n\n\n@triton.jit")
    assert prepare(source + "    tl.store(z_ptr + offs, twice(x), mask=keep)\n", "kernel").warnings == ()


def test_our_own_solutions_need_no_luck():
    catalogue = load()
    for puzzle, source in right_solutions(catalogue).values():
        assert prepare(source, puzzle.kernel).warnings == (), puzzle.slug
    for puzzle in catalogue.puzzles:
        if puzzle.kind is Kind.puzzle:
            assert prepare(puzzle.starter, puzzle.kernel).warnings == (), puzzle.slug
