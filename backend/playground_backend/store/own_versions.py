"""Versions of teachers' own puzzles by the slug of the puzzle; each function in a transaction that its caller holds.

For every other slug each gives null, or nothing.
"""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from playground_backend.store.own_tables import OwnPuzzle, OwnVersion
from playground_puzzles import models, own
from playground_puzzles.models import Puzzle


def of_slug(session: Session, slug: str) -> OwnPuzzle | None:
    id = own.id_of(slug)
    return None if id is None else session.get(OwnPuzzle, id)


def current(session: Session, slug: str) -> int | None:
    """Return the version that counts: the published one, else, for its author alone, the newest that may be."""
    row = of_slug(session, slug)
    if row is None:
        return None
    if row.published is not None:
        return row.published
    newest = select(func.max(OwnVersion.number)).where(OwnVersion.puzzle == row.id, OwnVersion.parsed.is_not(None))
    return session.scalar(newest)


def puzzle(session: Session, slug: str, number: int | None) -> Puzzle | None:
    row = _version_of(session, slug, number)
    return None if row is None or row.parsed is None else Puzzle.model_validate(row.parsed)


def carried(session: Session, slug: str, number: int | None) -> models.OwnPuzzle | None:
    """Return a version as a job carries it."""
    row = _version_of(session, slug, number)
    if row is None or row.parsed is None:
        return None
    return models.OwnPuzzle(
        version=row.number, puzzle=Puzzle.model_validate(row.parsed), spec=str(row.files["spec.py"])
    )


def files(session: Session, slug: str, number: int | None) -> dict[str, str]:
    """Return the files of a version; none where it is not there."""
    row = _version_of(session, slug, number)
    return {} if row is None else dict(row.files)


def _version_of(session: Session, slug: str, number: int | None) -> OwnVersion | None:
    row = of_slug(session, slug)
    if row is None or number is None:
        return None
    return session.scalar(select(OwnVersion).where(OwnVersion.puzzle == row.id, OwnVersion.number == number))
