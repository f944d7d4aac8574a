"""The judge's commands: a worker for a queue, and a file judged with no server."""

import time
from pathlib import Path
from typing import Any, Final

import typer

from playground_puzzles import logs
from playground_puzzles.catalogue import Catalogue, extra_paths, load
from playground_puzzles.errors import PlaygroundError
from playground_puzzles.models import MAX_SEED, CaseVerdict, Device, Job, Outcome, Puzzle, Verdict
from playground_puzzles.source_text import normalise
from playground_workers.comparison import show_element, show_program
from playground_workers.errors import JudgeError
from playground_workers.gpu.judge import GpuJudge, builder_policy, look_at_card
from playground_workers.gpu.policy import gpu_policy
from playground_workers.gpu.worker import GpuWorker
from playground_workers.judge import Judge
from playground_workers.limits import RunLimits
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.errors import SandboxError
from playground_workers.sandbox.policy import INTERPRETER
from playground_workers.self_test import self_test
from playground_workers.settings import Settings
from playground_workers.source_file import read_source
from playground_workers.terminal import printable
from playground_workers.worker import Worker

PASSED: Final = 0
NOT_PASSED: Final = 1
USAGE: Final = 2
INTERNAL: Final = 3


def worker(*, device: Device, slots: int | None, redis_url: str | None) -> int:
    """Judge submissions from a queue until told to stop."""
    _need_gpu(device)
    given: dict[str, Any] = {"slots": slots, "redis_url": redis_url}
    logs.configure()
    settings = Settings(**{name: value for name, value in given.items() if value is not None})
    return (GpuWorker(settings) if device is Device.gpu else Worker(settings, device)).run()


def judge(
    *,
    puzzle: str,
    file: Path,
    device: Device,
    case: str | None,
    seed: int | None,
    strict: bool,
    as_json: bool,
) -> int:
    """Judge one file through the same sandbox as the service. Returns the exit status."""
    _need_gpu(device)
    logs.configure("error")
    try:
        catalogue = load(extra_paths())
        found = catalogue.get(puzzle)
        source = normalise(read_source(file))
        _check_replay(found, case, seed)
    except PlaygroundError as error:
        typer.echo(f"triton-playground: {error}", err=True)
        return USAGE
    job = Job(
        id="command-line",
        puzzle=found.slug,
        source=source,
        device=device,
        case=case,
        seed=seed,
        enqueued_at=time.time(),
    )
    verdict = _judge(catalogue, job)
    if as_json:
        typer.echo(verdict.model_dump_json(indent=2))
    else:
        typer.echo("\n".join(printable(line) for line in _lines(verdict)))
    if verdict.outcome is Outcome.internal_error:
        return INTERNAL
    failed = verdict.outcome not in (Outcome.passed, Outcome.ran) or (strict and verdict.warnings)
    return NOT_PASSED if failed else PASSED


def _judge(catalogue: Catalogue, job: Job) -> Verdict:
    limits = Settings().run_limits
    if job.device is Device.gpu:
        return _judge_on_gpu(catalogue, job, limits)
    box = Box(limits.fit(INTERPRETER))
    problem = None
    try:
        box.start()
        self_test(box)
    except (SandboxError, JudgeError) as error:
        problem = str(error)
    try:
        return Judge(catalogue, box, problem, limits).judge(job)
    finally:
        box.close()


def _judge_on_gpu(catalogue: Catalogue, job: Job, limits: RunLimits) -> Verdict:
    try:
        with Box(gpu_policy()) as box, Box(builder_policy()) as builder:
            return GpuJudge(catalogue, box, builder, look_at_card(box), limits=limits).judge(job)
    except (SandboxError, JudgeError) as error:
        nothing = Box(INTERPRETER)  # not started: the judge has a problem, and says so
        return GpuJudge(catalogue, nothing, nothing, None, str(error), limits).judge(job)


def _need_gpu(device: Device) -> None:
    """Ends the command where it wants a GPU and there is none."""
    if device is Device.gpu:
        try:
            gpu_policy()
        except SandboxError as error:
            typer.echo(f"triton-playground: {error} Use --device interpreter.", err=True)
            raise typer.Exit(USAGE) from error


def _check_replay(puzzle: Puzzle, case: str | None, seed: int | None) -> None:
    names = [known.name for known in puzzle.cases]
    if case is not None and case not in names:
        raise PlaygroundError(f"{puzzle.slug} has no case {case}. Its cases: {', '.join(names)}.")
    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise PlaygroundError(f"A seed lies between 0 and {MAX_SEED}.")


def _lines(verdict: Verdict) -> list[str]:
    """The verdict as a person reads it in a terminal."""
    lines = []
    for block in verdict.output:
        lines += [f"| {line}" for line in block.text.splitlines()]
    if verdict.output_truncated:
        lines.append("| (the rest of the output is not shown)")
    for case in verdict.cases:
        lines.append(f"  {case.title}: {_word(case.outcome)}{f'. {case.reason}' if case.reason else ''}")
        lines += [f"    {case.advice}"] if case.advice else []
        lines += [f"    {line}" for line in _differences(case)]
    lines.append(f"{_word(verdict.outcome).capitalize()}: {verdict.puzzle}, seed {verdict.seed}")
    if verdict.error is not None:
        where = f"line {verdict.error.line}: " if verdict.error.line else ""
        lines.append(f"  {where}{verdict.error.message}")
        lines += [f"  {verdict.error.hint}"] if verdict.error.hint else []
    for warning in verdict.warnings:
        lines.append(f"  warning, line {warning.line}: {warning.message}")
    return lines + [f"  {note}" for note in verdict.notes]


def _differences(case: CaseVerdict, shown: int = 3) -> list[str]:
    """The first elements that differ and were stored, with who stored them."""
    if case.mismatch is None:
        return []
    return [
        f"{show_element(case.mismatch.tensor, one.index)} is {one.actual:.6g}, expected {one.expected:.6g}, "
        f"stored by program {show_program(one.program)} at line {one.line}"
        for one in case.mismatch.first[:shown]
        if one.program is not None
    ]


def _word(outcome: Outcome) -> str:
    return outcome.value.replace("_", " ")
