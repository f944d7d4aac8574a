"""The whole comparison with Triton's own interpreter: every case of the references, the judge's kernels, and 1,000
generated kernels. Writes a dated JSON file with the counts and every difference.

Usage: python -m tests.interpreter.prove [folder] [kernels]
"""

import collections
import datetime
import json
import re
import sys
from importlib.metadata import version
from pathlib import Path

from playground_puzzles.source_text import normalise
from playground_workers.interpreter.source import SourceProblem
from tests.interpreter import subject
from tests.interpreter.cases import differences, puzzle_cases
from tests.interpreter.generated import generate
from tests.interpreter.oracle import Oracle
from tests.interpreter.test_equality import CATALOGUE, ENDLESS, KERNELS, MODES, ROUNDINGS

GENERATED = 1000


def main(folder=".", count=GENERATED):
    counts, different, rounded = collections.Counter(), [], []
    with Oracle() as oracle:
        for name, case in cases(int(count)):
            group = name.split()[0]
            try:
                wanted = oracle.run(case)
                for mode in MODES:
                    got = subject.run(case, mode)
                    counts[f"{group} compared"] += 1
                    counts[f"{group} at once"] += got.batched
                    counts[f"{group} ended with the same error"] += wanted.error is not None
                    if found := differences(got, wanted):
                        close = not differences(got, wanted, ROUNDINGS)
                        (rounded if close else different).append({"kernel": name, "mode": mode, "found": found[:3]})
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
    for number in range(1, 13):
        source = (CATALOGUE.folder(CATALOGUE.get(number).slug) / "solution.py").read_text()
        for index, case in enumerate(puzzle_cases(number, source, seed=7)):
            yield f"reference {number}, case {index}", case
    for path in KERNELS:
        if path.stem in ENDLESS:
            continue
        text = path.read_text()
        number = re.search(r"^# puzzle: (.*)$", text, re.MULTILINE)[1]
        for index, case in enumerate(puzzle_cases(number, normalise(text), seed=9)):
            yield f"judged {path.stem}, case {index}", case
    for seed in range(count):
        yield f"generated {seed}", generate(seed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
