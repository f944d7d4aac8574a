"""What only HTTP speaks of: requests, and answers that are no part of the domain's vocabulary."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, StrictInt, StringConstraints

from playground_puzzles.models import Device, Launch, Model, Seed, Status, Submission

PuzzleName = Annotated[
    StrictInt | Annotated[str, StringConstraints(max_length=100)],
    Field(description="The puzzle's slug, or its number as integer or string."),
]


class NewSubmission(Model):
    """case or seed: judge that case alone, or with the inputs of that seed; a replay, never counted as solved."""

    puzzle: PuzzleName
    source: str
    device: Device = Device.interpreter
    case: str | None = None
    seed: Seed | None = None


class NewRun(Model):
    """A kernel with a launch of one's own."""

    source: str
    launch: Launch


class Accepted(Model):
    """position: counts from 1; null where the submission is not in the queue, or no longer."""

    id: str
    status: Status
    position: int | None


class NewBatch(Model):
    """A whole file. puzzles: which of them to judge; left out: each whose kernel the file defines."""

    source: str
    puzzles: Annotated[list[PuzzleName], Field(min_length=1, max_length=200)] | None = None


class BatchEntry(Accepted):
    puzzle: str


class AcceptedBatch(Model):
    id: str
    submissions: list[BatchEntry]


class Batch(Model):
    id: str
    submissions: list[Submission]


class OpenedHints(Model):
    """opened: how many of the puzzle's hints have been opened, counted from the first."""

    opened: Annotated[StrictInt, Field(ge=1, le=100)]


class HelpTaken(Model):
    """What help the visitor took. hints: the most opened. gave_up_at: UTC; null for who solved it first."""

    puzzle: str
    hints: int
    gave_up: bool
    gave_up_at: datetime | None


class PuzzleProgress(Model):
    """attempts: judged submissions that were no replays. tried_at, solved_at: when the last of them, and the first that
    passed, was sent, UTC; null before.

    hints: the most opened. gave_up: the solution was asked for before the puzzle was solved. Both are the puzzle's,
    whatever the device. copied: the first that passed was identical to the published solution, or to a shared one that
    had been looked at. ranked: it counts on the leaderboard, as what was given up or copied does not. moved: the fewest
    elements loaded and stored by one that passed; null where none was measured.
    """

    puzzle: str
    device: Device
    attempts: int
    solved: bool
    solved_at: datetime | None
    tried_at: datetime | None = None
    hints: int = 0
    gave_up: bool = False
    copied: bool = False
    ranked: bool = False
    moved: int | None = None


class Me(Model):
    """What the visitor has tried or had help with, in the order of the puzzles. Empty for who has sent nothing yet."""

    puzzles: list[PuzzleProgress]


class ErrorDetail(Model):
    """code: stable, for programs. message: for people. detail: depends on the code, often absent."""

    code: str
    message: str
    detail: Any | None = None


class ErrorReply(Model):
    error: ErrorDetail


class Part(Model):
    ok: bool
    detail: str


class Readiness(Model):
    """parts: redis, database, workers, front_end."""

    ok: bool
    parts: dict[str, Part]
    workers: list[dict[str, Any]]


class Health(Model):
    ok: bool = True
