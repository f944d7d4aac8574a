"""The whole mutation test of the judge: `python -m tests.mutants.prove [--write FILE]`. Takes many minutes.

Every mutant of every right solution must be rejected, unless it is listed as equivalent; every equivalent one must
pass its puzzle's cases and random cases of the statement's contract; every right solution must pass many times in a
row with fresh inputs. Exit status 1 where something does not hold.
"""

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from playground_puzzles.catalogue import load
from playground_puzzles.models import Outcome
from playground_workers.mutants.mutations import mutants
from tests.mutants.bench import Bench
from tests.mutants.kernels import right_solutions
from tests.mutants.sweep import equivalents, sweep, within_contract

EVERY: Final = 20
"""Of the runs of a right solution, each such one also takes random cases of the contract."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--repeats", type=int, default=200, help="runs of each right solution")
    parser.add_argument("--cases", type=int, default=30, help="random cases for each equivalent mutant")
    parser.add_argument("--only", nargs="*", default=[], help="kernels, as reference/07")
    parser.add_argument("--write", type=Path, help="file for the results as JSON")
    given = parser.parse_args()

    began = time.monotonic()
    names = given.only or list(right_solutions(load()))
    with ProcessPoolExecutor(given.jobs) as pool:
        results = {
            "date": datetime.now(UTC).date().isoformat(),
            "triton": version("triton"),
            "numpy": version("numpy"),
            "mutants": _mutants(pool.map(_judge_mutants, names)),
            "equivalents": _collected(pool.map(_check_equivalents, [(name, given.cases) for name in names])),
            "right_solutions": _collected(pool.map(_repeat, [(name, given.repeats) for name in names])),
        }
    results["seconds"] = round(time.monotonic() - began)
    text = json.dumps(results, indent=2)
    sys.stdout.write(text + "\n")
    if given.write:
        given.write.write_text(text + "\n")
    return int(any(results[part]["faults"] for part in ("mutants", "equivalents", "right_solutions")))


def _judge_mutants(name: str) -> dict[str, Any]:
    catalogue = load()
    solution = right_solutions(catalogue)[name]
    found = list(sweep(Bench(catalogue), {name: solution}))
    return {
        "kernel": name,
        "count": len(found),
        "equivalent": sum(item.equivalent is not None for item in found),
        "verdicts": Counter(item.verdict.outcome.value for item in found if item.equivalent is None),
        "faults": [f"{name} {item.mutant.key}: {item.verdict.outcome.value}" for item in found if item.fault],
    }


def _mutants(results: Iterable[dict[str, Any]]) -> dict[str, Any]:
    parts = []
    for part in results:
        sys.stderr.write(f"{part['kernel']}: {part['count']} mutants, {len(part['faults'])} faults\n")
        parts.append(part)
    verdicts = sum((part["verdicts"] for part in parts), Counter[str]())
    return {
        "count": sum(part["count"] for part in parts),
        "equivalent": sum(part["equivalent"] for part in parts),
        "rejected": sum(count for word, count in verdicts.items() if word != Outcome.passed.value),
        "verdicts": dict(verdicts.most_common()),
        "by_kernel": {part["kernel"]: {"count": part["count"], "equivalent": part["equivalent"]} for part in parts},
        "faults": [fault for part in parts for fault in part["faults"]],
    }


def _check_equivalents(task: tuple[str, int]) -> dict[str, Any]:
    name, cases = task
    catalogue = load()
    puzzle, source = right_solutions(catalogue)[name]
    bench, listed, checked, faults = Bench(catalogue), equivalents(), 0, []
    for mutant in mutants(name, source):
        if (name, mutant.key) in listed:
            checked += cases
            verdict = within_contract(bench, puzzle, mutant.source, cases=cases, seed=checked)
            if verdict.outcome is not Outcome.passed:
                faults.append(f"{name} {mutant.key}: {verdict.outcome.value}, seed {verdict.seed}")
    return {"count": checked, "faults": faults}


def _repeat(task: tuple[str, int]) -> dict[str, Any]:
    name, repeats = task
    catalogue = load()
    puzzle, source = right_solutions(catalogue)[name]
    bench, faults = Bench(catalogue), []
    for turn in range(repeats):
        verdicts = [bench.judge(puzzle, source)]
        if turn % EVERY == 0:
            verdicts.append(within_contract(bench, puzzle, source, cases=10, seed=turn))
        for judged in verdicts:
            if judged.outcome is not Outcome.passed:
                faults.append(f"{name}: {judged.outcome.value}, seed {judged.seed}")
    return {"count": repeats, "faults": faults}


def _collected(results: Iterable[dict[str, Any]]) -> dict[str, Any]:
    parts = list(results)
    return {
        "count": sum(part["count"] for part in parts),
        "faults": [fault for part in parts for fault in part["faults"]],
    }


if __name__ == "__main__":
    sys.exit(main())
