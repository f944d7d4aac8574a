"""Reading and writing what help a visitor took, each function inside a transaction that its caller holds."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Update, exists, select, update
from sqlalchemy.orm import Session

from playground_backend.store import records
from playground_backend.store.tables import Identity, Progress, Standing


@dataclass(frozen=True)
class Help:
    """One owner's help with one puzzle. gave_up_at: null for who solved it first, or never gave up."""

    puzzle: str
    hints: int = 0
    gave_up_at: datetime | None = None


def open_hints(session: Session, owner: str, puzzle: str, opened: int) -> None:
    """Count the most hints opened; fewer than before change nothing."""
    _ensure(session, owner, puzzle)
    session.execute(_of(owner, puzzle).where(Progress.hints < opened).values(hints=opened))


def give_up(session: Session, owner: str, puzzle: str) -> None:
    """Mark the puzzle as given up from now on. Who has solved it, or gave up before, is not marked anew."""
    if solved(session, owner, puzzle):
        return
    _ensure(session, owner, puzzle)
    session.execute(_of(owner, puzzle).where(Progress.gave_up_at.is_(None)).values(gave_up_at=datetime.now(UTC)))


def see_solution(session: Session, owner: str, puzzle: str) -> bool:
    """Tell whether the owner may see the solution, who solved the puzzle or gave up; the first look is noted."""
    taken = session.get(Progress, (owner, puzzle))
    if not (taken is not None and taken.gave_up_at is not None) and not solved(session, owner, puzzle):
        return False
    _ensure(session, owner, puzzle)
    unseen = _of(owner, puzzle).where(Progress.solution_seen_at.is_(None))
    session.execute(unseen.values(solution_seen_at=datetime.now(UTC)))
    return True


def of_puzzle(session: Session, owner: str, puzzle: str) -> Help:
    row = session.get(Progress, (owner, puzzle), populate_existing=True)
    return Help(puzzle) if row is None else Help(puzzle, row.hints, row.gave_up_at)


def of_owner(session: Session, owner: str) -> list[Help]:
    """Return the help with each puzzle where any was taken, in no order."""
    rows = session.scalars(select(Progress).where(Progress.owner == owner))
    return [Help(row.puzzle, row.hints, row.gave_up_at) for row in rows]


def solved(session: Session, owner: str, puzzle: str) -> bool:
    """Tell whether a submission of the owner's that was no replay passed, on whatever device."""
    passed = exists().where(Standing.owner == owner, Standing.puzzle == puzzle, Standing.solved_at.is_not(None))
    return bool(session.scalar(select(passed)))


def _ensure(session: Session, owner: str, puzzle: str) -> None:
    now = datetime.now(UTC)
    records.add_once(session, Identity(id=owner, created_at=now), owner)
    records.add_once(session, Progress(owner=owner, puzzle=puzzle, hints=0), (owner, puzzle))


def _of(owner: str, puzzle: str) -> Update:
    return update(Progress).where(Progress.owner == owner, Progress.puzzle == puzzle)
