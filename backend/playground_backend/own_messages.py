"""What HTTP says of puzzles that teachers write themselves."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import Field, StrictBool, StrictInt, StringConstraints

from playground_backend.classroom_messages import Title
from playground_puzzles.models import CheckReport, Model

PuzzleFile = Annotated[str, StringConstraints(max_length=64 * 1024)]
PuzzleFiles = Annotated[
    dict[Annotated[str, StringConstraints(max_length=40)], PuzzleFile],
    Field(max_length=16, description="The files of a puzzle folder, by name; 128 KiB together."),
]


class NewOwnPuzzle(Model):
    """files: left out, those of a small puzzle to begin from."""

    title: Title
    files: PuzzleFiles | None = None


class OwnDraft(Model):
    """edited_at: of the draft that this one was made from; it is refused where somebody has saved another since."""

    title: Title
    files: PuzzleFiles
    edited_at: datetime


class CheckState(StrEnum):
    """lost: no worker has it any more; check again. failed: the version cannot be published."""

    waiting = "waiting"
    running = "running"
    failed = "failed"
    good = "good"
    lost = "lost"


class OwnVersionSummary(Model):
    """passed: wrong kernels that pass, of `wrong`; null until they are known. tried: how many of them so far."""

    number: int
    created_at: datetime
    state: CheckState
    says: str | None
    tried: int | None
    wrong: int | None
    passed: int | None


class OwnVersion(OwnVersionSummary):
    """report: its `puzzle` is null here; the page of the puzzle has it."""

    files: dict[str, str]
    report: CheckReport | None


class UsedBy(Model):
    """A class that may be given the puzzle. assignments: how many have it."""

    id: str
    name: str
    assignments: int


class OwnPuzzleSummary(Model):
    """slug: what the puzzle is called on this server. published: the number of a version; null for none."""

    id: str
    slug: str
    title: str
    created_at: datetime
    edited_at: datetime
    published: int | None
    newest: OwnVersionSummary | None
    classrooms: list[UsedBy]


class OwnPuzzle(OwnPuzzleSummary):
    """versions: the newest first. is_changed: the draft differs from the newest version."""

    files: dict[str, str]
    versions: list[OwnVersionSummary]
    is_changed: bool


class OwnPublication(Model):
    """version: one that is good. judge_again: judge what was sent to it anew, in each assignment that has it, by the
    feature of that name: nothing changes until that is applied."""

    version: Annotated[StrictInt, Field(ge=1)]
    judge_again: StrictBool = False


class ClassPuzzle(Model):
    """A puzzle of a teacher's own that a class may be given. is_mine: you wrote it."""

    puzzle: str
    title: str
    version: int
    is_mine: bool
