"""A free run: a kernel on a launch of its author's own. Nothing is expected of it, so nothing is compared."""

from playground_puzzles import models
from playground_puzzles.models import CaseVerdict, Puzzle
from playground_workers.attempt import Attempt
from playground_workers.comparison import Launch, Output, look_at_case
from playground_workers.errors import JudgeError
from playground_workers.inputs import draw
from playground_workers.interpreter import protocol
from playground_workers.launch_puzzle import puzzle_of


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
