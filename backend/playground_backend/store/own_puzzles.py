"""Teachers' own puzzles: drafts, versions, and who may see them; each function in a transaction that its caller holds.

A slug of such a puzzle is `own.PREFIX` and its id. What is played of them is in `own_versions`.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from playground_backend.rights import ClassRole
from playground_backend.store import records
from playground_backend.store.class_tables import Assignment, AssignmentItem, Classroom, Member, Seat
from playground_backend.store.own_tables import OwnPuzzle, OwnUse, OwnVersion
from playground_backend.store.own_versions import current, of_slug, puzzle
from playground_puzzles import own
from playground_puzzles.models import MAX_SEED, CheckJob, CheckProgress, CheckReport, Puzzle


def make(session: Session, owner: str, title: str, files: Mapping[str, str]) -> OwnPuzzle:
    now = datetime.now(UTC)
    row = OwnPuzzle(
        id=records.new_id(), owner=owner, title=title, files=dict(files), created_at=now, edited_at=now, published=None
    )
    session.add(row)
    session.flush()
    return row


def of_owner(session: Session, owner: str) -> list[OwnPuzzle]:
    """Return theirs, the last edited first."""
    query = select(OwnPuzzle).where(OwnPuzzle.owner == owner).order_by(OwnPuzzle.edited_at.desc(), OwnPuzzle.id)
    return list(session.scalars(query))


def find(session: Session, id: str) -> OwnPuzzle | None:
    return session.get(OwnPuzzle, id) if records.is_id(id) else None


def versions(session: Session, puzzle: str) -> list[OwnVersion]:
    """Return all of a puzzle, the newest first."""
    query = select(OwnVersion).where(OwnVersion.puzzle == puzzle).order_by(OwnVersion.number.desc())
    return list(session.scalars(query))


def version(session: Session, puzzle: str, number: int) -> OwnVersion | None:
    return session.scalar(select(OwnVersion).where(OwnVersion.puzzle == puzzle, OwnVersion.number == number))


def snapshot(session: Session, row: OwnPuzzle) -> OwnVersion:
    """Return the draft as a version; the newest one again where the draft is still the same. What came out well stays
    so; all else is to be checked, which shows by its having no time of that."""
    digest = hashlib.sha256(json.dumps(row.files, sort_keys=True).encode()).hexdigest()
    last = next(iter(versions(session, row.id)), None)
    if last is not None and last.sha256 == digest and last.parsed is not None:
        return last
    if last is not None and last.sha256 == digest:
        # Its job has another id now, so that what an earlier check of it might still say is not taken.
        last.id, last.created_at, last.checked_at, last.report = records.new_id(), datetime.now(UTC), None, None
        session.flush()
        return last
    made = OwnVersion(
        id=records.new_id(),
        puzzle=row.id,
        number=1 if last is None else last.number + 1,
        files=dict(row.files),
        sha256=digest,
        created_at=datetime.now(UTC),
        checked_at=None,
        report=None,
        parsed=None,
    )
    session.add(made)
    session.flush()
    return made


def check_of(session: Session, check: str, progress: CheckProgress | None = None) -> CheckJob | None:
    """Return the job that checks a version, from some progress on; None where it is none of ours, or is done."""
    row = session.get(OwnVersion, check) if records.is_id(check) else None
    if row is None or row.checked_at is not None:
        return None
    return CheckJob(
        id=row.id,
        slug=own.slug_of(row.puzzle),
        version=row.number,
        files=row.files,
        seed=secrets.randbelow(MAX_SEED + 1),
        progress=progress or CheckProgress(),
    )


def take(session: Session, check: str, report: CheckReport) -> bool:
    """Keep what a check has found; False where it is none of ours, or has been found already."""
    row = session.get(OwnVersion, check) if records.is_id(check) else None
    if row is None or row.checked_at is not None:
        return False
    row.checked_at = datetime.now(UTC)
    row.report = report.model_copy(update={"puzzle": None}).model_dump(mode="json")
    row.parsed = None if report.puzzle is None else report.puzzle.model_dump(mode="json")
    session.flush()
    return True


# ---- who may see it ----


def may_see(session: Session, slug: str, visitor: str | None) -> bool:
    """Tell whether a visitor may open a puzzle.

    Its author may; where it is published, the staff of its classes too, and their students once an assignment of the
    class that has it is open.
    """
    row = of_slug(session, slug)
    if row is None or visitor is None:
        return False
    return row.owner == visitor or slug in _visible(session, visitor, row.id)


def visible(session: Session, visitor: str) -> list[Puzzle]:
    """Return the published puzzles of their classes that a visitor may open, by title."""
    found = [puzzle(session, slug, current(session, slug)) for slug in _visible(session, visitor, None)]
    return sorted((each for each in found if each is not None), key=lambda each: (each.title, each.slug))


def _visible(session: Session, visitor: str, only: str | None) -> set[str]:
    is_student = Member.role == ClassRole.student.value
    slug = own.PREFIX + OwnPuzzle.id
    is_open = (
        exists()
        .where(
            Assignment.classroom == Seat.classroom,
            AssignmentItem.assignment == Assignment.id,
            AssignmentItem.puzzle == slug,
            or_(Assignment.opens_at.is_(None), Assignment.opens_at <= datetime.now(UTC)),
        )
        .correlate(Seat, OwnPuzzle)
    )
    query = (
        select(OwnPuzzle.id)
        .join(OwnUse, OwnUse.puzzle == OwnPuzzle.id)
        .join(Seat, Seat.classroom == OwnUse.classroom)
        .join(Member, Member.id == Seat.member)
        .where(Seat.owner == visitor, OwnPuzzle.published.is_not(None), or_(~is_student, is_open))
    )
    if only is not None:
        query = query.where(OwnPuzzle.id == only)
    return {own.slug_of(id) for id in session.scalars(query)}


# ---- classes ----


def classes(session: Session, puzzle: str) -> list[Classroom]:
    """Return the classes that may be given a puzzle, by name."""
    query = select(Classroom).join(OwnUse, OwnUse.classroom == Classroom.id).where(OwnUse.puzzle == puzzle)
    return list(session.scalars(query.order_by(Classroom.name, Classroom.id)))


def of_class(session: Session, classroom: str) -> list[OwnPuzzle]:
    """Return the published puzzles that a class may be given, by title."""
    query = (
        select(OwnPuzzle)
        .join(OwnUse, OwnUse.puzzle == OwnPuzzle.id)
        .where(OwnUse.classroom == classroom, OwnPuzzle.published.is_not(None))
    )
    return list(session.scalars(query.order_by(OwnPuzzle.title, OwnPuzzle.id)))


def give(session: Session, puzzle: str, classroom: str) -> None:
    records.add_once(session, OwnUse(puzzle=puzzle, classroom=classroom), (puzzle, classroom))
    session.flush()


def take_back(session: Session, puzzle: str, classroom: str) -> None:
    row = session.get(OwnUse, (puzzle, classroom))
    if row is not None:
        session.delete(row)
        session.flush()


def assigned(session: Session, puzzle: str, classroom: str | None = None) -> list[Assignment]:
    """Return the assignments that have a puzzle, in one class or in all."""
    query = (
        select(Assignment)
        .join(AssignmentItem, AssignmentItem.assignment == Assignment.id)
        .where(AssignmentItem.puzzle == own.slug_of(puzzle))
        .order_by(Assignment.created_at, Assignment.id)
    )
    return list(session.scalars(query if classroom is None else query.where(Assignment.classroom == classroom)))


def copied_items(
    session: Session, owner: str, items: Sequence[tuple[str, float]], classroom: str
) -> list[tuple[str, float]]:
    """Return what a copied assignment may hold: all but others' own puzzles. The owner's are given to the copy."""
    kept = []
    for slug, points in items:
        id = own.id_of(slug)
        row = None if id is None else find(session, id)
        if id is None or (row is not None and row.owner == owner):
            kept.append((slug, points))
            if row is not None:
                give(session, row.id, classroom)
    return kept
