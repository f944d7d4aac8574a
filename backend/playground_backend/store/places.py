"""How many waiting places an owner holds, asked inside the transaction that would take one more."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from playground_backend.store import records
from playground_backend.store.tables import Identity, Submission


@dataclass(frozen=True)
class Place:
    """A submission without a verdict, or all those of one batch. id: of the submission or the batch."""

    id: str
    submissions: tuple[str, ...]


def held(session: Session, owner: str) -> list[Place]:
    """Return the owner's places, the oldest first.

    The owner's row is held until the transaction ends, so that of two requests at once the second sees the first's.
    """
    records.add_once(session, Identity(id=owner, created_at=datetime.now(UTC)), owner)
    session.execute(select(Identity.id).where(Identity.id == owner).with_for_update())
    query = (
        select(Submission.id, Submission.batch)
        .where(Submission.owner == owner, records.is_open())
        .order_by(Submission.created_at, Submission.id)
    )
    found: dict[str, list[str]] = {}
    for submission, batch in session.execute(query):
        found.setdefault(batch or submission, []).append(submission)
    return [Place(id, tuple(submissions)) for id, submissions in found.items()]
