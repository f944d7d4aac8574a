"""What a class's board shows, read from standings and submissions; each function inside a caller's transaction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, select
from sqlalchemy.orm import Session

from playground_backend.rights import ClassRole
from playground_backend.store import records
from playground_backend.store.class_tables import Classroom, Member, Note, Seat
from playground_backend.store.tables import Source, Standing, Submission
from playground_puzzles.models import Outcome


@dataclass(frozen=True)
class State:
    """One member's state with one puzzle, all that they came with and all devices together.

    last_outcome, last_error: of the run that was sent last; the error in words, null for what passed or is not known.
    """

    attempts: int
    solved_at: datetime | None
    last_at: datetime
    last_outcome: Outcome
    last_error: str | None

    @property
    def outcome(self) -> Outcome:
        return Outcome.passed if self.solved_at is not None else self.last_outcome


def states(session: Session, classroom: str) -> dict[str, dict[str, State]]:
    """Return all states of a class in one query, by member and puzzle."""
    found: dict[str, dict[str, State]] = {}
    for member, puzzle, state in _folded(session.execute(_query().where(Seat.classroom == classroom))):
        found.setdefault(member, {})[puzzle] = state
    return found


def changed(session: Session, moves: Iterable[tuple[str, str]]) -> list[tuple[str, str, str, State]]:
    """Return class, member, puzzle and state for each class in use whose students made these moves.

    moves: owner and puzzle of what has a verdict now.
    """
    wanted = set(moves)
    owners = sorted({owner for owner, _ in wanted})
    seats = (
        select(Seat.owner, Seat.member, Seat.classroom)
        .join(Member, Member.id == Seat.member)
        .join(Classroom, Classroom.id == Seat.classroom)
        .where(Seat.owner.in_(owners), Member.role == ClassRole.student.value, Classroom.archived_at.is_(None))
    )
    moved = {
        (member, puzzle): classroom
        for owner, member, classroom in session.execute(seats)
        for mover, puzzle in wanted
        if mover == owner
    }
    if not moved:
        return []
    query = _query().where(
        Seat.member.in_(sorted({member for member, _ in moved})),
        Standing.puzzle.in_(sorted({puzzle for _, puzzle in moved})),
    )
    return [
        (moved[member, puzzle], member, puzzle, state)
        for member, puzzle, state in _folded(session.execute(query))
        if (member, puzzle) in moved
    ]


def one(session: Session, member: str, puzzle: str) -> State | None:
    query = _query().where(Seat.member == member, Standing.puzzle == puzzle)
    return next((state for _, _, state in _folded(session.execute(query))), None)


def attempts(
    session: Session, owners: Sequence[str], puzzle: str, most: int
) -> tuple[list[tuple[Submission, str]], bool]:
    """Return the last runs of a puzzle with their sources, the newest last, and whether there were earlier ones."""
    query = (
        select(Submission, Source.text)
        .join(Source, Source.sha256 == Submission.source)
        .where(Submission.owner.in_(owners), Submission.puzzle == puzzle)
        .order_by(Submission.created_at.desc(), Submission.id.desc())
        .limit(most + 1)
    )
    found = [(row, text) for row, text in session.execute(query)]
    return found[:most][::-1], len(found) > most


# ---- notes ----


def add_note(session: Session, member: str, by: str, text: str, puzzle: str | None, now: datetime) -> Note:
    row = Note(id=records.new_id(), member=member, by=by, text=text, puzzle=puzzle, created_at=now)
    session.add(row)
    session.flush()
    return row


def notes(session: Session, member: str, puzzle: str) -> list[Note]:
    """Return the notes to a member about a puzzle, and those about none, the newest first."""
    query = select(Note).where(Note.member == member, (Note.puzzle == puzzle) | Note.puzzle.is_(None))
    return list(session.scalars(query.order_by(Note.created_at.desc(), Note.id)))


def unread(session: Session, owner: str) -> list[tuple[Note, Classroom]]:
    """Return the notes to an identity that were not closed yet, of classes in use, the newest first."""
    query = (
        select(Note, Classroom)
        .join(Seat, Seat.member == Note.member)
        .join(Classroom, Classroom.id == Seat.classroom)
        .where(Seat.owner == owner, Note.read_at.is_(None), Classroom.archived_at.is_(None))
        .order_by(Note.created_at.desc(), Note.id)
    )
    return [(note, classroom) for note, classroom in session.execute(query)]


def close_note(session: Session, owner: str, note: str, now: datetime) -> bool:
    """Mark a note as closed; False where it is none of this identity's."""
    if not records.is_id(note):
        return False
    mine = select(Note).join(Seat, Seat.member == Note.member).where(Note.id == note, Seat.owner == owner)
    row = session.scalar(mine)
    if row is None:
        return False
    row.read_at = row.read_at or now
    session.flush()
    return True


def _query() -> Select[*tuple[Any, ...]]:
    """The last run of a standing is the one that was sent when it says."""
    last = and_(
        Submission.owner == Standing.owner,
        Submission.puzzle == Standing.puzzle,
        Submission.device == Standing.device,
        Submission.created_at == Standing.tried_at,
        Submission.copied.is_not(None),
    )
    columns = (Seat.member, Standing.puzzle, Standing.attempts, Standing.solved_at, Standing.tried_at)
    return (
        select(*columns, Submission.outcome, Submission.diagnosis)
        .join(Standing, Standing.owner == Seat.owner)
        .join(Submission, last, isouter=True)
    )


def _folded(rows: Iterable[Any]) -> Iterable[tuple[str, str, State]]:
    """Make one state of a member's several devices and identities."""
    found: dict[tuple[str, str], State] = {}
    for member, puzzle, count, solved_at, tried_at, outcome, diagnosis in rows:
        # No row of it is there where an upgrade or a deletion took it: then it failed, and how is not known.
        told = Outcome(outcome) if outcome else Outcome.passed if solved_at else Outcome.wrong_answer
        new = State(count, solved_at, tried_at, told, diagnosis)
        key = (member, puzzle)
        found[key] = _joined(found[key], new) if key in found else new
    return [(member, puzzle, state) for (member, puzzle), state in found.items()]


def _joined(one: State, other: State) -> State:
    later = max(one, other, key=lambda each: each.last_at)
    solved = [each.solved_at for each in (one, other) if each.solved_at is not None]
    return State(
        attempts=one.attempts + other.attempts,
        solved_at=min(solved, default=None),
        last_at=later.last_at,
        last_outcome=later.last_outcome,
        last_error=later.last_error,
    )
