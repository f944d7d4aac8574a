"""A judge for thousands of kernels: the real one, with the interpreter in this process in place of a sandbox.

Only for kernels of our own: nothing protects this process but a timer.
"""

import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, cast

from playground_puzzles.catalogue import Catalogue
from playground_puzzles.models import Event, Job, Outcome, Progress, Puzzle, Started, Verdict
from playground_workers.interpreter import program
from playground_workers.judge import Judge
from playground_workers.sandbox.box import Box, Ending


class _Stop(BaseException):
    """Ends a run from inside; no `except Exception` on the way holds it."""


class InProcessBox:
    """Runs requests here, as Box does in a sandbox. enough: asked after each frame, ends the run where true."""

    def __init__(self) -> None:
        program.warm()
        self.enough: Callable[[], bool] = lambda: False

    def run(
        self,
        request: bytes,
        *,
        cpu_s: float,
        wall_s: float,
        on_frame: Callable[[int, bytes], None],
        cancelled: Callable[[], bool] = lambda: False,
        on_restart: Callable[[], None] = lambda: None,
    ) -> Ending:
        def send(kind: int, payload: bytes) -> None:
            on_frame(kind, payload)
            if self.enough():
                raise _Stop

        def late(number: int, frame: FrameType | None) -> None:
            raise _Stop

        before = signal.signal(signal.SIGVTALRM, late)
        signal.setitimer(signal.ITIMER_VIRTUAL, cpu_s)
        how = "done"
        try:
            program.run(request, send)
        except _Stop:
            how = "time_limit"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
        return Ending(cast(Any, how), None, 0, 0.0, 0.0, 0, b"")


class Bench:
    """Judges sources one after another."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.box = InProcessBox()

    def judge(self, puzzle: Puzzle, source: str, *, seed: int | None = None, to_the_end: bool = False) -> Verdict:
        """The verdict over the puzzle's cases, which may be others than the folder's; a verdict word that is not
        `passed` is final after the first such case, unless to_the_end."""
        judge = Judge(_One(puzzle, self.catalogue), cast(Box, self.box))
        left, failed = 0, False

        def emit(event: Event) -> None:
            nonlocal left, failed
            if isinstance(event, Started):
                left = len(event.cases)
            elif isinstance(event, Progress):
                left -= 1
                failed |= event.outcome is not Outcome.passed

        self.box.enough = lambda: failed and left > 0 and not to_the_end
        job = Job(id="bench", puzzle=puzzle.slug, source=source, seed=seed, enqueued_at=time.time())
        return judge.judge(job, emit=emit)


class _One(Catalogue):
    """A catalogue in which one puzzle is replaced."""

    def __init__(self, puzzle: Puzzle, catalogue: Catalogue) -> None:
        super().__init__(catalogue.puzzles, catalogue._folders)
        object.__setattr__(self, "puzzle", puzzle)

    def get(self, key: str | int) -> Puzzle:
        puzzle: Puzzle = self.__dict__["puzzle"]
        return puzzle
