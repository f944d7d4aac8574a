"""What the traces cost: the whole judge of the twelve references with and without, in one process, turn by turn.

Milliseconds of processor time, the judge's own and the runner's, for all twelve together: the median of the rounds, and
the sum of each puzzle's least.
Prints one JSON object.

Usage: python -m tests.bench.traces [rounds]
"""

import json
import statistics
import sys
import time
from dataclasses import replace

from playground_puzzles.catalogue import load
from playground_puzzles.models import Job, Outcome
from playground_workers.judge import Judge
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.policy import INTERPRETER

UNTRACED = replace(INTERPRETER, program="tests.bench.untraced")


def main(rounds=10):
    catalogue = load()
    sources = {
        puzzle.slug: (catalogue.folder(puzzle.slug) / "solution.py").read_text()
        for puzzle in map(catalogue.get, range(1, 13))
    }
    kept = {}
    took = {"with": [], "without": []}
    with Box(INTERPRETER) as traced, Box(UNTRACED) as untraced:
        judges = {"with": Judge(catalogue, traced), "without": Judge(catalogue, untraced)}
        for number in range(rounds + 1):
            for mode in sorted(judges, reverse=bool(number % 2)):
                times = {slug: judged_ms(judges[mode], slug, source, kept) for slug, source in sources.items()}
                if number:  # the first round loads the specs
                    took[mode].append(times)
    medians = {mode: statistics.median(sum(times.values()) for times in found) for mode, found in took.items()}
    least = {mode: sum(min(t[slug] for t in found) for slug in sources) for mode, found in took.items()}
    result = {
        "rounds": rounds,
        "median_ms": {mode: round(ms, 1) for mode, ms in medians.items()},
        "median_ratio": round(medians["with"] / medians["without"], 3),
        "least_ms": {mode: round(ms, 1) for mode, ms in least.items()},
        "least_ratio": round(least["with"] / least["without"], 3),
        "bytes": kept,
    }
    sys.stdout.write(json.dumps(result, indent=2) + "\n")


def judged_ms(judge, slug, source, kept):
    endings, run = [], judge.box.run
    judge.box.run = lambda *given, **named: endings.append(run(*given, **named)) or endings[-1]
    began = time.process_time()
    verdict = judge.judge(
        Job(id="bench", puzzle=slug, source=source, seed=1, enqueued_at=time.time()),
        keep_trace=lambda case, packed: kept.__setitem__(slug, len(packed)),
    )
    own_s = time.process_time() - began
    judge.box.run = run
    assert verdict.outcome is Outcome.passed
    return (own_s + endings[0].cpu_s) * 1000


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
