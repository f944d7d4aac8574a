"""What grades are reckoned from: the stored verdicts of a class; each function inside a caller's transaction."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, case, func, null, select
from sqlalchemy.orm import Session

from playground_backend.store.assignments import Assigned
from playground_backend.store.class_tables import Seat
from playground_backend.store.tables import Progress, Submission
from playground_puzzles.models import Outcome


@dataclass(frozen=True)
class Runs:
    """One member's counted runs of one puzzle for an assignment. attempts: up to now; of an exam, since it opened.

    solved_at: when the first that passed was sent; own_at: the first that was no copy. gave_up_at: when they asked for
    the solution without having solved it.
    """

    attempts: int = 0
    solved_at: datetime | None = None
    own_at: datetime | None = None
    gave_up_at: datetime | None = None

    @property
    def is_copied(self) -> bool:
        return self.solved_at is not None and (self.own_at is None or self.own_at > self.solved_at)

    @property
    def is_helped(self) -> bool:
        return self.solved_at is not None and self.gave_up_at is not None and self.gave_up_at < self.solved_at


def runs(session: Session, assigned: Assigned, classroom: str, member: str | None = None) -> dict[str, dict[str, Runs]]:
    """Return the runs of an assignment's puzzles on its device, by member and puzzle; of one member where that is told.

    What was solved before the assignment counts, but in an exam.
    """
    puzzles = [item.puzzle for item in assigned.items]
    here = [Seat.classroom == classroom]
    if member is not None:
        here.append(Seat.member == member)
    counted = [Submission.puzzle.in_(puzzles), Submission.device == assigned.row.device, Submission.copied.is_not(None)]
    if assigned.row.is_exam and assigned.row.opens_at is not None:
        counted.append(Submission.created_at >= assigned.row.opens_at)
    passed = Submission.outcome == Outcome.passed.value
    sent = Submission.created_at
    query = (
        select(
            Seat.member,
            Submission.puzzle,
            func.count(),
            func.min(case((passed, sent), else_=null())),
            func.min(case((and_(passed, Submission.copied.is_(False)), sent), else_=null())),
        )
        .join(Submission, Submission.owner == Seat.owner)
        .where(*here, *counted)
        .group_by(Seat.member, Submission.puzzle)
    )
    given_up = (
        select(Seat.member, Progress.puzzle, func.min(Progress.gave_up_at))
        .join(Progress, Progress.owner == Seat.owner)
        .where(*here, Progress.puzzle.in_(puzzles), Progress.gave_up_at.is_not(None))
        .group_by(Seat.member, Progress.puzzle)
    )
    asked = {(who, puzzle): at for who, puzzle, at in session.execute(given_up)}
    found: dict[str, dict[str, Runs]] = {}
    for who, puzzle, attempts, solved_at, own_at in session.execute(query):
        found.setdefault(who, {})[puzzle] = Runs(attempts, solved_at, own_at, asked.get((who, puzzle)))
    return found
