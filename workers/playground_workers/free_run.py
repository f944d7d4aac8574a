"""A free run: a kernel on a launch of its author's own. Nothing is expected of it, so nothing is compared."""

from typing import Final

from playground_puzzles import models
from playground_puzzles.models import SANDBOX, Case, CaseVerdict, Fill, Kind, Puzzle, Role, Tensor
from playground_workers.attempt import Attempt
from playground_workers.comparison import Launch, Output, look_at_case
from playground_workers.errors import JudgeError
from playground_workers.inputs import draw
from playground_workers.interpreter import protocol

CASE: Final = "run"
CPU_LIMIT_S: Final = 5


class FreeRun(Attempt):
    """A launch judged as the one case of a puzzle that is made for it."""

    def _puzzle(self) -> Puzzle:
        return puzzle_of(self._launch)

    @property
    def _launch(self) -> models.Launch:
        if self.job.launch is None:
            raise JudgeError("A free run came without its launch.")
        return self.job.launch

    def _launches(self) -> list[Launch]:
        (case,) = self.puzzle.cases
        drawn = draw(self.puzzle, case, self.seed)
        return [Launch(case, list(self._launch.grid), self.seed, drawn, None, None)]

    def _case_header(self, index: int, launch: Launch) -> dict[str, object]:
        return super()._case_header(index, launch) | {"numbers": self._launch.constants}

    def _judge_case(self, launch: Launch, frame: protocol.CaseResult) -> tuple[CaseVerdict, dict[str, Output]]:
        return look_at_case(self.puzzle, launch, frame)

    def _running_case(self) -> str | None:
        return None


def puzzle_of(launch: models.Launch) -> Puzzle:
    """The launch as a puzzle of one case, with shapes and grid as plain numbers."""
    return Puzzle(
        slug=SANDBOX,
        number=None,
        kind=Kind.puzzle,
        track="",
        title="Sandbox",
        summary="",
        kernel=launch.kernel,
        tensors=tuple(
            Tensor(
                name=tensor.name,
                parameter=tensor.name,
                dtype=tensor.dtype,
                shape=tuple(map(str, tensor.shape)),
                role=Role.input if tensor.init is None else Role.output,
                fill=tensor.fill or Fill(),
                init=tensor.init or "poison",
                meaning="",
            )
            for tensor in launch.tensors
        ),
        grid=tuple(map(str, launch.grid)),
        cases=(Case(name=CASE, title="Run"),),
        statement="",
        starter="",
        cpu_limit_s=CPU_LIMIT_S,
    )
