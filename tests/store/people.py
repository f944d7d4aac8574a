"""What happened, written into a database as the service would have, and what is to be read from it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from sqlalchemy import delete
from sqlalchemy.orm import Session

from playground_backend.store import board, records, standings
from playground_backend.store.board import Place, Scope
from playground_backend.store.tables import (
    Base,
    Identity,
    Progress,
    Published,
    Share,
    ShareView,
    Source,
    Standing,
    Submission,
)
from playground_puzzles.models import CaseVerdict, Device, MemoryScore, Outcome, Verdict

BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)
PUZZLES = ("constant-add", "long-sum")
REFERENCE = "def kernel(x):\n    return x + 1\n"
SHARED = "def kernel(x):\n    return 1 + x\n"
OWN = "def kernel(x):\n    return x - -1\n"
# Nothing but comments, layout and what the kernel does not reach differs.
DRESSED = """import os


def other():
    pass


def kernel( x ):  # mine
    'Adds.'

    return (x
            + 1)
"""


@dataclass(frozen=True)
class Sent:
    """A submission and what became of it. at: hours since BEGIN."""

    owner: str
    puzzle: str = PUZZLES[0]
    device: Device = Device.interpreter
    at: int = 0
    outcome: Outcome = Outcome.passed
    source: str = OWN
    moved: int | None = 100
    seed: int | None = None
    case: str | None = None


def at(hours: float) -> datetime:
    return BEGIN + timedelta(hours=hours)


def empty(session: Session) -> None:
    """Remove everything, and have the two puzzles published."""
    for table in reversed(Base.metadata.sorted_tables):
        session.execute(delete(table))
    session.add_all(Published(puzzle=puzzle, kernel="kernel", reference=REFERENCE) for puzzle in PUZZLES)
    session.add_all(Source(sha256=_digest(text), text=text, created_at=BEGIN) for text in _SOURCES)
    session.flush()


def person(session: Session, owner: str, **fields: object) -> None:
    session.add(Identity(id=owner, created_at=BEGIN, **fields))
    session.flush()


def give_up(session: Session, owner: str, puzzle: str, hours: int) -> None:
    session.add(Progress(owner=owner, puzzle=puzzle, hints=0, gave_up_at=at(hours)))
    session.flush()


def share(session: Session, link: str, owner: str, puzzle: str, source: str = SHARED) -> None:
    row = Share(id=link, owner=owner, kind="solution", puzzle=puzzle, device="interpreter", source=_digest(source))
    row.created_at = BEGIN
    session.add(row)
    session.flush()


def see(session: Session, link: str, viewer: str, hours: int) -> None:
    session.add(ShareView(viewer=viewer, share=link, seen_at=at(hours)))
    session.flush()


def send(session: Session, sent: Iterable[Sent]) -> list[str]:
    """Store submissions that wait; return their ids."""
    rows = [
        Submission(
            id=records.new_id(),
            owner=each.owner,
            puzzle=each.puzzle,
            device=each.device.value,
            source=_digest(each.source),
            case=each.case,
            seed=each.seed,
            status="queued",
            attempts=1,
            created_at=at(each.at),
        )
        for each in sent
    ]
    session.add_all(rows)
    session.flush()
    return [row.id for row in rows]


def judge(session: Session, submission: str, sent: Sent) -> bool:
    return records.finish(session, submission, verdict_of(sent))


def verdict_of(sent: Sent) -> Verdict:
    memory = None
    if sent.moved is not None:
        memory = MemoryScore(loaded=sent.moved, stored=0, least_loaded=None, least_stored=None)
    case = CaseVerdict(
        name="first", title="First", sizes={}, blocks={}, grid=[1], seed=7, outcome=sent.outcome, memory=memory
    )
    return Verdict(outcome=sent.outcome, puzzle=sent.puzzle, triton_version="3.9.0", seed=7, cases=[case])


def whole(session: Session, device: Device = Device.interpreter, puzzle: str | None = None) -> list[Place]:
    """Return every row of a board, page after page."""
    places: list[Place] = []
    while found := board.page(session, Scope(device, puzzle), len(places)):
        places += found
    return places


def table(session: Session) -> list[tuple[object, ...]]:
    """Return all standings, in an order of their own."""
    rows = session.query(Standing).populate_existing()
    names = [column.key for column in Standing.__mapper__.columns]
    return sorted(tuple(getattr(row, name) for name in names) for row in rows)


def fold_again(session: Session, submission: str, sent: Sent) -> None:
    """Take a verdict that is in already, as a second delivery would."""
    standings.take(session, session.get_one(Submission, submission), verdict_of(sent))


_SOURCES = (REFERENCE, SHARED, OWN, DRESSED)


def _digest(source: str) -> str:
    return sha256(source.encode()).hexdigest()
