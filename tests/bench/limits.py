"""The CPU limit that each puzzle should have: python -m tests.bench.limits [--rounds N]. Prints JSON.

The rule: fifty times what its reference costs, all cases together, at least 1 s and at most 10 s. Measured through
the sandbox, as a submission is.
"""

import argparse
import json
import math
import statistics
import sys
import time

from playground_puzzles.catalogue import load
from playground_puzzles.models import Job
from playground_workers.judge import Judge
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.ending import Ending
from playground_workers.sandbox.policy import INTERPRETER

TIMES, LEAST_S, MOST_S = 50, 1, 10


class Watched(Box):
    """Remembers how its last run ended."""

    ending: Ending

    def run(self, *args, **kwargs) -> Ending:
        self.ending = super().run(*args, **kwargs)
        return self.ending


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    catalogue = load()
    rows = []
    with Watched(INTERPRETER) as box:
        judge = Judge(catalogue, box)
        for puzzle in catalogue.puzzles:
            file = catalogue.folder(puzzle.slug) / "solution.py"
            if not file.exists():
                file = file.with_name("starter.py")  # a demo's is a whole kernel
            job = Job(id="limits", puzzle=puzzle.slug, source=file.read_text(), enqueued_at=time.time())
            costs = []
            for _ in range(rounds):
                verdict = judge.judge(job)
                if verdict.outcome != "passed":
                    sys.exit(f"the reference of {puzzle.slug} did not pass: {verdict}")
                costs.append(box.ending.cpu_s)
            cost = statistics.median(costs)
            row = {"puzzle": puzzle.slug, "reference_cpu_s": round(cost, 3), "limit_s": limit(cost)}
            rows.append(
                {**row, "limit_now_s": puzzle.cpu_limit_s, "limit_over_cost_now": round(puzzle.cpu_limit_s / cost)}
            )
    sys.stdout.write(json.dumps(rows, indent=1) + "\n")
    return 0


def limit(cost_s: float) -> int:
    """Whole seconds, since the kernel counts in them."""
    return min(MOST_S, max(LEAST_S, math.ceil(TIMES * cost_s)))


if __name__ == "__main__":
    sys.exit(main())
