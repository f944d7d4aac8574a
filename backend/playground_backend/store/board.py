"""The leaderboard's rows in their order, overall and of one puzzle. Each function runs in its caller's transaction.

Overall: more puzzles solved first, then the earlier time of the last of them. Of a puzzle: fewer elements moved first,
then the earlier time. Who is equal in both shares a rank; among those, the order is fixed and says nothing.
classroom: of a class's students alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, and_, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from playground_backend.rights import ClassRole
from playground_backend.store import standings
from playground_backend.store.class_tables import Member, Seat
from playground_backend.store.tables import Identity, Rank, Standing
from playground_puzzles.models import Device

PAGE: Final = 50


@dataclass(frozen=True)
class Place:
    """A row: rank counts from 1. solved: puzzles that count. last_at: when the last of them, or this one, was solved.

    at: how many rows stand before it. moved: of this puzzle; null overall, and where none was measured.
    """

    rank: int
    at: int
    owner: str
    solved: int
    attempts: int
    last_at: datetime
    moved: int | None


@dataclass(frozen=True)
class Person:
    """name: as the person chose it, or null. is_shown: others may see it."""

    name: str | None
    is_listed: bool
    is_name_hidden: bool
    is_hidden: bool

    @property
    def is_shown(self) -> bool:
        return self.is_listed and not self.is_name_hidden and not self.is_hidden


@dataclass(frozen=True)
class Tried:
    """counts: it is on the boards. is_seen: it was copied or given up. moved: null where it does not count."""

    puzzle: str
    is_solved: bool
    counts: bool
    is_seen: bool
    moved: int | None


def count(session: Session, device: Device, puzzle: str | None, classroom: str | None = None) -> int:
    """Return how many rows the board has."""
    table, here = _board(device, puzzle, classroom)
    return session.scalar(select(func.count()).select_from(table).where(here)) or 0


def page(session: Session, device: Device, puzzle: str | None, start: int, classroom: str | None = None) -> list[Place]:
    """Return up to PAGE rows from a place on, which counts from 0."""
    _, here = _board(device, puzzle, classroom)
    order = _order(puzzle)
    # What the index holds, no more: so that rows which are skipped are not read.
    rows = session.execute(select(*order).where(here).order_by(*order).limit(PAGE).offset(start)).all()
    if not rows:
        return []
    attempts = _attempts(session, device, puzzle, [row.owner for row in rows])
    rank = start + 1 - _equal_before(session, device, puzzle, rows[0], classroom)
    places: list[Place] = []
    for place, row in enumerate(rows):
        if place and row[:-1] != rows[place - 1][:-1]:
            rank = start + place + 1
        places.append(_place(puzzle, row, rank, start + place, attempts[row.owner]))
    return places


def own(session: Session, device: Device, puzzle: str | None, owner: str, classroom: str | None = None) -> Place | None:
    """Return the owner's row; None for who is not on the board."""
    table, here = _board(device, puzzle, classroom)
    row = session.execute(select(*_order(puzzle)).where(here, table.owner == owner)).one_or_none()
    if row is None:
        return None
    rows = select(func.count()).select_from(table).where(here)
    before = sum(session.scalar(rows.where(part)) or 0 for part in _before(puzzle, row))
    attempts = _attempts(session, device, puzzle, [owner])[owner]
    at = before + _equal_before(session, device, puzzle, row, classroom)
    return _place(puzzle, row, before + 1, at, attempts)


def people(session: Session, owners: Sequence[str]) -> dict[str, Person]:
    """Return who they are, without those that are not there."""
    columns = (Identity.id, Identity.name, Identity.is_listed, Identity.name_hidden_at, Identity.hidden_at)
    query = select(*columns).where(Identity.id.in_(owners))
    return {
        row.id: Person(row.name, row.is_listed, row.name_hidden_at is not None, row.hidden_at is not None)
        for row in session.execute(query)
    }


def tried(session: Session, device: Device, owners: Sequence[str]) -> dict[str, list[Tried]]:
    """Return what each of them tried on the device."""
    found: dict[str, list[Tried]] = {owner: [] for owner in owners}
    columns = (Standing.puzzle, Standing.solved_at, Standing.band, Standing.moved, Standing.copied, Standing.given_up)
    query = select(Standing.owner, *columns).where(Standing.owner.in_(owners), Standing.device == device.value)
    for owner, puzzle, solved_at, band, moved, copied, given_up in session.execute(query):
        is_solved, counts = solved_at is not None, band is not None
        found[owner].append(Tried(puzzle, is_solved, counts, copied or given_up, moved if counts else None))
    return found


def candidates(session: Session) -> list[str]:
    """Return everybody whom an administrator may mean: who is on some board, and who is hidden."""
    hidden = or_(Identity.hidden_at.is_not(None), Identity.name_hidden_at.is_not(None))
    return [*session.scalars(select(Rank.owner).distinct().union(select(Identity.id).where(hidden)))]


def hidden(session: Session) -> dict[str, Person]:
    """Return whose row or name is hidden."""
    either = or_(Identity.hidden_at.is_not(None), Identity.name_hidden_at.is_not(None))
    return people(session, list(session.scalars(select(Identity.id).where(either).order_by(Identity.id))))


def hide(session: Session, owner: str, is_hidden: bool) -> None:
    """Take the owner's row off every board, or put it back where it belongs. What was solved stays."""
    row = session.get_one(Identity, owner)
    row.hidden_at = (row.hidden_at or datetime.now(UTC)) if is_hidden else None
    standings.reckon(session, owner)


def hide_name(session: Session, owner: str, is_hidden: bool) -> None:
    """Keep the owner's name from others, or no longer."""
    row = session.get_one(Identity, owner)
    row.name_hidden_at = (row.name_hidden_at or datetime.now(UTC)) if is_hidden else None


def names_in_class(session: Session, classroom: str) -> dict[str, str]:
    """Return what a class calls its students, by identity."""
    query = select(Seat.owner, Member.name).join(Member, Member.id == Seat.member)
    return {owner: name for owner, name in session.execute(query.where(Seat.classroom == classroom))}


def _board(device: Device, puzzle: str | None, classroom: str | None = None) -> tuple[Any, ColumnElement[bool]]:
    """Return the table and what of it is on the board."""
    table: Any = Rank if puzzle is None else Standing
    here = Rank.device == device.value
    if puzzle is not None:
        here = and_(Standing.puzzle == puzzle, Standing.device == device.value, Standing.band >= 0)
    if classroom is not None:
        student = Member.role == ClassRole.student.value
        sitting = select(Seat.owner).join(Member, Member.id == Seat.member)
        here = and_(here, table.owner.in_(sitting.where(Seat.classroom == classroom, student)))
    return table, here


def _order(puzzle: str | None) -> tuple[InstrumentedAttribute[Any], ...]:
    """As the index has it."""
    if puzzle is None:
        return Rank.behind, Rank.last_at, Rank.owner
    return Standing.band, Standing.moved, Standing.solved_at, Standing.owner


def _attempts(session: Session, device: Device, puzzle: str | None, owners: Sequence[str]) -> dict[str, int]:
    table, here = _board(device, puzzle)
    query = select(table.owner, table.attempts).where(here, table.owner.in_(owners))
    return {owner: attempts for owner, attempts in session.execute(query)}


def _equal_before(session: Session, device: Device, puzzle: str | None, row: Row[Any], classroom: str | None) -> int:
    """Return how many of those who share the row's rank are listed before it."""
    table, here = _board(device, puzzle, classroom)
    query = select(func.count()).select_from(table).where(here, _equal(puzzle, row), table.owner < row.owner)
    return session.scalar(query) or 0


def _equal(puzzle: str | None, row: Row[Any]) -> ColumnElement[bool]:
    if puzzle is None:
        return and_(Rank.behind == row.behind, Rank.last_at == row.last_at)
    return and_(Standing.band == row.band, Standing.moved == row.moved, Standing.solved_at == row.solved_at)


def _before(puzzle: str | None, row: Row[Any]) -> list[ColumnElement[bool]]:
    """Return parts of the index that together are all rows before; each is one range of it."""
    if puzzle is None:
        return [Rank.behind < row.behind, and_(Rank.behind == row.behind, Rank.last_at < row.last_at)]
    band = Standing.band == row.band
    parts = [and_(band, Standing.moved == row.moved, Standing.solved_at < row.solved_at)]
    if row.band:
        parts.append(Standing.band < row.band)
    else:
        parts.append(and_(band, Standing.moved < row.moved))
    return parts


def _place(puzzle: str | None, row: Row[Any], rank: int, at: int, attempts: int) -> Place:
    if puzzle is None:
        return Place(rank, at, row.owner, -row.behind, attempts, row.last_at, None)
    return Place(rank, at, row.owner, 1, attempts, row.solved_at, row.moved)
