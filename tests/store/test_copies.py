"""When two sources are the same solution."""

import pytest

from playground_backend.store.copies import normal_form, same
from playground_puzzles.catalogue import load
from playground_puzzles.models import Kind

KERNEL = """import triton
import triton.language as tl

SCALE: tl.constexpr = 2


@triton.jit
def helper(x):
    return x * SCALE


@triton.jit
def kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    i = tl.arange(0, B0)
    tl.store(z_ptr + i, helper(tl.load(x_ptr + i)))
"""


@pytest.mark.parametrize(
    "other",
    [
        KERNEL.replace("\n    i =", "\n    # where\n\n    i  =   "),
        KERNEL.replace("import triton\n", "import torch\nimport triton\n") + "\n\ndef other_kernel():\n    pass\n",
        KERNEL.replace("    i = tl.arange(0, B0)", "    '''Doubles.'''\n    i = (tl.arange(0,\n        B0))"),
    ],
)
def test_layout_comments_and_the_rest_of_the_file_do_not_matter(other: str):
    assert other != KERNEL
    assert same(KERNEL, other, "kernel")


@pytest.mark.parametrize(
    "other",
    [
        KERNEL.replace("i = tl.arange", "j = tl.arange").replace("+ i", "+ j"),
        KERNEL.replace("SCALE: tl.constexpr = 2", "SCALE: tl.constexpr = 3"),
        KERNEL.replace("x * SCALE", "SCALE * x"),
        KERNEL.replace("def kernel", "def another_kernel"),
        "",
        "def kernel(:",
        "def kernel():\n    \x00",
        "kernel = 1",
        "def kernel():\n    return " + "(" * 5000 + ")" * 5000,
        "def kernel():\n    return " + "-" * 20000 + "1",
    ],
)
def test_other_code_is_not_the_same(other: str):
    assert not same(KERNEL, other, "kernel")


def test_what_does_not_parse_is_like_itself_alone():
    assert same("(", "(", "kernel")
    assert not same("(", "((", "kernel")


def test_every_reference_has_a_form_and_no_starter_is_its_reference():
    known = load()
    for puzzle in known.puzzles:
        if puzzle.kind is Kind.demo:
            continue
        reference = known.solution(puzzle.slug).source
        assert normal_form(reference, puzzle.kernel) is not None
        assert not same(reference, (known.folder(puzzle.slug) / "starter.py").read_text(), puzzle.kernel)
