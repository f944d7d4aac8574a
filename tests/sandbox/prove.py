"""Thousands of submissions in a row, good and hostile mixed: python -m tests.sandbox.prove [--runs N] [--file FILE]

Two slots, each a process with a judge and a sandbox of its own, take half each. Every verdict must be the right one,
and memory, descriptors and processes must be in the end what they were after the first fifty. Prints JSON, and
writes it to FILE; exit status 1 where anything was wrong or grew.
"""

import argparse
import datetime
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog

from playground_puzzles.catalogue import load
from playground_puzzles.models import Job
from tests.sandbox.attack import read_all
from tests.sandbox.lab import CASE, Court, open_court

SLOTS = 2
SETTLED = 50  # runs, after which nothing may grow
GROWTH_KIB = 8192  # of noise; a leak of 2 KiB a run shows in 5,000 runs
GOOD = (1, 2, 3, 4, 5, 7)  # puzzles whose references take a few milliseconds
SLOW_SHARE = 0.02  # of the attacks that take their time limit


@dataclass(frozen=True)
class Item:
    """A submission to come, and the words that are right for it."""

    name: str
    puzzle: str
    source: str
    rules: bool
    wall_s: float | None
    right: tuple[str, ...]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--file", type=Path)
    parser.add_argument("--slot", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.slot is not None:
        sys.stdout.write(json.dumps(_slot(given.slot, given.runs // SLOTS)))
        return 0
    began = time.monotonic()
    command = [sys.executable, "-m", "tests.sandbox.prove", "--runs", str(given.runs)]
    slots = [
        subprocess.Popen([*command, "--slot", str(number)], stdout=subprocess.PIPE, text=True)
        for number in range(SLOTS)
    ]
    told = [slot.communicate()[0] for slot in slots]
    if any(slot.returncode for slot in slots):
        return 1
    results = [json.loads(text) for text in told]
    wall_s = time.monotonic() - began
    result = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "kernel": platform.release(),
        "cores": os.cpu_count(),
        "load": [round(part, 1) for part in os.getloadavg()],
        "runs": sum(slot["runs"] for slot in results),
        "wrong": sum(len(slot["wrong"]) for slot in results),
        "submissions_per_s": round(given.runs / wall_s, 1),
        "slots": results,
    }
    text = json.dumps(result, indent=1) + "\n"
    sys.stdout.write(text)
    if given.file:
        given.file.write_text(text)
    return 0 if not result["wrong"] and all(slot["flat"] for slot in results) else 1


def _slot(number: int, runs: int) -> dict[str, Any]:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))  # hostile runs are many, and logged
    items = _items(random.Random(number))
    wrong: list[str] = []
    good_ms: list[float] = []
    words: Counter[str] = Counter()
    before: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        courts = open_court(Path(folder), "auto")
        court = next(courts)
        for turn in range(runs):
            if turn == SETTLED:
                before = _measure(court)
            item = next(items)
            began = time.perf_counter()
            outcome = _judge(court, item)
            words[outcome] += 1
            if item.right == ("passed",):
                good_ms.append((time.perf_counter() - began) * 1000)
            if outcome not in item.right:
                wrong.append(f"{item.name} (rules {item.rules}): {outcome}")
        after = _measure(court)
        mode = court.lab.box.mode
        courts.close()
    same = all(before.get(key) == after[key] for key in after if not key.endswith("_kib"))
    small = all(after[key] - before.get(key, 0) < GROWTH_KIB for key in after if key.endswith("_kib"))
    return {
        "mode": mode,
        "runs": runs,
        "verdicts": dict(words.most_common()),
        "wrong": wrong,
        "good_ms_median": round(statistics.median(good_ms), 1),
        "after_settling": before,
        "at_the_end": after,
        "flat": same and small,
    }


def _items(luck: random.Random) -> Iterator[Item]:
    """For ever: a good one after each hostile one."""
    catalogue = load()
    good = [
        Item(f"solution {slug}", slug, (catalogue.folder(slug) / "solution.py").read_text(), True, None, ("passed",))
        for slug in (catalogue.get(number).slug for number in GOOD)
    ]
    slug = catalogue.get(1).slug
    hostile, slow = [], []
    for attack in read_all():
        pile = slow if "time_limit" in attack.off or "memory_limit" in attack.off else hostile
        pile.append(Item(attack.name, slug, attack.unruled, False, attack.wall_s, attack.off))
        pile.append(Item(attack.name, slug, attack.ruled, True, attack.wall_s, attack.on))
    while True:
        yield luck.choice(slow if luck.random() < SLOW_SHARE else hostile)
        yield luck.choice(good)


def _judge(court: Court, item: Item) -> str:
    court.limit_wall(item.wall_s)
    case = CASE if item.right != ("passed",) else None
    job = Job(id="prove", puzzle=item.puzzle, source=item.source, case=case, enqueued_at=time.time())
    return court.judge.judge(job, rules=item.rules).outcome.value


def _measure(court: Court) -> dict[str, Any]:
    crew, descriptors = court.lab.standing()
    return {
        "processes": len(crew),
        "zygote": crew[-1],
        "descriptors": descriptors,
        "zygote_descriptor_table": max(_status(pid, "FDSize") for pid in crew),
        "judge_rss_kib": _status(os.getpid(), "VmRSS"),
        "zygote_rss_kib": _status(crew[-1], "VmRSS"),
    }


def _status(pid: int, field: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field + ":"))


if __name__ == "__main__":
    sys.exit(main())
