"""Mutants judged: which are rejected, which pass, and whether a list of equivalent ones explains those that do."""

import time
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playground_puzzles.models import Outcome, Puzzle, Verdict
from playground_workers.mutants.mutations import Mutant, mutants
from tests.mutants.bench import Bench
from tests.mutants.contract import random_cases

LIST: Final = Path(__file__).with_name("equivalents.toml")

REJECTED: Final = frozenset(
    {
        Outcome.wrong_answer,
        Outcome.invalid_access,
        Outcome.compile_error,
        Outcome.rejected,
        Outcome.runtime_error,
        Outcome.time_limit,
        Outcome.memory_limit,
    }
)
"""Verdict words that a wrong kernel may get. `crashed`, `cancelled` and `internal_error` are faults of ours."""

SLOWER: Final = 5
"""A mutant that takes this many times as long as its kernel is in an endless loop."""


PATIENCE_S: Final = 600
"""For a mutant that may be slow, but is right."""


@dataclass(frozen=True)
class Found:
    """A mutant with its verdict. equivalent: what the list says of it, where it is there."""

    mutant: Mutant
    verdict: Verdict
    equivalent: "Equivalent | None"

    @property
    def fault(self) -> bool:
        """Something that must not be: a wrong kernel passed, or the judge itself failed."""
        if self.equivalent is not None:
            late = self.equivalent.slow and self.verdict.outcome is Outcome.time_limit
            return self.verdict.outcome is not Outcome.passed and not late
        return self.verdict.outcome not in REJECTED


@dataclass(frozen=True)
class Equivalent:
    """Why a mutant may pass. slow: it takes so long that the judge may also stop it."""

    reason: str
    slow: bool


def equivalents() -> dict[tuple[str, str], Equivalent]:
    """What is known of a mutant, by kernel and key. The list is made by hand."""
    return {
        (group["kernel"], key): Equivalent(group["reason"], group.get("slow", False))
        for group in tomllib.loads(LIST.read_text())["group"]
        for key in group["mutants"]
    }


def limited(bench: Bench, puzzle: Puzzle, source: str) -> Puzzle:
    """The puzzle with a processor limit that a right kernel as slow as this one keeps easily."""
    began = time.process_time()
    bench.judge(puzzle, source)
    return puzzle.model_copy(update={"cpu_limit_s": int(1 + SLOWER * (time.process_time() - began))})


def sweep(bench: Bench, kernels: dict[str, tuple[Puzzle, str]], *, every: int = 1, seed: int = 0) -> Iterable[Found]:
    """Judge the mutants of the kernels, or each `every`-th of them."""
    known = equivalents()
    for name, (puzzle, source) in kernels.items():
        quick = limited(bench, puzzle, source)
        for mutant in mutants(name, source)[seed % every :: every]:
            verdict = bench.judge(quick, mutant.source)
            yield Found(mutant, verdict, known.get((name, mutant.key)))


def within_contract(bench: Bench, puzzle: Puzzle, source: str, *, cases: int, seed: int) -> Verdict:
    """The verdict over random cases of what the statement promises, with all the time that it takes."""
    drawn = puzzle.model_copy(update={"cases": random_cases(puzzle, cases, seed), "cpu_limit_s": PATIENCE_S})
    return bench.judge(drawn, source, seed=seed)
