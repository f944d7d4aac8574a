"""A sample of the mutation test, small enough for every run; `python -m tests.mutants.prove` does all of it."""

import re

import pytest

from playground_puzzles.catalogue import load
from playground_puzzles.models import CaseVerdict
from playground_workers.mutants.mutations import mutants
from tests.mutants.bench import Bench
from tests.mutants.kernels import right_solutions
from tests.mutants.sweep import equivalents, sweep, within_contract

EVERY = 60
CATALOGUE = load()
SOLUTIONS = right_solutions(CATALOGUE)


@pytest.fixture(scope="module")
def bench():
    return Bench(CATALOGUE)


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_right_solution_passes_its_cases_and_others_that_the_statement_allows(name, bench):
    puzzle, source = SOLUTIONS[name]
    assert bench.judge(puzzle, source).outcome == "passed"
    verdict = within_contract(bench, puzzle, source, cases=4, seed=1)
    assert verdict.outcome == "passed", [case for case in verdict.cases if case.outcome != "passed"]


@pytest.mark.parametrize("name", SOLUTIONS)
def test_wrong_kernels_are_rejected_and_what_is_said_of_them_is_true(name, bench):
    for found in sweep(bench, {name: SOLUTIONS[name]}, every=EVERY, seed=int(name[-2:])):
        assert not found.fault, f"{found.mutant.key}: {found.verdict.outcome.value}"
        for case in found.verdict.cases:
            assert not contradictions(case), f"{found.mutant.key}: {case.reason}"


@pytest.mark.parametrize("name", SOLUTIONS)
def test_equivalent_mutants_hold_within_the_contract(name, bench):
    puzzle, source = SOLUTIONS[name]
    listed = equivalents()
    chosen = [mutant for mutant in mutants(name, source) if (name, mutant.key) in listed]
    for mutant in chosen[int(name[-2:]) % 8 :: 8]:
        verdict = within_contract(bench, puzzle, mutant.source, cases=3, seed=7)
        assert verdict.outcome == "passed", mutant.key


def test_the_list_of_equivalent_mutants_names_only_mutants_and_says_why():
    known = {(name, mutant.key) for name, (_, source) in SOLUTIONS.items() for mutant in mutants(name, source)}
    listed = equivalents()
    assert not listed.keys() - known
    assert all(len(item.reason.split()) > 4 for item in listed.values())


def test_there_are_mutants_of_every_kind():
    kinds = {mutant.kind for name, (_, source) in SOLUTIONS.items() for mutant in mutants(name, source)}
    assert kinds >= {
        "comparison",
        "constant",
        "operator",
        "mask dropped",
        "other dropped",
        "axis",
        "name",
        "statement dropped",
        "subscript axes",
        "reduction",
    }


def contradictions(case: CaseVerdict) -> list[str]:
    """What a diagnosis says against what the numbers beside it show."""
    found, reason, mismatch = [], case.reason or "", case.mismatch
    if mismatch is None:
        return found
    whole = mismatch.count == mismatch.total
    if "Nothing was stored" in reason and mismatch.never_written != mismatch.total:
        found.append("something was stored")
    if re.search("Only the first block was written|were never written$|and were never written", reason):
        found += [] if mismatch.never_written else ["everything was written"]
    if re.search("transpose|Every element|turn of the loop|count as|neighbour|unchanged|Inside each block", reason):
        found += ["not everything was written"] if mismatch.never_written else []
    if match := re.search(r"too (large|small) by (\S+)\.$", reason):
        amount = float(match[2]) * (1 if match[1] == "large" else -1)
        for first in mismatch.first:
            if abs(first.actual - first.expected - amount) > 1e-3 * (abs(first.expected) + abs(amount)):
                found.append(f"{first} is not off by {amount}")
        found += [] if whole else ["some elements are right"]
    if match := re.search(r"Every element is (\S+) times", reason):
        for first in mismatch.first:
            if abs(first.actual - first.expected * float(match[1])) > 1e-2 * abs(first.expected):
                found.append(f"{first} is not off by the factor {match[1]}")
    if "only where 0 is expected" in reason and any(first.expected != 0 for first in mismatch.first):
        found.append("others differ too")
    return found
