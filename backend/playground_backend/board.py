"""The leaderboard as others may see it: rows without identities, names only of who wants theirs shown."""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy.orm import Session

from playground_backend.store import board
from playground_backend.store.board import PAGE, Censuses, Person, Place, Scope, Tried
from playground_puzzles.models import Device, Model


class Mark(StrEnum):
    """`solved` counts; `seen` was solved after its solution could be seen, or is not one's own; `tried` is neither."""

    solved = "solved"
    seen = "seen"
    tried = "tried"


class BoardRow(Model):
    """rank: counts from 1; equal rows share one. name: null for who gave none, or does not want it shown.

    solved: puzzles that count. attempts: judged submissions, to all puzzles or to this one. last_at: when the last
    puzzle that counts, or this one, was solved, UTC. moved: elements loaded and stored, the fewest for each puzzle that
    counts, added up; null where none was measured. puzzles: what was tried, by slug; empty on a puzzle's board.
    """

    id: str
    rank: int
    name: str | None
    is_you: bool
    solved: int
    attempts: int
    last_at: datetime
    moved: int | None
    puzzles: dict[str, Mark]


class You(Model):
    """Your own place, whichever page is asked for. row: null where you are not on this board. page: where it is.

    name: yours, also where others do not see it. is_named: others do. is_hidden, is_name_hidden: the host's
    administrator took your row, or your name, off the boards.
    """

    row: BoardRow | None
    page: int | None
    name: str | None
    is_named: bool
    is_hidden: bool
    is_name_hidden: bool


class Board(Model):
    """One page, of 50 rows. people: rows in all; of more than 5,000, as many as in the last minute. pages: 1 where
    there are none. you: null for who has sent nothing.
    """

    puzzle: str | None
    device: Device
    page: int
    pages: int
    people: int
    rows: list[BoardRow]
    you: You | None


class HiddenRow(Model):
    id: str
    name: str | None
    is_hidden: bool
    is_name_hidden: bool


class RowIds:
    """Names a row so that an administrator can point at it, and nobody can tell whose it is. secret: of the host."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"playground.row", hashlib.sha256)

    def of(self, owner: str) -> str:
        return hmac.digest(self._key, owner.encode(), hashlib.sha256)[:12].hex()

    def owner(self, row: str, candidates: Iterable[str]) -> str | None:
        """Return whose row it is; None where it is none of theirs."""
        told = row.encode()  # as bytes: of texts, only ASCII ones can be compared so
        return next((owner for owner in candidates if hmac.compare_digest(self.of(owner).encode(), told)), None)


@dataclass(frozen=True)
class Asked:
    """page: from 1. visitor: who asks; null for who has sent nothing yet.

    shows_members: a class's students by the names that it knows them by, for its staff.
    """

    scope: Scope
    page: int
    visitor: str | None
    shows_members: bool = False


def read(session: Session, ids: RowIds, censuses: Censuses, asked: Asked, counted: Set[str]) -> Board:
    """Return a page of the board. counted: the slugs of the puzzles that are on it."""
    scope, visitor = asked.scope, asked.visitor
    census = censuses.of(session, scope)
    places = board.page(session, scope, (asked.page - 1) * PAGE, census)
    own = board.own(session, scope, visitor, census) if visitor else None
    owners = [place.owner for place in places] + ([visitor] if visitor else [])
    persons = board.people(session, owners)
    tried = board.tried(session, scope.device, owners) if scope.puzzle is None else {}
    known: Mapping[str, str] = {}
    if scope.classroom is not None and asked.shows_members:
        known = board.names_in_class(session, scope.classroom)

    def row(place: Place) -> BoardRow:
        theirs = [each for each in tried.get(place.owner, []) if each.puzzle in counted]
        person = persons[place.owner]
        name = known.get(place.owner) or (person.name if person.is_shown else None)
        return _row(ids, place, name, theirs, place.owner == visitor)

    me = persons.get(visitor) if visitor else None
    return Board(
        puzzle=scope.puzzle,
        device=scope.device,
        page=asked.page,
        pages=max(1, -(-census.size // PAGE)),
        people=census.size,
        rows=[row(place) for place in places],
        you=None if me is None else _you(me, None if own is None else row(own), own),
    )


def hidden_rows(session: Session, ids: RowIds) -> list[HiddenRow]:
    found: Mapping[str, Person] = board.hidden(session)
    return [
        HiddenRow(id=ids.of(owner), name=person.name, is_hidden=person.is_hidden, is_name_hidden=person.is_name_hidden)
        for owner, person in found.items()
    ]


def _row(ids: RowIds, place: Place, name: str | None, tried: list[Tried], is_you: bool) -> BoardRow:
    counted = [each.moved for each in tried if each.moved is not None]
    return BoardRow(
        id=ids.of(place.owner),
        rank=place.rank,
        name=name,
        is_you=is_you,
        solved=place.solved,
        attempts=place.attempts,
        last_at=place.last_at,
        moved=sum(counted) if counted else place.moved,
        puzzles={each.puzzle: _mark(each) for each in tried},
    )


def _mark(tried: Tried) -> Mark:
    if not tried.is_solved:
        return Mark.tried
    return Mark.seen if tried.is_seen else Mark.solved


def _you(person: Person, row: BoardRow | None, place: Place | None) -> You:
    return You(
        row=row,
        page=None if place is None else place.at // PAGE + 1,
        name=person.name,
        is_named=person.name is not None and person.is_shown,
        is_hidden=person.is_hidden,
        is_name_hidden=person.is_name_hidden,
    )
