"""What the sandbox and the judge cost, with no service around them: python -m tests.bench.sandbox. Prints JSON.

Against them, in the same run: a cold Python a submission that does the same with torch and no sandbox.
"""

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from playground_puzzles.catalogue import load
from playground_puzzles.models import Job
from playground_workers.judge import Judge
from playground_workers.sandbox.box import Box, Mode
from playground_workers.sandbox.policy import INTERPRETER
from tests.bench.timed import SECONDS

ROUNDS = 60
COLD_ROUNDS = 3
PAUSE_S = 0.03  # between two rounds, so that the next runner is ready, as it is between two students
MODES: tuple[Mode, ...] = ("namespaces", "container")
TIMED = replace(INTERPRETER, program="tests.bench.timed")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--slot", action="store_true", help=argparse.SUPPRESS)
    if parser.parse_args().slot:
        _slot()
        return
    catalogue = load()
    slug = catalogue.get(1).slug
    with Box(INTERPRETER) as box:
        judge = Judge(catalogue, box)
        paused = _median(lambda: _judge(judge, slug), PAUSE_S)
        in_a_row = _median(lambda: _judge(judge, slug), 0)
        mode = box.mode
    one, two = _throughput(1), _throughput(2)
    cold = statistics.median(_cold(slug, catalogue.folder(slug) / "solution.py") for _ in range(COLD_ROUNDS))
    result: dict[str, Any] = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "kernel": platform.release(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "mode": mode,
        "sandbox": {mode: _sandbox(mode) for mode in MODES},
        "judge_puzzle_1_ms_median": paused,
        "judge_puzzle_1_in_a_row_ms_median": in_a_row,
        "submissions_per_s_1_slot": one,
        "submissions_per_s_2_slots": two,
        "cold_python_ms_median": round(cold, 1),
        "times_cheaper_than_cold": round(cold / paused, 1),
    }
    sys.stdout.write(json.dumps(result, indent=1) + "\n")


def _sandbox(mode: Mode) -> dict[str, float]:
    """Milliseconds: a zygote's start, one run that does nothing, and locking one runner down."""
    starts = []
    for _ in range(3):
        began = time.perf_counter()
        with Box(INTERPRETER, mode=mode):
            starts.append((time.perf_counter() - began) * 1000)
    locks: list[float] = []
    with Box(TIMED, mode=mode) as box:

        def nothing() -> None:
            box.run(b"", cpu_s=1, wall_s=5, on_frame=lambda _, payload: locks.append(*SECONDS.unpack(payload)))

        ready, in_a_row = _median(nothing, PAUSE_S), _median(nothing, 0)
    return {
        "zygote_start_ms": round(statistics.median(starts), 1),
        "empty_run_ms_median": ready,
        "empty_run_in_a_row_ms_median": in_a_row,
        "lock_down_ms_median": round(statistics.median(locks) * 1000, 2),
    }


def _median(action: Callable[[], object], pause_s: float) -> float:
    """Milliseconds of one turn, after five that do not count."""
    took = []
    for _ in range(ROUNDS + 5):
        time.sleep(pause_s)
        began = time.perf_counter()
        action()
        took.append((time.perf_counter() - began) * 1000)
    return round(statistics.median(took[5:]), 2)


def _judge(judge: Judge, slug: str) -> None:
    source = (judge.catalogue.folder(slug) / "solution.py").read_text()
    verdict = judge.judge(Job(id="bench", puzzle=slug, source=source, enqueued_at=time.time()))
    if verdict.outcome != "passed":
        sys.exit(f"the reference solution did not pass: {verdict}")


def _throughput(slots: int) -> float:
    """Submissions a second, all slots together. Each says when it is warm, and starts when told."""
    command = [sys.executable, "-m", "tests.bench.sandbox", "--slot"]
    pipes = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(slots)]
    for pipe in pipes:
        assert pipe.stdout
        pipe.stdout.readline()
    began = time.perf_counter()
    for pipe in pipes:
        pipe.communicate(b"go\n")
    return round(slots * 2 * ROUNDS / (time.perf_counter() - began), 1)


def _slot() -> None:
    catalogue = load()
    slug = catalogue.get(1).slug
    with Box(INTERPRETER) as box:
        judge = Judge(catalogue, box)
        for _ in range(5):
            _judge(judge, slug)
        sys.stdout.write("warm\n")
        sys.stdout.flush()
        sys.stdin.readline()
        for _ in range(2 * ROUNDS):
            _judge(judge, slug)
        # The farewell of torch and of the zygote is not a submission's.
        sys.stdout.flush()
        os._exit(0)


def _cold(slug: str, file: Path) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "tests.bench.cold", slug, str(file)], check=True)
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
