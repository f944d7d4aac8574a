"""A submission judged: inputs drawn, the expected result computed here, the kernel run in the sandbox, both compared.

The same path serves the queue and the command line. Nothing in here trusts what comes out of the sandbox.
"""

import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Final

import structlog

from playground_puzzles.catalogue import Catalogue
from playground_puzzles.models import Event, Job, Outcome, Problem, Puzzle, Timings, Verdict
from playground_workers.attempt import Attempt
from playground_workers.errors import JudgeError, SpecError
from playground_workers.free_run import FreeRun
from playground_workers.limits import RunLimits
from playground_workers.own.specs import SandboxedSpec, SpecBox
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.errors import SandboxError
from playground_workers.spec import Expecting, Spec
from playground_workers.terminal import printable

log = structlog.get_logger()

OUR_SIDE: Final = "This is our side, not your kernel."
SPEC_IS_WRONG: Final = "The puzzle's own spec is wrong, not your kernel."


class Judge:
    """Judges one submission after another in one sandbox. problem: why it must not judge; None where all is well."""

    def __init__(
        self,
        catalogue: Catalogue,
        box: Box,
        problem: str | None = None,
        limits: RunLimits | None = None,
        spec_box: SpecBox | None = None,
    ) -> None:
        self.spec_box = spec_box or SpecBox()
        self.catalogue, self.box, self.problem = catalogue, box, problem
        self.limits = limits or RunLimits()
        self.triton_version = version("triton")
        self._specs: dict[str, Spec] = {}

    def judge(
        self,
        job: Job,
        *,
        emit: Callable[[Event], None] = lambda event: None,
        keep_arrays: Callable[[str, bytes], None] = lambda case, packed: None,
        keep_trace: Callable[[str, bytes], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        rules: bool = True,
        explains: bool = True,
    ) -> Verdict:
        """The verdict; never raises for what a student may write, nor for what is broken on our side.

        explains: whether a wrong result is compared with those of well-known mistakes.
        keep_arrays and keep_trace are given a case's name and its tensors, or its accesses, packed for the browser.
        """
        started = time.monotonic()
        run = None
        try:
            if self.problem is not None:
                raise JudgeError(self.problem)
            run = self._kind_of(job)(self, job, emit, keep_arrays, keep_trace, rules, explains)
            ending = run.send(cancelled)
            verdict = run.verdict(ending)
            if verdict.outcome is Outcome.crashed:
                stray = printable(ending.stray.decode(errors="replace"))
                log.warning("a runner crashed", submission=job.id, how=ending.how, status=ending.status, stray=stray)
        except SpecError as error:
            log.error("a puzzle's spec is wrong", submission=job.id, puzzle=job.puzzle, error=str(error))
            verdict = self._internal_error(job, f"{SPEC_IS_WRONG} {error}")
        except (JudgeError, SandboxError) as error:
            log.error("judging failed", submission=job.id, puzzle=job.puzzle, error=str(error))
            verdict = self._internal_error(job, f"{OUR_SIDE} {error}")
        except Exception as error:
            log.exception("judging failed", submission=job.id, puzzle=job.puzzle)
            verdict = self._internal_error(job, f"{OUR_SIDE} The judge failed ({type(error).__name__}).")
        timings = Timings(
            queued=round(max(0.0, time.time() - (time.monotonic() - started) - job.enqueued_at) * 1000, 1),
            judged=round((time.monotonic() - started) * 1000, 1),
            run=round(run.run_ns / 1e6, 3) if run is not None else 0.0,
        )
        return verdict.model_copy(update={"timings_ms": timings})

    def puzzle(self, job: Job) -> Puzzle:
        """The puzzle of a job: of this machine's folders, or what the job itself carries. Raises UnknownPuzzle."""
        return self.catalogue.get(job.puzzle) if job.own is None else job.own.puzzle

    def expecting(self, job: Job, puzzle: Puzzle) -> Expecting:
        """Where its expected results come from: for a folder's from this process, for a teacher's from a sandbox."""
        return self.spec(puzzle) if job.own is None else SandboxedSpec(puzzle, job.own.spec, self.spec_box)

    def spec(self, puzzle: Puzzle) -> Spec:
        """The spec of a folder's puzzle, loaded at its first use."""
        if puzzle.slug not in self._specs:
            self._specs[puzzle.slug] = Spec(puzzle, self.catalogue.folder(puzzle.slug))
        return self._specs[puzzle.slug]

    def _kind_of(self, job: Job) -> type[Attempt]:
        return Attempt if job.launch is None else FreeRun

    def _internal_error(self, job: Job, message: str) -> Verdict:
        return Verdict(
            outcome=Outcome.internal_error,
            puzzle=job.puzzle,
            device=job.device,
            triton_version=self.triton_version,
            seed=job.seed or 0,
            error=Problem(kind="internal_error", message=message, hint="Run it again; your source is kept."),
        )
