"""The leaderboard's rows in their order, overall and of one puzzle. Each function runs in its caller's transaction.

Overall: more puzzles solved first, then the earlier time of the last of them. Of a puzzle: fewer elements moved first,
then the earlier time. Who is equal in both shares a rank; among those, the order is fixed and says nothing.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from playground_backend.rights import ClassRole
from playground_backend.store import standings
from playground_backend.store.class_tables import Member, Seat
from playground_backend.store.tables import Identity, Rank, Standing
from playground_puzzles.models import Device

PAGE: Final = 50

# A board of up to so many rows is counted whenever it is asked for, a larger one once in so long: that reads its index
# from end to end, and of so many nobody sees one more or less. Ranks on a large board may be one or two off till then.
COUNTED_ALWAYS: Final = 5_000
COUNTED_ANEW_S: Final = 60.0


@dataclass(frozen=True)
class Scope:
    """Which board. puzzle: null for all. classroom: of a class's students alone; null for everybody."""

    device: Device
    puzzle: str | None = None
    classroom: str | None = None


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


@dataclass(frozen=True)
class Census:
    """size: the board's rows. before: of a large overall board, how many have solved more than each number of puzzles.

    Its keys are as `Rank.behind`. Null: to be counted by who wants to know.
    """

    size: int
    before: Mapping[int, int] | None = None


class Censuses:
    """Counts boards: exact up to COUNTED_ALWAYS rows, of the last minute beyond. Any thread may ask."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._taken: dict[Scope, tuple[float, Census]] = {}

    def of(self, session: Session, scope: Scope) -> Census:
        taken_at, census = self._taken.get(scope, (-COUNTED_ANEW_S, Census(0)))
        if self._now() - taken_at < COUNTED_ANEW_S:
            return census
        size = count(session, scope, COUNTED_ALWAYS + 1)
        if size <= COUNTED_ALWAYS:
            return Census(size)
        census = take_census(session, scope)
        self._taken[scope] = self._now(), census
        return census


def take_census(session: Session, scope: Scope) -> Census:
    """Read the whole board's index."""
    if scope.puzzle is not None:
        return Census(count(session, scope))
    _, here = _board(scope)
    levels = select(Rank.behind, func.count()).where(here).group_by(Rank.behind).order_by(Rank.behind)
    before, size = {}, 0
    for behind, rows in session.execute(levels):
        before[behind] = size
        size += rows
    return Census(size, before)


def count(session: Session, scope: Scope, most: int | None = None) -> int:
    """Return how many rows the board has, or most, where there are more; then no more are read."""
    table, here = _board(scope)
    rows = select(table.owner).where(here).limit(most).subquery()
    return session.scalar(select(func.count()).select_from(rows)) or 0


def page(session: Session, scope: Scope, start: int, census: Census | None = None) -> list[Place]:
    """Return up to PAGE rows from a place on, which counts from 0. census: tells how much can be skipped unread."""
    _, here = _board(scope)
    skip = start
    if census is not None and census.before:
        behind, before = max((each for each in census.before.items() if each[1] <= start), key=lambda each: each[1])
        here, skip = and_(here, Rank.behind >= behind), start - before
    order = _order(scope)
    # What the index holds, no more: so that rows which are skipped are not read.
    rows = session.execute(select(*order).where(here).order_by(*order).limit(PAGE).offset(skip)).all()
    if not rows:
        return []
    attempts = _attempts(session, scope, [row.owner for row in rows])
    rank = start + 1 - _equal_before(session, scope, rows[0])
    places: list[Place] = []
    for place, row in enumerate(rows):
        if place and row[:-1] != rows[place - 1][:-1]:
            rank = start + place + 1
        places.append(_place(scope, row, rank, start + place, attempts[row.owner]))
    return places


def own(session: Session, scope: Scope, owner: str, census: Census | None = None) -> Place | None:
    """Return the owner's row; None for who is not on the board."""
    table, here = _board(scope)
    row = session.execute(select(*_order(scope)).where(here, table.owner == owner)).one_or_none()
    if row is None:
        return None
    parts, before = _before(scope, row), 0
    if census is not None and census.before and row.behind in census.before:
        parts, before = parts[1:], census.before[row.behind]
    before += sum(session.scalar(_rows(scope).where(part)) or 0 for part in parts)
    attempts = _attempts(session, scope, [owner])[owner]
    at = before + _equal_before(session, scope, row)
    return _place(scope, row, before + 1, at, attempts)


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
    solved = Standing.solved_at.is_not(None)  # reading hundreds of times would be most of the work
    columns = (Standing.puzzle, solved, Standing.band, Standing.moved, Standing.copied, Standing.given_up)
    query = select(Standing.owner, *columns).where(Standing.owner.in_(owners), Standing.device == device.value)
    for owner, puzzle, is_solved, band, moved, copied, given_up in session.execute(query):
        counts = band is not None
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


def _on(scope: Scope) -> tuple[Any, ColumnElement[bool]]:
    """Return the table, and what of it is of the scope: on the board, or kept off it."""
    table: Any = Rank if scope.puzzle is None else Standing
    here = [table.device == scope.device.value]
    if scope.puzzle is not None:
        here.append(Standing.puzzle == scope.puzzle)
    if scope.classroom is not None:
        sitting = select(Seat.owner).join(Member, Member.id == Seat.member).where(Seat.classroom == scope.classroom)
        here.append(table.owner.in_(sitting.where(Member.role == ClassRole.student.value)))
    return table, and_(*here)


def _board(scope: Scope) -> tuple[Any, ColumnElement[bool]]:
    """Return the table, and what of it is on the board."""
    table, here = _on(scope)
    return table, here if scope.puzzle is None else and_(here, Standing.band >= 0)


def _rows(scope: Scope) -> Select[int]:
    """Count rows of the board, by rank, which the caller adds: two words on the band would spoil the index's range."""
    table, here = _on(scope)
    return select(func.count()).select_from(table).where(here)


def _order(scope: Scope) -> tuple[InstrumentedAttribute[Any], ...]:
    """As the index has it."""
    if scope.puzzle is None:
        return Rank.behind, Rank.last_at, Rank.owner
    return Standing.band, Standing.moved, Standing.solved_at, Standing.owner


def _attempts(session: Session, scope: Scope, owners: Sequence[str]) -> dict[str, int]:
    table, here = _board(scope)
    query = select(table.owner, table.attempts).where(here, table.owner.in_(owners))
    return {owner: attempts for owner, attempts in session.execute(query)}


def _equal_before(session: Session, scope: Scope, row: Row[Any]) -> int:
    """Return how many of those who share the row's rank are listed before it."""
    table, _ = _on(scope)
    return session.scalar(_rows(scope).where(_equal(scope, row), table.owner < row.owner)) or 0


def _equal(scope: Scope, row: Row[Any]) -> ColumnElement[bool]:
    if scope.puzzle is None:
        return and_(Rank.behind == row.behind, Rank.last_at == row.last_at)
    return and_(Standing.band == row.band, Standing.moved == row.moved, Standing.solved_at == row.solved_at)


def _before(scope: Scope, row: Row[Any]) -> list[ColumnElement[bool]]:
    """Return parts of the index that together are all rows before; each is one range of it. The first may be large."""
    if scope.puzzle is None:
        return [Rank.behind < row.behind, and_(Rank.behind == row.behind, Rank.last_at < row.last_at)]
    band = Standing.band == row.band
    parts = [and_(band, Standing.moved == row.moved, Standing.solved_at < row.solved_at)]
    if row.band:
        parts.append(Standing.band < row.band)
    else:
        parts.append(and_(band, Standing.moved < row.moved))
    return parts


def _place(scope: Scope, row: Row[Any], rank: int, at: int, attempts: int) -> Place:
    if scope.puzzle is None:
        return Place(rank, at, row.owner, -row.behind, attempts, row.last_at, None)
    return Place(rank, at, row.owner, 1, attempts, row.solved_at, row.moved)
