"""The least that a puzzle states is what its reference solution comes to, counted once, and right kernels need it."""

from pathlib import Path

import pytest

from playground_puzzles.catalogue import load
from tests.judge.test_kernels import headers
from tests.judge.trace import unpack

CATALOGUE = load()
PUZZLES = [puzzle for puzzle in CATALOGUE.puzzles if puzzle.number is not None and puzzle.memory is not None]
SECOND = sorted((Path(__file__).parents[1] / "mutants" / "second").glob("*.py"))
KERNELS = sorted((Path(__file__).parent / "kernels").glob("*.py"))
RIGHT = [path for path in KERNELS if headers(path.read_text())["expect"] == "passed"]
MORE = {("two-dimensional-convolution", "wide-image"), ("two-dimensional-convolution", "large-window")}
"""The reference loads all weights, also those that lie outside of every image."""

BELOW = {"second-06", "second-20"}
"""Load only where what they have loaded or drawn lets it through: what is stated does not look at values."""

LOOKS_AT_VALUES = {"strided-gather"}
"""The reference loads nothing for an index that names no row."""


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.slug)
def test_the_reference_needs_what_is_stated(puzzle, judged):
    source = (CATALOGUE.folder(puzzle.slug) / "solution.py").read_text()
    for case in puzzle.cases:
        verdict, traces = judged(puzzle.slug, source, case=case.name)
        (told,) = verdict.cases
        assert told.outcome == "passed"
        assert told.traced
        trace = unpack(traces[case.name])
        loads, stores = trace.distinct("load", "atomic"), trace.distinct("store", "atomic")
        if (puzzle.slug, case.name) in MORE:
            assert len(loads) > told.memory.least_loaded
        elif puzzle.slug in LOOKS_AT_VALUES:
            assert len(loads) <= told.memory.least_loaded
        else:
            assert len(loads) == told.memory.least_loaded, case.name
        assert len(stores) == told.memory.least_stored == told.memory.stored, case.name
        assert told.memory.loaded >= len(loads)


@pytest.mark.parametrize("path", [*SECOND, *RIGHT], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_right_kernel_goes_below(path, judged):
    text = path.read_text()
    puzzle = CATALOGUE.get(headers(text).get("puzzle", path.stem.lstrip("0")))
    for case in puzzle.cases:
        verdict, _ = judged(puzzle.slug, text, case=case.name)
        memory = verdict.cases[0].memory
        assert verdict.outcome == "passed"
        if puzzle.memory is None:
            assert (memory.least_loaded, memory.least_stored) == (None, None)
            continue
        if f"{path.parent.name}-{path.stem}" in BELOW:
            assert memory.loaded < memory.least_loaded, case.name
        else:
            assert memory.loaded >= memory.least_loaded, case.name
        assert memory.stored >= memory.least_stored, case.name


def test_every_access_counts_each_time(judged):
    """Twice loaded, twice stored, with lanes outside, masked lanes and an atomic."""
    source = (
        "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
        "def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n"
        "    offs = tl.program_id(0) * B0 + tl.arange(0, B0)\n"
        "    x = tl.load(x_ptr + offs)\n"
        "    x = tl.load(x_ptr + offs, mask=offs < 10, other=0.0)\n"
        "    first = tl.load(x_ptr)\n"
        "    tl.store(z_ptr + offs, x + 10.0, mask=offs < N0)\n"
        "    tl.atomic_add(z_ptr + offs, x, mask=offs < 5)\n"
    )
    memory = judged("constant-add-block", source, case="tail-of-one")[0].cases[0].memory
    programs, length = 3, 65
    assert memory.loaded == length + 10 + programs + 5
    assert memory.stored == length + 5
    assert (memory.least_loaded, memory.least_stored) == (length, length)
