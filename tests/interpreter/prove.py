"""The whole comparison with Triton's own interpreter: every case of the two right solutions to each puzzle and of the
judge's kernels, one case of each mutant of those solutions that has no race, and 1,000 generated kernels. Writes a
dated JSON file with the counts and every difference.

Usage: python -m tests.interpreter.prove [folder] [kernels]
"""

import collections
import contextlib
import datetime
import json
import re
import signal
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np

from playground_puzzles.source_text import normalise
from playground_workers.interpreter.source import SourceProblem
from playground_workers.mutants.mutations import mutants
from tests.interpreter import subject
from tests.interpreter.cases import differences, puzzle_cases
from tests.interpreter.generated import generate
from tests.interpreter.oracle import Oracle
from tests.interpreter.test_equality import ENDLESS, KERNELS, MODES, ROUNDINGS, SOLUTIONS

GENERATED = 1000
SECONDS = 10
"""Of one launch in the fast interpreter, program after program: a mutant that takes longer is in an endless loop."""


def main(folder=".", count=GENERATED):
    counts, different, rounded = collections.Counter(), [], []
    with Oracle() as oracle:
        for done, (name, case) in enumerate(cases(int(count))):
            group = name.split()[0]
            if done % 100 == 0:
                sys.stderr.write(f"{done} done, {len(different)} different, now {name}\n")
            try:
                if group == "mutant" and (why := unfit(case)):
                    counts[f"mutant left out, since it {why}"] += 1
                    continue
                wanted = oracle.run(case)
                for mode in MODES:
                    got = subject.run(case, mode)
                    counts[f"{group} compared"] += 1
                    counts[f"{group} at once"] += got.batched
                    counts[f"{group} ended with the same error"] += wanted.error is not None
                    counts[f"{group} with elements that several programs stored alike"] += any(map(np.any, got.shared))
                    if found := differences(got, wanted):
                        close = not differences(got, wanted, ROUNDINGS)
                        told = [one[:200] for one in found[:3]]
                        (rounded if close else different).append({"kernel": name, "mode": mode, "found": told})
            except SourceProblem:
                counts[f"{group} refused by the source rules"] += 1
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    result = {
        "date": today,
        "triton": version("triton"),
        "numpy": version("numpy"),
        "counts": counts,
        "different": different,
        "differently_rounded": rounded,
    }
    file = Path(folder) / f"interpreter-equality-{today}.json"
    file.write_text(json.dumps(result, indent=2) + "\n")
    sys.stdout.write(f"{json.dumps(counts, indent=2)}\n{len(different)} different, {len(rounded)} rounded: {file}\n")
    return 1 if different else 0


def cases(count):
    """(name, case) of everything that is compared."""
    for name, (puzzle, source) in SOLUTIONS.items():
        group, _, number = name.partition("/")
        for index, case in enumerate(puzzle_cases(puzzle.slug, source, seed=7)):
            yield f"{group} {number}, case {index}", case
    for path in KERNELS:
        if path.stem in ENDLESS:
            continue
        text = path.read_text()
        number = re.search(r"^# puzzle: (.*)$", text, re.MULTILINE)[1]
        for index, case in enumerate(puzzle_cases(number, normalise(text), seed=9)):
            yield f"judged {path.stem}, case {index}", case
    yield from mutant_cases()
    for seed in range(count):
        yield f"generated {seed}", generate(seed)


def mutant_cases():
    """Of each mutant one case, of those of its puzzle in turn."""
    for name, (puzzle, source) in SOLUTIONS.items():
        for index, mutant in enumerate(mutants(name, source)):
            chosen = list(puzzle_cases(puzzle.slug, mutant.source, seed=11))[index % len(puzzle.cases)]
            yield f"mutant {name} {mutant.key}", chosen


def unfit(case):
    """Why stock Triton can say nothing of a mutant, or None."""
    try:
        with limit(SECONDS):
            races = subject.run(case, "serial").races
    except Endless:
        return "does not end"
    return "has a race" if any(race.kind != "repeated" for race in races) else None


class Endless(BaseException):
    """No Exception: the kernel's own errors are caught on the way."""


@contextlib.contextmanager
def limit(seconds):
    def stop(signum, frame):
        raise Endless

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
