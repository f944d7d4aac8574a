"""One kernel compiled in the sandbox, and told as a model. The same for the queue and the command line."""

import time
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Final

import structlog

from playground_puzzles.catalogue import Catalogue
from playground_puzzles.models import (
    Case,
    Compiled,
    CompileJob,
    Listing,
    MemoryInstruction,
    Problem,
    Puzzle,
)
from playground_workers.compiler import protocol
from playground_workers.compiler.lessons import lessons
from playground_workers.compiler.policy import CPU_LIMIT_S, WALL_LIMIT_S
from playground_workers.compiler.targets import TARGETS, Target
from playground_workers.errors import JudgeError
from playground_workers.interpreter.request import pack
from playground_workers.launch_puzzle import puzzle_of
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.ending import Ending
from playground_workers.sandbox.errors import SandboxError
from playground_workers.terminal import printable

log = structlog.get_logger()

OURS: Final = "This is our side, not your kernel."
UNSURE: Final = ("time_limit", "compiler_failed", "internal_error")
"""Kinds of trouble that leave open whether a kernel compiles."""


@dataclass
class _Result:
    """What has come back so far."""

    stages: list[protocol.Stage] = field(default_factory=list)
    accesses: list[protocol.Access] = field(default_factory=list)
    facts: protocol.Facts | None = None
    trouble: protocol.Trouble | None = None
    finished: bool = False

    def take(self, kind: int, payload: bytes) -> None:
        if self.finished:
            raise ValueError("a frame after the last")
        frame = protocol.unpack(kind, payload)
        match frame:
            case protocol.Stage():
                if any(stage.name == frame.name for stage in self.stages):
                    raise ValueError("a stage twice")
                self.stages.append(frame)
            case protocol.Facts():
                self.facts = frame
            case list():
                self.accesses = frame
            case protocol.Trouble():
                self.trouble, self.finished = frame, True
            case None:
                self.finished = True


class Compiler:
    """Compiles one kernel after another in one sandbox, under the policy `compile`."""

    def __init__(self, catalogue: Catalogue, box: Box) -> None:
        self.catalogue, self.box = catalogue, box
        self.triton_version = version("triton")

    def request(self, job: CompileJob, *, rules: bool = True) -> dict[str, Any]:
        """All that a compilation depends on, besides the version of Triton. Raises JudgeError."""
        puzzle, case = self._launch(job)
        numbers: dict[str, Any] = {**case.sizes, **case.blocks}
        if job.launch is not None:
            numbers = dict(job.launch.constants)
        by_name = job.launch is not None
        return {
            "source": job.source,
            "kernel": puzzle.kernel,
            "rules": rules,
            "target": job.target.value,
            "tensors": {t.name if by_name else t.name + "_ptr": t.dtype for t in puzzle.tensors},
            "numbers": numbers,
            "by_name": by_name,
            "optional": [p.name for p in (*puzzle.sizes, *puzzle.blocks) if p.optional],
        }

    def compile(self, job: CompileJob, *, rules: bool = True) -> Compiled:
        """Never raises for what a student may write, nor for what is broken on our side."""
        result = _Result()
        ending = None
        started = time.monotonic()
        case, numbers = job.case or "", {}
        try:
            request = self.request(job, rules=rules)
            case, numbers = self.case_name(job), request["numbers"]
            ending = self._run(request, result)
            error = self._error(ending, result, TARGETS[job.target.value])
        except (JudgeError, SandboxError) as failure:
            log.error("compiling failed", submission=job.id, puzzle=job.puzzle, error=str(failure))
            error = Problem(kind="internal_error", message=f"{OURS} {failure}")
        if ending is not None and error is not None and error.kind in UNSURE:
            stray = printable(ending.stray.decode(errors="replace"))
            log.warning("not compiled to the end", submission=job.id, how=ending.how, kind=error.kind, stray=stray)
        compiles = error is None if error is None or error.kind not in UNSURE else None
        return Compiled(
            target=job.target,
            case=case,
            numbers=numbers,
            compiles=compiles,
            error=error,
            triton_version=self.triton_version,
            took_ms=round((time.monotonic() - started) * 1000, 1),
            forms=[
                Listing(form=stage.name, text=stage.text, lines=stage.lines, cut=stage.cut)  # type: ignore[arg-type]
                for stage in result.stages
            ],
            memory=[
                MemoryInstruction(op=row.operation, line=row.line, bits=row.bits, count=row.count)  # type: ignore[arg-type]
                for row in result.accesses
            ],
            lessons=lessons(result.facts, result.accesses, TARGETS[job.target.value], numbers),
        )

    def case_name(self, job: CompileJob) -> str:
        """The case that a job names, or the first. Raises JudgeError."""
        return self._launch(job)[1].name

    def _run(self, request: dict[str, Any], result: _Result) -> Ending:
        return self.box.run(
            pack(request, []),
            cpu_s=CPU_LIMIT_S,
            wall_s=WALL_LIMIT_S,
            on_frame=result.take,
            on_restart=lambda: result.__init__(),  # type: ignore[misc]
        )

    def _error(self, ending: Ending, result: _Result, target: Target) -> Problem | None:
        """None where it compiles."""
        trouble = result.trouble
        if trouble is not None:
            message, hint = printable(trouble.message), printable(trouble.hint)
            return Problem(
                kind=trouble.kind if trouble.kind in KINDS else "compiler_failed",
                message=message,
                line=trouble.line or None,
                column=trouble.column or None,
                hint=hint or None,
            )
        if ending.how in ("time_limit", "wall_limit"):
            message = f"The compiler was stopped after {CPU_LIMIT_S} seconds: whether the kernel compiles is not known."
            hint = "Very large blocks take the compiler long. Try smaller ones."
            return Problem(kind="time_limit", message=message, hint=hint)
        if not result.finished or ending.how != "done" or result.facts is None:
            message = "Triton's compiler crashed on this kernel. Whether it would compile is not known."
            return Problem(kind="compiler_failed", message=message)
        return None

    def _launch(self, job: CompileJob) -> tuple[Puzzle, Case]:
        if job.launch is not None:
            puzzle = puzzle_of(job.launch)
        else:
            puzzle = self.catalogue.get(job.puzzle) if job.own is None else job.own.puzzle
        for case in puzzle.cases:
            if job.case in (None, case.name):
                return puzzle, case
        raise JudgeError(f"{puzzle.slug} has no case {job.case}.")


KINDS: Final = ("compile_error", "rejected", "shared_memory", "time_limit", "compiler_failed")
