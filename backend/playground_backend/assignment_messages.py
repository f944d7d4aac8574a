"""What HTTP says of assignments and notes. Times are UTC; those that are sent carry an offset of their own."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, Field, StrictBool, StringConstraints

from playground_backend.classroom_messages import Title
from playground_backend.plain_text import several_lines
from playground_puzzles.models import Device, Model

Slug = Annotated[str, StringConstraints(max_length=100)]


class LatePolicy(StrEnum):
    """`shown`: what is solved after the due time counts, and is marked late. `closed`: it does not count."""

    shown = "shown"
    closed = "closed"


class AssignmentItem(Model):
    """points: for solving it; a demo has none."""

    puzzle: Slug
    points: Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)] = 1


Items = Annotated[list[AssignmentItem], Field(min_length=1, max_length=100)]


class NewAssignment(Model):
    """opens_at: null for at once. due_at: null for never; an exam has both. items: in the order that students see.

    allows_hints, allows_solutions: false closes them to the class's students from opens_at to due_at, or for as long
    as the class is in use where nothing is due. is_exam: hints, solutions, share links and the class's other
    assignments are closed from opens_at to due_at, and only what is sent then counts.
    """

    title: Title
    items: Items
    opens_at: AwareDatetime | None = None
    due_at: AwareDatetime | None = None
    late: LatePolicy = LatePolicy.shown
    allows_hints: StrictBool = True
    allows_solutions: StrictBool = True
    device: Device = Device.interpreter
    is_exam: StrictBool = False


class AssignmentChange(Model):
    """What is left out stays."""

    title: Title | None = None
    items: Items | None = None
    opens_at: AwareDatetime | None = None
    due_at: AwareDatetime | None = None
    late: LatePolicy | None = None
    allows_hints: StrictBool | None = None
    allows_solutions: StrictBool | None = None
    device: Device | None = None
    is_exam: StrictBool | None = None


class NewExtension(Model):
    """due_at: null takes the extension back."""

    due_at: AwareDatetime | None


class Extension(Model):
    member: str
    name: str
    due_at: datetime


class AssignmentState(StrEnum):
    """`over`: its due time is past."""

    upcoming = "upcoming"
    open = "open"
    over = "over"


class Assignment(Model):
    """As staff see it. points: of all items."""

    id: str
    title: str
    items: list[AssignmentItem]
    points: float
    opens_at: datetime | None
    due_at: datetime | None
    late: LatePolicy
    allows_hints: bool
    allows_solutions: bool
    device: Device
    is_exam: bool
    state: AssignmentState
    extensions: list[Extension]
    created_at: datetime


class Assignments(Model):
    """In the order of their due times; what is never due comes last."""

    time_zone: str
    assignments: list[Assignment]


class OwnItem(Model):
    """solved_at: when what counts was sent. is_late: after your due time."""

    puzzle: str
    points: float
    attempts: int
    solved_at: datetime | None
    is_late: bool


class OwnAssignment(Model):
    """As its student sees it. due_at: yours, extended where `is_extended` says so."""

    id: str
    classroom: str
    classroom_name: str
    time_zone: str
    title: str
    items: list[OwnItem]
    opens_at: datetime | None
    due_at: datetime | None
    is_extended: bool
    late: LatePolicy
    allows_hints: bool
    allows_solutions: bool
    device: Device
    is_exam: bool
    state: AssignmentState


class ClosedHelp(Model):
    """Help that an assignment closes to you just now. puzzle: null for every puzzle, as in an exam."""

    puzzle: str | None
    hints: bool
    solutions: bool
    shares: bool
    until: datetime | None
    assignment: str


class OwnAssignments(Model):
    """Open ones first, what is due first among them. now: this server's clock."""

    assignments: list[OwnAssignment]
    closed: list[ClosedHelp]
    now: datetime


# ---- notes ----


class NewNote(Model):
    text: Annotated[
        str,
        StringConstraints(min_length=1, max_length=2000, strip_whitespace=True),
        AfterValidator(several_lines),
    ]
    puzzle: Slug | None = None


class Note(Model):
    """As staff see it. by: who wrote it. read_at: when the student closed it."""

    id: str
    by: str
    text: str
    puzzle: str | None
    created_at: datetime
    read_at: datetime | None


class OwnNote(Note):
    """As its student sees it."""

    classroom: str
    classroom_name: str


class OwnNotes(Model):
    """Those that were not closed yet, the newest first."""

    notes: list[OwnNote]
