"""What looks more alike than right answers do anyway."""

from playground_backend.likeness import compare
from playground_puzzles.catalogue import load

REFERENCE = load().solution("long-sum").source
KERNEL = load().get("long-sum").kernel


def variant(number: int) -> str:
    """A solution of its own: as many people would write it, each a little differently."""
    extra = [
        "acc = acc + tl.sum(x, 1)",
        "acc += tl.sum(x, axis=1)",
        "part = tl.sum(x, 1)\n        acc = acc + part",
        "acc = tl.sum(x, 1) + acc",
        "x = tl.where(mask, x, 0.0)\n        acc += tl.sum(x, 1)",
        "acc += tl.sum(tl.where(mask, x, 0), 1)",
        "acc = acc * 1 + tl.sum(x, 1)",
        "step = tl.sum(x, 1) * 1.0\n        acc = acc + step + 0",
    ][number % 8]
    return f"""
import triton
import triton.language as tl

@triton.jit
def {KERNEL}(x_ptr, z_ptr, N0, N1, T, B0: tl.constexpr, B1: tl.constexpr):
    pid = tl.program_id(0)
    rows = pid * B0 + tl.arange(0, B0)
    acc = tl.zeros([B0], dtype=tl.float32)
    for start in tl.range(0, T, B1):
        cols = start + tl.arange(0, B1)
        mask = (rows[:, None] < N0) & (cols[None, :] < T)
        x = tl.load(x_ptr + rows[:, None] * T + cols[None, :], mask=mask, other=0.0)
        {extra}
    tl.store(z_ptr + rows, acc, mask=rows < N0)
"""


ODD = variant(0).replace(
    "acc = acc + tl.sum(x, 1)",
    "half = tl.sum(x, 1) / 2\n        twice = half - 0 + half\n        acc = acc - (0 - twice) * 1 // 1\n"
    "        acc = tl.where(acc == acc, acc, 0 - acc * 2)",
)


def renamed(source: str) -> str:
    """The same with other names, constants, comments and layout."""
    for old, new in (("half", "teil"), ("twice", "ganz"), ("acc", "summe"), ("rows", "zeilen"), ("cols", "spalten")):
        source = source.replace(old, new)
    return source.replace("0.0", "0.00").replace("    pid", "\n    # begin\n    pid")


def test_two_that_share_what_nobody_else_has_are_shown():
    sources = {f"s{number}": variant(number) for number in range(8)} | {"bo": ODD, "cy": renamed(ODD)}
    found = compare(sources, REFERENCE, KERNEL)
    assert found.reason is None
    assert [(pair.one, pair.other) for pair in found.pairs] == [("bo", "cy")]
    assert found.usual is not None
    assert found.pairs[0].likeness > 0.9 > found.usual


def test_a_class_that_all_writes_the_reference_is_not_accused():
    sources = {f"s{number}": REFERENCE for number in range(30)}
    found = compare(sources, REFERENCE, KERNEL)
    assert (found.pairs, found.compared) == ([], 30)
    assert "right" in (found.reason or "")


def test_a_class_that_was_taught_one_way_is_not_accused():
    sources = {f"s{number}": variant(3) for number in range(25)} | {"bo": variant(1)}
    assert compare(sources, REFERENCE, KERNEL).pairs == []


def test_few_and_unreadable_solutions_say_so():
    assert compare({"a": variant(1), "b": variant(2)}, REFERENCE, KERNEL).reason is not None
    broken = {f"s{number}": "def (" for number in range(9)} | {"x": "pass", "deep": "(" * 5000}
    found = compare(broken, REFERENCE, KERNEL)
    assert (found.compared, found.pairs) == (0, [])


def test_another_spelling_of_a_docstring_changes_nothing():
    sources = {f"s{number}": variant(number) for number in range(8)}
    told = ODD.replace("    pid =", '    """Mine."""\n    pid =')
    found = compare(sources | {"bo": ODD, "cy": told}, REFERENCE, KERNEL)
    assert found.pairs[0].likeness == 1.0
