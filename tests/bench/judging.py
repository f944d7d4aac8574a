"""What judging a submission costs where nothing but the judging is done: no fork, no pipe, no queue. Prints JSON.

A process has what a worker and its zygote have when they are ready: torch and the specs loaded, the interpreter warm.
From it a child is forked for each reference, so that each finds the plans of the warm-up and no others. The child
first takes its memory as its own, so that what the fork leaves to be copied is not counted. Then it judges once, from
the request to the verdict, with the program of the sandbox called in place: all cases, the runs with other masked
lanes, every check, the trace that the page shows. Times are milliseconds of processor time, the median of the rounds.
Where they go is measured in children of their own, since the clocks in between cost something too; its sum is scaled
to the other.

Usage: python -m tests.bench.judging [rounds]
"""

import os

os.environ["TRITON_INTERPRET"] = "1"

import ctypes
import gc
import json
import statistics
import sys
import time
from functools import wraps

from playground_puzzles.catalogue import load
from playground_puzzles.models import Job
from playground_workers import attempt, traces
from playground_workers.inputs import draw
from playground_workers.interpreter import (
    analysis,
    entries,
    kernels,
    planner,
    poison,
    program,
    protocol,
    request,
    trace,
)
from playground_workers.judge import Judge
from playground_workers.sandbox.ending import Ending
from playground_workers.spec import Spec
from tests.bench.interpreter import in_child

SEED = 1
PUZZLES = range(1, 13)
MADV_POPULATE_WRITE = 23


class Here:
    """Takes the sandbox's place: the program runs in this very process, and frames go straight to the judge."""

    def run(self, request, *, on_frame, **_):
        program.run(request, lambda kind, payload: on_frame(kind, bytes(payload)))
        return Ending("done", None, 0, 0.0, 0.0, 0, b"")


class Clocks:
    """Processor time by part; time in a part that another part calls is the inner one's alone."""

    def __init__(self):
        self.ms = {}
        self.calls = {}
        self.inner = []

    def of(self, part, function):
        @wraps(function)
        def timed(*arguments, **named):
            self.inner.append(0.0)
            start = time.perf_counter()
            try:
                return function(*arguments, **named)
            finally:
                took = time.perf_counter() - start
                self.ms[part] = self.ms.get(part, 0.0) + (took - self.inner.pop()) * 1000
                self.calls[part] = self.calls.get(part, 0) + 1
                if self.inner:
                    self.inner[-1] += took

        return timed

    def put(self, part, place, name):
        setattr(place, name, self.of(part, getattr(place, name)))

    def put_all(self):
        """Around each part of the judge, where it is called from."""
        self.put("draw inputs", attempt, "draw")
        self.put("expected, by torch", Spec, "expected")
        self.put("pack and unpack the request", request, "pack")
        self.put("pack and unpack the request", program, "unpack")
        self.put("source rules", program, "prepare")
        self.put("compile the kernel", kernels, "compile_kernel")
        self.put("make plans", planner.Planner, "make")
        self.put("make plans", entries, "_reduction_plan")
        self.put("launch", program, "launch")
        self.put("launch, other masked lanes", poison, "launch")
        self.put("analysis of accesses", analysis.Analysis, "finish")
        self.put("pack and unpack frames", protocol, "pack_case")
        self.put("pack and unpack frames", protocol, "unpack")
        self.put("comparison", attempt, "judge_case")
        self.put("trace and memory score", trace, "trace_of")
        for name in ("read", "pack", "score"):
            self.put("trace and memory score", traces, name)
        self.put("memory warnings", attempt, "memory_warnings")


def main(rounds=5):
    catalogue = load()
    puzzles = [catalogue.get(number) for number in PUZZLES]
    start = time.process_time()
    program.warm()
    warm_s = time.process_time() - start
    one = ready(catalogue)
    gc.collect()
    gc.freeze()
    jobs = [reference(catalogue, puzzle) for puzzle in puzzles]
    took = [[in_child(lambda job=job: judged_ms(one, job)) for job in jobs] for _ in range(rounds)]
    found = [[in_child(lambda job=job: parts_ms(one, job)) for job in jobs] for _ in range(rounds)]
    costs = [statistics.median(times) for times in zip(*took, strict=True)]
    parts = {}
    for rows in zip(*found, strict=True):
        for part in rows[0]["ms"]:
            parts[part] = parts.get(part, 0.0) + statistics.median(row["ms"][part] for row in rows)
    total = sum(costs)
    scale = total / sum(parts.values())
    result = {
        "rounds": rounds,
        "warm_up_s": round(warm_s, 2),
        "puzzles": {
            puzzle.slug: {"ms": round(cost, 1), "cases": len(puzzle.cases), "plans_made": row["plans"]}
            for puzzle, cost, row in zip(puzzles, costs, found[0], strict=True)
        },
        "plans_made": sum(row["plans"] for row in found[0]),
        "parts_ms": {part: round(ms * scale, 1) for part, ms in sorted(parts.items(), key=lambda item: -item[1])},
        "sum_of_least_ms": round(sum(min(times) for times in zip(*took, strict=True)), 1),
        "sum_ms": round(total, 1),
    }
    sys.stdout.write(json.dumps(result, indent=2) + "\n")


def ready(catalogue):
    """A judge as a slot of a worker has it, which has computed expected values before."""
    import torch

    torch.set_num_threads(1)
    one = Judge(catalogue, Here())
    for puzzle in catalogue.puzzles:
        one.spec(puzzle).expected(puzzle.cases[0], draw(puzzle, puzzle.cases[0], SEED))
    return one


def reference(catalogue, puzzle):
    source = (catalogue.folder(puzzle.slug) / "solution.py").read_text()
    return Job(id="bench", puzzle=puzzle.slug, source=source, enqueued_at=time.time(), seed=SEED)


def own_memory():
    """Copy every page that this process still shares with the one that it was forked from."""
    advise = ctypes.CDLL(None, use_errno=True).madvise
    advise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    with open("/proc/self/maps") as file:
        places = [line.split()[:2] for line in file]
    for place, rights in places:
        if rights == "rw-p":
            start, end = (int(address, 16) for address in place.split("-"))
            if advise(start, end - start, MADV_POPULATE_WRITE):
                raise OSError(ctypes.get_errno(), "madvise")


def keep(case, packed):
    """As the service does, which keeps the trace of the first case."""


def judged_ms(one, job):
    own_memory()
    start = time.process_time()
    verdict = one.judge(job, keep_trace=keep)
    took = (time.process_time() - start) * 1000
    if verdict.outcome != "passed":
        sys.exit(f"the reference of {job.puzzle} did not pass: {verdict}")
    return took


def parts_ms(one, job):
    own_memory()
    clocks = Clocks()
    clocks.put_all()
    clocks.of("the rest of the judge", one.judge)(job, keep_trace=keep)
    return {"ms": clocks.ms, "plans": clocks.calls.get("make plans", 0)}


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
