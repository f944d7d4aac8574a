"""What HTTP says of grades, of judging again, of likeness and of who did what."""

from datetime import datetime
from enum import StrEnum

from playground_backend.assignment_messages import LatePolicy, Slug
from playground_puzzles.models import Device, Model, Outcome


class GradeState(StrEnum):
    """`late`: solved after the due time, and it counts. `closed`: solved too late to count. `open`: there is time."""

    solved = "solved"
    late = "late"
    closed = "closed"
    open = "open"
    missing = "missing"


class Grade(Model):
    """One cell. explanation: in words, why it is so many points. is_helped: solved after the solution was opened."""

    assignment: str
    puzzle: str
    points: float
    most: float
    state: GradeState
    attempts: int
    solved_at: datetime | None
    due_at: datetime | None
    is_helped: bool
    is_copied: bool
    explanation: str


class GradedAssignment(Model):
    """policy: in words."""

    id: str
    title: str
    puzzles: list[str]
    most: float
    late: LatePolicy
    device: Device
    policy: str


class GradeRow(Model):
    """email, number: null for who may not see them. cells: in the order of the assignments and of their puzzles."""

    member: str
    name: str
    email: str | None
    number: str | None
    points: float
    cells: list[Grade]


class Grades(Model):
    """Reckoned from the stored verdicts at this moment."""

    assignments: list[GradedAssignment]
    most: float
    rows: list[GradeRow]
    now: datetime


class CsvForm(StrEnum):
    plain = "plain"
    canvas = "canvas"
    moodle = "moodle"


class NewRejudge(Model):
    puzzle: Slug


class RejudgeState(StrEnum):
    """`judged`: all is judged again and nothing is changed yet."""

    running = "running"
    judged = "judged"
    applied = "applied"
    dropped = "dropped"


class RejudgeChange(Model):
    """A run whose outcome would change, or was changed."""

    member: str
    name: str
    submission: str
    created_at: datetime
    before: Outcome
    after: Outcome


class GradeShift(Model):
    member: str
    name: str
    before: float
    after: float


class Rejudge(Model):
    """total, done: runs to be judged again, and those that are. failed: those that came to no verdict of their own.

    changes: so far. grades: whose points differ once it is applied.
    """

    id: str
    puzzle: str
    state: RejudgeState
    by: str
    created_at: datetime
    applied_at: datetime | None
    total: int
    done: int
    failed: int
    changes: list[RejudgeChange]
    grades: list[GradeShift]


class Rejudges(Model):
    """The newest first."""

    rejudges: list[Rejudge]


class AuditEntry(Model):
    """by: the name at that time. what: in words."""

    id: str
    at: datetime
    by: str
    action: str
    what: str


class Audit(Model):
    """The newest first, a hundred a page."""

    entries: list[AuditEntry]
    more: bool


class SimilarSide(Model):
    member: str
    name: str
    submission: str
    created_at: datetime
    source: str


class SimilarPair(Model):
    """likeness: 0 to 1, of the programs' shapes, names and constants set aside, and what the reference or most of the
    class have. why: in words. Look at these two; it proves nothing.
    """

    a: SimilarSide
    b: SimilarSide
    likeness: float
    why: str


class SimilarPuzzle(Model):
    """solutions: how many were compared. usual: the median likeness of two of this class. pairs: those far above it.

    reason: why nothing can be said, such as too few solutions or a puzzle that has one answer only; null where pairs
    were looked for.
    """

    puzzle: str
    solutions: int
    usual: float | None
    reason: str | None
    pairs: list[SimilarPair]


class Similar(Model):
    puzzles: list[SimilarPuzzle]
