"""What grades are reckoned from: the stored verdicts of a class; each function inside a caller's transaction."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, case, func, null, select
from sqlalchemy.orm import Session

from playground_backend.rights import ClassRole
from playground_backend.store.assignments import Assigned
from playground_backend.store.class_tables import Member, Seat
from playground_backend.store.tables import Progress, Source, Submission
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


@dataclass(frozen=True)
class Sent:
    """One counted run. source: its SHA-256."""

    submission: str
    member: str
    owner: str
    created_at: datetime
    outcome: Outcome
    is_copied: bool
    source: str


def sent(session: Session, assigned: Assigned, classroom: str, puzzle: str) -> list[Sent]:
    """Return all counted runs of one of an assignment's puzzles, the oldest first. Of an exam, since it opened."""
    query = (
        select(
            Submission.id,
            Seat.member,
            Submission.owner,
            Submission.created_at,
            Submission.outcome,
            Submission.copied,
            Submission.source,
        )
        .join(Seat, Seat.owner == Submission.owner)
        .join(Member, Member.id == Seat.member)
        .where(
            Seat.classroom == classroom,
            Member.role == ClassRole.student.value,
            Submission.puzzle == puzzle,
            Submission.device == assigned.row.device,
            Submission.copied.is_not(None),
        )
        .order_by(Submission.created_at, Submission.id)
    )
    if assigned.row.is_exam and assigned.row.opens_at is not None:
        query = query.where(Submission.created_at >= assigned.row.opens_at)
    return [
        Sent(id, member, owner, created_at, Outcome(outcome or Outcome.internal_error), bool(copied), source)
        for id, member, owner, created_at, outcome, copied, source in session.execute(query)
    ]


def deciding(found: Iterable[Sent]) -> dict[str, Sent]:
    """Return each member's run that decides: the first that passed, else the last. found: the oldest first."""
    chosen: dict[str, Sent] = {}
    for each in found:
        kept = chosen.get(each.member)
        if kept is None or kept.outcome is not Outcome.passed:
            chosen[each.member] = each
    return chosen


def folded(found: Iterable[Sent], gave_up_at: Mapping[str, datetime | None]) -> dict[str, Runs]:
    """Return what `runs` would of these runs, by member."""
    lists: dict[str, list[Sent]] = {}
    for each in found:
        lists.setdefault(each.member, []).append(each)
    return {
        member: Runs(
            attempts=len(theirs),
            solved_at=_first(theirs, lambda each: True),
            own_at=_first(theirs, lambda each: not each.is_copied),
            gave_up_at=gave_up_at.get(member),
        )
        for member, theirs in lists.items()
    }


def texts(session: Session, sources: Iterable[str]) -> dict[str, str]:
    """Return the sources that are still kept, by their SHA-256."""
    wanted = sorted(set(sources))
    found: dict[str, str] = {}
    for start in range(0, len(wanted), 500):
        query = select(Source.sha256, Source.text).where(Source.sha256.in_(wanted[start : start + 500]))
        found.update((sha256, text) for sha256, text in session.execute(query) if text)
    return found


def _first(theirs: Iterable[Sent], fits: Callable[[Sent], bool]) -> datetime | None:
    passed = (each.created_at for each in theirs if each.outcome is Outcome.passed and fits(each))
    return min(passed, default=None)
