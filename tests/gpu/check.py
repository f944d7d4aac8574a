"""What a GPU worker does on a real card, all of it. `make gpu-check` runs it where one is.

    python -m tests.gpu.check FOLDER

Every reference solution; every kernel that a GPU must survive, each followed by a right one; what of the sandbox holds
in a process that has the card; the service from POST to verdict beside one Python a submission. Writes a JSON with the
date, the card and the versions, and ends with 1 where anything is not as it should be.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, replace
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from playground_puzzles.catalogue import load
from playground_puzzles.models import Device, Job, Kind, Verdict
from playground_workers.gpu.judge import GpuJudge, builder_policy, look_at_card
from playground_workers.gpu.policy import gpu_policy
from playground_workers.gpu.self_test import self_test
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.errors import SandboxError
from tests.gpu import kernels

PUZZLE = "constant-add-block"
POSTS = 30


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the JSON goes")
    parser.add_argument("--without", nargs="*", default=[], choices=["service"])
    told = parser.parse_args()
    found: dict[str, Any] = {
        "what": "a GPU worker on a real card; milliseconds",
        "date": date.today().isoformat(),
        "machine": {"system": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count()},
        "versions": {name: version(name) for name in ("triton", "torch", "numpy")},
        "wrong": [],
    }
    try:
        layers()
        with Box(gpu_policy()) as box, Box(builder_policy()) as builder:
            card = look_at_card(box)
            found["card"] = asdict(card)
            say(f"{card.name}, sm_{card.capability[0]}{card.capability[1]}, driver {card.driver}")
            judge = GpuJudge(load(), box, builder, card)
            self_test(judge)
            found["references"] = references(judge, found["wrong"])
            found["bad_kernels"] = bad_kernels(judge, found["wrong"])
            found["prints"] = prints(judge, found["wrong"])
        if "service" not in told.without:
            found["service"] = service(found["wrong"])
    finally:
        told.folder.mkdir(parents=True, exist_ok=True)
        (told.folder / f"gpu-check-{found['date']}.json").write_text(json.dumps(found, indent=1) + "\n")
    for line in found["wrong"]:
        say(f"WRONG: {line}")
    raise SystemExit(1 if found["wrong"] else 0)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def layers() -> None:
    """Where the card does not answer in the sandbox: which layer is in its way."""
    policy = gpu_policy()
    for left in ((), ("seccomp",), ("landlock",), ("limits",), ("seccomp", "landlock", "limits")):
        kept = tuple(layer for layer in policy.layers if layer not in left)
        try:
            with Box(replace(policy, layers=kept)) as box:
                look_at_card(box)
            say(f"the card answers with {', '.join(kept) or 'nothing'}")
            if not left:
                return
        except (SandboxError, Exception) as error:
            say(f"no answer with {', '.join(kept) or 'nothing'}: {error}")


def judge_one(judge: GpuJudge, puzzle: str, source: str, *, rules: bool = True) -> tuple[Verdict, float]:
    job = Job(id="check", puzzle=puzzle, source=source, device=Device.gpu, enqueued_at=time.time())
    began = time.perf_counter()
    verdict = judge.judge(job, rules=rules)
    return verdict, (time.perf_counter() - began) * 1000


def words(verdict: Verdict) -> str:
    error = verdict.error.message if verdict.error else ""
    return " ".join(filter(None, [error, *(case.reason or "" for case in verdict.cases)]))


def references(judge: GpuJudge, wrong: list[str]) -> dict[str, Any]:
    rows: dict[str, Any] = {}
    for puzzle in judge.catalogue.puzzles:
        if puzzle.kind is Kind.demo:
            continue
        verdict, first = judge_one(judge, puzzle.slug, judge.catalogue.solution(puzzle.slug).source)
        again = [judge_one(judge, puzzle.slug, judge.catalogue.solution(puzzle.slug).source)[1] for _ in range(2)]
        rows[puzzle.slug] = {
            "outcome": verdict.outcome.value,
            "cases": len(verdict.cases),
            "ms": round(min(first, *again), 1),
            "run_ms": verdict.timings_ms.run,
        }
        say(f"{puzzle.slug:34}{verdict.outcome.value:16}{len(verdict.cases):3} cases {min(first, *again):8.0f} ms")
        if verdict.outcome != "passed":
            wrong.append(f"{puzzle.slug}: {verdict.outcome.value}: {words(verdict)[:600]}")
    return rows


def bad_kernels(judge: GpuJudge, wrong: list[str]) -> dict[str, Any]:
    rows: dict[str, Any] = {}
    for bad in kernels.BAD:
        verdict, took = judge_one(judge, PUZZLE, bad.source)
        after, _ = judge_one(judge, PUZZLE, kernels.RIGHT)
        said = words(verdict)
        rows[bad.name] = {
            "outcome": verdict.outcome.value,
            "ms": round(took),
            "after": after.outcome.value,
            "said": said[:300],
        }
        say(f"{bad.name:32}{verdict.outcome.value:16}{took:8.0f} ms, then {after.outcome.value}: {said[:150]}")
        if verdict.outcome not in bad.may or bad.said not in said:
            wrong.append(f"{bad.name}: {verdict.outcome.value}: {said[:600]}")
        if after.outcome != "passed":
            wrong.append(f"after {bad.name}: {after.outcome.value}: {words(after)[:300]}")
    return rows


def prints(judge: GpuJudge, wrong: list[str]) -> dict[str, Any]:
    verdict, _ = judge_one(judge, PUZZLE, kernels.PRINTS)
    programs = [block.program for block in verdict.output]
    text = "".join(block.text for block in verdict.output)
    say(f"prints: {verdict.outcome.value}, programs {programs[:3]}, {len(text)} characters: {text[:80]!r}")
    if verdict.outcome != "passed" or programs[:2] != [[0], [1]] or "x" not in text:
        wrong.append(f"prints: {verdict.outcome.value} {programs[:5]} {text[:200]!r} {words(verdict)[:300]}")
    return {"programs": programs[:5], "text": text[:200]}


COLD = """
import importlib.util, sys, torch
spec = importlib.util.spec_from_file_location("kernel", sys.argv[1])
kernel = importlib.util.module_from_spec(spec); spec.loader.exec_module(kernel)
x = torch.randn(200, device="cuda"); z = torch.empty_like(x)
kernel.add_mask2_kernel[(7,)](x, z, 200, B0=32)
assert torch.allclose(z, x + 10)
"""


def service(wrong: list[str]) -> dict[str, Any]:
    """From POST to verdict, warm, beside a Python that is started for each submission, as a terminal has it."""
    from playground_backend.valkey import embedded_valkey
    from tests.api.conftest import Live, settings_for, until

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kernel.py")
        path.write_text(kernels.RIGHT)
        cold = []
        for _ in range(3):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", COLD, str(path)], check=True)
            cold.append((time.perf_counter() - began) * 1000)
        with embedded_valkey(Path(folder, "redis")) as valkey:
            live = Live(settings_for(Path(folder), valkey))
            command = [sys.executable, "-m", "playground_workers", "worker", "--device", "gpu"]
            worker = subprocess.Popen([*command, "--redis-url", valkey.url])
            try:
                until(live.service.queue.workers, 120)
                client = live.browser()
                times = [post_to_verdict(client, number, wrong) for number in range(POSTS + 3)][3:]
            finally:
                worker.terminate()
                worker.wait(30)
                live.stop()
    found = {
        "post_to_verdict_ms": {"median": round(statistics.median(times)), "most": round(max(times)), "of": POSTS},
        "cold_python_ms": {"median": round(statistics.median(cold)), "of": len(cold)},
    }
    say(f"POST to verdict {found['post_to_verdict_ms']}, one Python a submission {found['cold_python_ms']}")
    return found


def post_to_verdict(client: Any, number: int, wrong: list[str]) -> float:
    source = kernels.RIGHT + f"# {number}\n"
    began = time.perf_counter()
    answer = client.post("/api/submissions", json={"puzzle": PUZZLE, "source": source, "device": "gpu"})
    if answer.status_code != 202:
        wrong.append(f"POST: {answer.status_code} {answer.text[:300]}")
        return 0.0
    path = f"/api/submissions/{answer.json()['id']}"
    while time.perf_counter() - began < 60:
        found = client.get(path).json()
        if found["status"] == "done":
            took = (time.perf_counter() - began) * 1000
            if found["verdict"]["outcome"] != "passed":
                wrong.append(f"POST: {found['verdict']['outcome']} {found['verdict']['error']}")
            return took
        time.sleep(0.01)
    wrong.append("POST: no verdict within a minute")
    return 0.0


if __name__ == "__main__":
    main()
