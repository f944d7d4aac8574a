"""The trace of a case holds what its kernel did: statements, lanes, programs and their order."""

import re
from pathlib import Path

import numpy as np
import pytest

from playground_puzzles.catalogue import load
from tests.judge.test_kernels import headers
from tests.judge.trace import MASKED, unpack

CATALOGUE = load()
KERNELS = Path(__file__).parent / "kernels"
HEAD = "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
ADD = (
    HEAD
    + "def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n    offs = tl.program_id(0) * B0 + tl.arange(0, B0)\n"
)
MOST_BYTES = 300_000


def test_the_first_case_and_each_that_fails_have_one(judged):
    passes_first = ADD + "    tl.store(z_ptr + offs, tl.load(x_ptr + offs, offs < 200, 0.0) + 10.0, offs < 200)\n"
    verdict, traces = judged(2, passes_first)
    assert verdict.cases[0].outcome == "passed"
    wanted = [case.name for n, case in enumerate(verdict.cases) if n == 0 or case.outcome != "passed"]
    assert len(wanted) > 1
    assert [case.name for case in verdict.cases if case.traced] == list(traces) == wanted
    assert all((case.memory is not None) == case.traced for case in verdict.cases)


def test_lanes_that_are_masked_off_or_hang_over(judged):
    source = ADD + "    x = tl.load(x_ptr + offs)\n    tl.store(z_ptr + offs, x + 10.0, mask=offs < N0)\n"
    trace = unpack(judged(2, source)[1]["as-stated"])
    assert trace.header["grid"] == [7, 1, 1]
    assert trace.header["order"] is None
    assert trace.header["cut"] is False
    assert trace.header["tensors"] == [
        {"name": "x", "dtype": "float32", "shape": [200], "role": "input"},
        {"name": "z", "dtype": "float32", "shape": [200], "role": "output"},
    ]
    load, store = trace.records
    assert (load.op, load.tensor, load.line, load.shape, load.start, load.count) == ("load", "x", 8, (32,), 0, 7)
    assert (store.op, store.tensor, store.line, store.shape) == ("store", "z", 9, (32,))
    lanes = np.arange(224).reshape(7, 32)
    assert load.lanes.tolist() == lanes.tolist()
    assert store.lanes.tolist() == np.where(lanes < 200, lanes, MASKED).tolist()


def test_a_loop_comes_once_a_turn_and_what_programs_share_once(judged):
    source = (CATALOGUE.folder(CATALOGUE.get(9).slug) / "solution.py").read_text()
    trace = unpack(judged(9, source)[1]["as-stated"])
    assert [record.shared for record in trace.records] == [False] + [True] * 14 + [False]
    steps = trace.of_program(3)
    assert [step[1] for step in steps] == ["q", *["k", "v"] * 7, "z"]
    assert steps[1][3] == steps[2][3] == list(range(32))
    assert steps[13][3] == [*range(192, 200), *[MASKED] * 24]


def test_programs_are_counted_first_axis_fastest_and_told_in_the_order_they_ran(judged):
    source = (CATALOGUE.folder(CATALOGUE.get(4).slug) / "solution.py").read_text()
    trace = unpack(judged(4, source)[1]["as-stated"])
    assert trace.header["grid"] == [4, 3, 1]
    assert trace.header["order"] == [x + 4 * y for x in range(4) for y in range(3)]
    in_block = 32 * np.array([program % 4 for program in trace.header["order"]])
    assert trace.records[0].lanes[:, 0].tolist() == in_block.tolist()


def test_another_order_is_told(judged):
    """Every case but the first runs shuffled."""
    wrong = ADD + "    tl.store(z_ptr + offs, tl.load(x_ptr + offs, offs < N0, 0.0), offs < N0)\n"
    verdict, traces = judged(2, wrong, seed=5)
    trace = unpack(traces["large-values"])
    order = trace.header["order"]
    assert sorted(order) == list(range(8))
    assert order != sorted(order)
    assert (trace.records[0].lanes[:, 0] // 128).tolist() == order
    assert verdict.cases[-1].traced


def test_programs_that_ran_one_by_one_are_joined(judged):
    """Atomics and prints are not done all at once; a program that does other statements has records of its own."""
    body = (
        "    x = tl.load(x_ptr + offs, mask=offs < N0, other=0.0)\n"
        "    if tl.program_id(0) == 4:\n        tl.atomic_add(z_ptr, 1.0)\n"
        "    tl.atomic_add(z_ptr + offs, x, mask=offs < N0 + 1)\n"
    )
    trace = unpack(judged(2, ADD + body)[1]["as-stated"])
    assert [(r.op, r.line, r.start, r.count, r.shape) for r in trace.records] == [
        ("load", 8, 0, 4, (32,)),
        ("atomic", 11, 0, 4, (32,)),
        ("load", 8, 4, 1, (32,)),
        ("atomic", 10, 4, 1, ()),
        ("atomic", 11, 4, 1, (32,)),
        ("load", 8, 5, 2, (32,)),
        ("atomic", 11, 5, 2, (32,)),
    ]
    lanes = np.arange(224).reshape(7, 32)
    assert trace.records[0].lanes.tolist() == lanes[:4].tolist()
    assert trace.records[-1].lanes.tolist() == np.where(lanes <= 200, lanes, MASKED)[5:].tolist()


def test_a_case_that_an_error_ends_shows_what_came_before_it(judged):
    source = ADD + "    x = tl.load(x_ptr + offs - (1 << 40))\n    tl.store(z_ptr + offs, x + tl.arange(0, 2 * B0))\n"
    verdict, traces = judged(2, source)
    assert verdict.outcome == "compile_error"
    assert verdict.cases[0].traced
    (load,) = unpack(traces["as-stated"]).records
    assert load.lanes.tolist() == [[-(2**31) + 1] * 32]
    assert verdict.cases[0].memory.loaded == 0


def test_a_long_record_is_cut_and_the_run_goes_on(judged):
    source = ADD + (
        "    for turn in range(0, 6000):\n        x = tl.load(x_ptr + offs, mask=offs < N0, other=0.0)\n"
        "    tl.store(z_ptr + offs, x + 10.0, mask=offs < N0)\n"
    )
    verdict, traces = judged(2, source, case="as-stated")
    assert verdict.outcome == "passed"
    trace = unpack(traces["as-stated"])
    assert trace.header["cut"] is True
    assert verdict.cases[0].memory is None
    assert 900_000 < sum(record.lanes.size for record in trace.records) <= 1_000_000


WRONG = [
    path
    for path in sorted(KERNELS.glob("*.py"))
    if headers(path.read_text())["expect"] in ("wrong_answer", "invalid_access", "wrong_answer invalid_access")
]


@pytest.mark.parametrize("number", [puzzle.number for puzzle in load().puzzles if puzzle.number])
def test_a_trace_is_small_as_sent(number, judged):
    """Of every wrong kernel that there is for the puzzle, and of the reference without its masks."""
    reference = (CATALOGUE.folder(CATALOGUE.get(number).slug) / "solution.py").read_text()
    unmasked = re.sub(r", mask=.*(?=\)$)", "", reference, flags=re.MULTILINE)
    sources = {path.stem: path.read_text() for path in WRONG if headers(path.read_text())["puzzle"] == str(number)}
    sizes = {}
    for name, source in {"reference": reference, "unmasked": unmasked, **sources}.items():
        verdict, traces = judged(number, source)
        assert len(traces) == sum(case.traced for case in verdict.cases)
        sizes[name] = max(map(len, traces.values()), default=0)
    assert 0 < max(sizes.values()) < MOST_BYTES, sizes
    print(f"\n{number}: bytes of the largest trace: {sizes}")  # noqa: T201


@pytest.mark.parametrize("slug", ["demo-1", "demo-2", "demo-3", "demo-4"])
def test_demos_have_a_trace(slug, judged):
    starter = (CATALOGUE.folder(slug) / "starter.py").read_text()
    verdict, traces = judged(slug, starter)
    assert verdict.cases[0].traced
    assert verdict.cases[0].memory.least_loaded is None
    assert 0 < len(traces["as-stated"]) < 1000
