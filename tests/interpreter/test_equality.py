"""The fast interpreter, all programs at once and one by one, comes to what Triton's own comes to: results to the
bit, who wrote what, every access, prints, and errors to the word."""

import re
from pathlib import Path

import numpy as np
import pytest

from playground_puzzles.catalogue import load
from playground_puzzles.source_text import normalise
from playground_workers.interpreter.source import SourceProblem
from playground_workers.mutants.mutations import mutants
from tests.interpreter import subject
from tests.interpreter.cases import differences, puzzle_cases
from tests.interpreter.generated import generate
from tests.mutants.kernels import right_solutions

CATALOGUE = load()
SOLUTIONS = right_solutions(CATALOGUE)
KERNELS = sorted((Path(__file__).parents[1] / "judge" / "kernels").glob("*.py"))
ENDLESS = {"endless_loop_02", "memory_bomb_02", "print_flood_02"}
MODES = ["auto", "serial"]
ROUNDINGS = 64
"""Roundings of a tensor's greatest number that a sum taken in another order may be off by."""

SEEDS = range(60)
FEW = 2
"""Cases of a slow puzzle that are compared here; `prove` compares all."""


def check(oracle, case, rules=True):
    wanted = oracle.run(case, rules)
    for mode in MODES:
        got = subject.run(case, mode, rules=rules)
        assert differences(got, wanted, ROUNDINGS) == [], mode
    return wanted


@pytest.mark.parametrize("name", SOLUTIONS)
def test_right_solution(oracle, name):
    puzzle, source = SOLUTIONS[name]
    for case in list(puzzle_cases(puzzle.slug, source, seed=7))[:FEW]:
        assert check(oracle, case).error is None


@pytest.mark.parametrize("name", list(SOLUTIONS)[::3])
def test_mutant_without_a_race(oracle, name):
    """A few; `prove` compares all."""
    puzzle, source = SOLUTIONS[name]
    known = mutants(name, source)
    chosen = known[len(known) // 2]
    case = next(iter(puzzle_cases(puzzle.slug, chosen.source, seed=11)))
    try:
        if not any(race.kind != "repeated" for race in subject.run(case, "serial").races):
            check(oracle, case)
    except SourceProblem:
        return  # the source rules refuse it before it runs


@pytest.mark.parametrize("number", range(1, 13))
def test_reference_solutions_run_all_programs_at_once(number):
    source = (CATALOGUE.folder(CATALOGUE.get(number).slug) / "solution.py").read_text()
    for case in puzzle_cases(number, source, seed=8):
        result = subject.run(case)
        assert result.batched or result.why == "one program"


@pytest.mark.parametrize("path", [p for p in KERNELS if p.stem not in ENDLESS], ids=lambda path: path.stem)
def test_kernel_of_the_judge(oracle, path):
    text = path.read_text()
    number = re.search(r"^# puzzle: (.*)$", text, re.MULTILINE)[1]
    for case in list(puzzle_cases(number, normalise(text), seed=9))[:2]:
        try:
            check(oracle, case)
        except SourceProblem:
            return  # the source rules refuse it before it runs


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_kernel(oracle, seed):
    check(oracle, generate(seed))


def test_generated_kernels_are_worth_running():
    """Most run to their end, and most of those all programs at once."""
    results = [subject.run(generate(seed)) for seed in SEEDS]
    assert sum(result.error is None for result in results) > 0.7 * len(SEEDS)
    assert sum(result.batched for result in results) > 0.5 * len(SEEDS)


SPECIAL = {
    "one lane asks for true": """
if tl.program_id(0) == 1:
    tl.store(z_ptr + tl.program_id(0), 5.0)
else:
    tl.store(z_ptr + tl.program_id(0), 6.0)
""",
    "a loop as long as the program's number": """
total = tl.zeros([B], tl.float32)
for step in range(tl.program_id(0) + 1):
    total += step
tl.store(z_ptr + tl.program_id(0) * B + tl.arange(0, B), total)
""",
    "a while loop on data": """
at = tl.program_id(0)
value = tl.load(x_ptr + at)
steps = 0
while value > 0:
    value = value - 1.0
    steps += 1
tl.store(z_ptr + at, steps)
""",
    "python min of scalars": """
at = min(tl.program_id(0), N - 20)
tl.store(z_ptr + tl.program_id(0), tl.load(x_ptr + at))
""",
    "chained comparison": """
offs = tl.program_id(0) * B + tl.arange(0, B)
tl.store(z_ptr + offs, tl.load(x_ptr + offs), mask=3 <= offs < 19)
""",
    "mask of two scalars": """
offs = tl.arange(0, B)
mask = (offs < N) & (tl.program_id(0) < 2)
tl.store(z_ptr + tl.program_id(0) * B + offs, tl.load(x_ptr + offs, mask=mask, other=-1.0), mask=mask)
""",
    "prints": """
print("program", tl.program_id(0))
tl.device_print("x", tl.load(x_ptr + tl.arange(0, 4)))
tl.store(z_ptr + tl.program_id(0), 1.0)
""",
    "a scalar stored by each program": """
tl.store(z_ptr + tl.program_id(0), tl.sum(tl.load(x_ptr + tl.arange(0, B))))
""",
    "two stores to one element": """
offs = tl.program_id(0) * B + tl.arange(0, B)
tl.store(z_ptr + offs, 1.0)
tl.store(z_ptr + offs, tl.load(z_ptr + offs) + 1.0, mask=offs % 2 == 0)
""",
    "stores that meet within a block": """
tl.store(z_ptr + tl.program_id(0) * B + tl.arange(0, B) // 2, tl.arange(0, B))
""",
    "a comparison of scalars as a number": """
small = tl.program_id(0) < 2
tl.store(z_ptr + tl.program_id(0), tl.where(small & (N > 3), 7.0, 8.0))
""",
    "a failing assertion in one program": """
tl.device_assert(tl.program_id(0) < 2, "too far")
tl.store(z_ptr + tl.program_id(0), 1.0)
""",
    "a wrong shape in a branch that one program takes": """
if tl.program_id(0) == 2:
    wrong = tl.arange(0, 4) + tl.arange(0, 8)
tl.store(z_ptr + tl.program_id(0), 1.0)
""",
    "sort, cumsum, associative scan, histogram": """
x = tl.load(x_ptr + tl.program_id(0) * B + tl.arange(0, B))
s = tl.cumsum(tl.sort(x), axis=0, reverse=True)
s += tl.associative_scan(x, 0, larger)
s += tl.reduce(x, 0, larger)
s += tl.histogram((x > 0).to(tl.int32), B)
tl.store(z_ptr + tl.program_id(0) * B + tl.arange(0, B), s)
""",
    "join, split, cat, gather, interleave": """
x = tl.load(x_ptr + tl.program_id(0) * B + tl.arange(0, B))
one, two = tl.split(tl.join(x, x * 2))
both = tl.interleave(one, two)
part = tl.gather(both, tl.arange(0, B) * 2, 0)
tl.store(z_ptr + tl.program_id(0) * B + tl.arange(0, B), part + tl.sum(tl.cat(x, x, can_reorder=True)))
""",
    "a pointer that moves": """
place = x_ptr + tl.program_id(0) * B + tl.arange(0, B)
total = tl.zeros([B], tl.float32)
for step in range(2):
    total += tl.load(place)
    place += 1
tl.store(z_ptr + tl.program_id(0) * B + tl.arange(0, B), total)
""",
    "pointers chosen by where": """
offs = tl.arange(0, B)
place = tl.where(offs % 2 == 0, x_ptr + offs, z_ptr + tl.program_id(0) * B + offs)
tl.store(z_ptr + tl.program_id(0) * B + offs, tl.load(place))
""",
    "a pointer cast to another type of the same size": """
offs = tl.program_id(0) * B + tl.arange(0, B)
bits = tl.load(x_ptr.to(tl.pointer_type(tl.int32)) + offs)
tl.store(z_ptr.to(tl.pointer_type(tl.int32), bitcast=True) + offs, bits ^ (1 << 31))
""",
    "pointers cast to another size": """
offs = tl.program_id(0) * B + tl.arange(0, B)
low = tl.load(x_ptr.to(tl.pointer_type(tl.int16)) + offs * 2)
tl.store(z_ptr.to(tl.pointer_type(tl.int16)) + offs * 2 + 1, low)
tl.store(z_ptr.to(tl.pointer_type(tl.int64)) + 14, 1)
""",
    "a pointer made of an integer": """
at = x_ptr.to(tl.int64) + tl.program_id(0) * 4
tl.store(z_ptr + tl.program_id(0), tl.load(at.to(tl.pointer_type(tl.float32))))
""",
    "addresses of no tensor and between elements": """
tl.store((z_ptr.to(tl.int64) + 2).to(tl.pointer_type(tl.float32)), 1.0)
tl.load(tl.cast(7, tl.int64).to(tl.pointer_type(tl.float32)) + tl.arange(0, B))
tl.store(z_ptr + tl.program_id(0), 3.0)
""",
    "far outside on both sides": """
offs = tl.program_id(0) * B + tl.arange(0, B)
x = tl.load(x_ptr + (offs - 9).to(tl.int64) * 1000000007)
tl.store(z_ptr + offs * 3 - 20, x + tl.load(x_ptr + N + offs, mask=offs > 2, other=4.0))
tl.atomic_add(z_ptr + 24 + offs, 1.0)
""",
    "atomics that return what was there": """
offs = tl.arange(0, B)
old = tl.atomic_add(x_ptr + offs // 3, 1.5)
old += tl.atomic_max(x_ptr + 8 + offs // 2, -offs.to(tl.float32))
old += tl.atomic_min(x_ptr + 12, offs.to(tl.float32) - 3)
old += tl.atomic_xchg(x_ptr + 16 + offs, old, mask=offs > 3)
tl.store(z_ptr + tl.program_id(0) * B + offs, old)
""",
    "three axes": """
a = tl.program_id(0) * B + tl.arange(0, B)[:, None, None] * 0 + tl.arange(0, 2)[None, :, None] * 4
a += tl.arange(0, 4)[None, None, :]
tl.store(z_ptr + a, tl.load(x_ptr + a) + tl.num_programs(0))
""",
    "a helper that loads": """
tl.store(z_ptr + tl.program_id(0), fetch(x_ptr, tl.program_id(0)))
""",
    "a number beyond a narrow type": """
x = tl.arange(0, B).to(tl.int8) + 300
tl.store(z_ptr + tl.arange(0, B), x)
""",
    "a negative number with an unsigned block": """
x = tl.arange(0, B).to(tl.uint32) + 3
y = x - (tl.program_id(0) + 1)
tl.store(z_ptr + tl.arange(0, B), y * -1)
""",
    "numbers of every class": """
x = tl.load(x_ptr + tl.program_id(0) * B + tl.arange(0, B))
x = x + 3 + 1e-40 + 2.5 - (-7) + 0.0 * 1e300 + float("inf") * 0.0 + True + (1 << 40)
tl.store(z_ptr + tl.program_id(0) * B + tl.arange(0, B), tl.where(x != x, 1, x))
""",
    "an index out of the python list": "tl.store(z_ptr + [1, 2][tl.program_id(0)], 1.0)",
    "a block as the end of a loop": """
for step in range(tl.arange(0, B) + tl.program_id(0)):
    tl.store(z_ptr + step, 1.0)
""",
    "a scalar of the program as the end of a loop over a block": """
for step in range(tl.max(tl.arange(0, B) + tl.program_id(0), axis=0)):
    tl.store(z_ptr + step, 1.0)
""",
    "sorted blocks": """
offs = tl.program_id(0) * B + tl.arange(0, B)
x = tl.load(x_ptr + offs)
tl.store(z_ptr + offs, tl.sort(x, descending=True) + tl.sort(x)[:, None].reshape(B))
square = tl.reshape(tl.topk(x, 4), (2, 2))
tl.store(z_ptr + 24 + tl.arange(0, 4), tl.reshape(tl.sort(square, dim=1), [4]))
""",
    "reductions whose dimension is kept, said by place": """
offs = tl.program_id(0) * B + tl.arange(0, B)
n = tl.load(x_ptr + offs).to(tl.int32)
x = tl.reshape(tl.load(x_ptr + offs), (2, B // 2))
total = tl.sum(x, 1, True) + tl.max(x, 1, keep_dims=True) + tl.min(x, axis=1, keep_dims=True)
bits = tl.xor_sum(n, 0, True) + tl.xor_sum(n) + tl.reduce_or(n, 0) * tl.xor_sum(n.to(tl.int16), 0)
tl.store(z_ptr + offs, tl.reshape(tl.broadcast_to(total, (2, B // 2)), [B]) + bits)
best, at = tl.max(x, 1, True)
tl.store(z_ptr + 24 + tl.arange(0, 2), best + at)
""",
    "a bitwise sum of numbers that are not whole": """
tl.store(z_ptr, tl.xor_sum(tl.load(x_ptr + tl.arange(0, B)), 0))
""",
    "randomness": """
offs = tl.program_id(0) * B + tl.arange(0, B)
tl.store(z_ptr + offs, tl.rand(N, offs))
""",
}

HELPERS = """
@triton.jit
def larger(a, b):
    return tl.maximum(a, b)

@triton.jit
def fetch(p, i):
    return tl.load(p + i) + 1
"""


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("seed", [None, 3], ids=["in order", "shuffled"])
def test_special_kernel(oracle, kernel, name, seed):
    random = np.random.default_rng(5)
    x, z = (random.normal(2, 3, 32).astype(np.float32) for _ in range(2))
    case = kernel(SPECIAL[name], {"x": x, "z": z}, (3,), seed, HELPERS, N=24)
    check(oracle, case, rules=False)
