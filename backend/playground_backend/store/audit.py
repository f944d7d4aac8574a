"""The trail of who changed what in a class; each function inside a transaction that its caller holds."""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from playground_backend.store import records
from playground_backend.store.class_tables import AuditEntry

PAGE: Final = 100
_LONGEST: Final = 500


def note(session: Session, classroom: str, by: str, action: str, what: str) -> None:
    """Write down that something was done. by: who, as the class knows them; what: in words, cut where it is long."""
    short = what if len(what) <= _LONGEST else f"{what[: _LONGEST - 1]}…"
    row = AuditEntry(id=records.new_id(), classroom=classroom, at=datetime.now(UTC), by=by, action=action, what=short)
    session.add(row)


def page(session: Session, classroom: str, number: int) -> tuple[list[AuditEntry], bool]:
    """Return a page, the newest first, and whether there is another."""
    query = (
        select(AuditEntry)
        .where(AuditEntry.classroom == classroom)
        .order_by(AuditEntry.at.desc(), AuditEntry.id)
        .offset((number - 1) * PAGE)
        .limit(PAGE + 1)
    )
    found = list(session.scalars(query))
    return found[:PAGE], len(found) > PAGE
