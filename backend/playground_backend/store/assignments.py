"""Assignments and extensions, and what they close; each function inside a transaction that its caller holds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from playground_backend.rights import ClassRole
from playground_backend.store import classrooms, own_puzzles, records
from playground_backend.store.class_tables import Assignment, AssignmentItem, Classroom, Extension, Member, Seat


@dataclass(frozen=True)
class Assigned:
    """An assignment with its items in their order, and the extensions by member."""

    row: Assignment
    items: tuple[AssignmentItem, ...]
    extensions: dict[str, datetime] = field(default_factory=dict)

    def due_at(self, member: str) -> datetime | None:
        return self.extensions.get(member, self.row.due_at)


@dataclass(frozen=True)
class Own:
    """An assignment of somebody's class, and as whom they are in it."""

    assigned: Assigned
    classroom: Classroom
    member: Member

    @property
    def due_at(self) -> datetime | None:
        return self.assigned.due_at(self.member.id)


def add(session: Session, row: Assignment, items: Sequence[tuple[str, float]]) -> Assigned:
    """Keep a new assignment. items: puzzles, each once, with their points."""
    session.add(row)
    session.flush()
    return set_items(session, row, items)


def set_items(session: Session, row: Assignment, items: Sequence[tuple[str, float]]) -> Assigned:
    session.execute(delete(AssignmentItem).where(AssignmentItem.assignment == row.id))
    session.expire_all()
    session.add_all(
        AssignmentItem(assignment=row.id, place=place, puzzle=puzzle, points=points)
        for place, (puzzle, points) in enumerate(items)
    )
    session.flush()
    return _whole(session, [row])[0]


def find(session: Session, classroom: str, assignment: str) -> Assigned | None:
    row = session.get(Assignment, assignment) if records.is_id(assignment) else None
    return _whole(session, [row])[0] if row is not None and row.classroom == classroom else None


def of_class(session: Session, classroom: str) -> list[Assigned]:
    """Return a class's assignments in the order of their due times; what is never due comes last."""
    rows = list(session.scalars(select(Assignment).where(Assignment.classroom == classroom)))
    rows.sort(key=lambda each: (each.due_at is None, each.due_at or each.created_at, each.created_at, each.id))
    return _whole(session, rows)


def of_owner(session: Session, owner: str) -> list[Own]:
    """Return the assignments of all classes that an identity is a student of and that are in use, in no order."""
    query = (
        select(Assignment, Classroom, Member)
        .join(Classroom, Classroom.id == Assignment.classroom)
        .join(Seat, Seat.classroom == Classroom.id)
        .join(Member, Member.id == Seat.member)
        .where(Seat.owner == owner, Member.role == ClassRole.student.value, Classroom.archived_at.is_(None))
    )
    found = session.execute(query).all()
    whole = _whole(session, [row for row, _, _ in found])
    return [Own(assigned, classroom, member) for assigned, (_, classroom, member) in zip(whole, found, strict=True)]


def closing(session: Session, owner: str, now: datetime) -> list[Own]:
    """Return those that close some help to an identity just now: open to them, and forbidding something."""
    query = (
        select(Assignment.id)
        .join(Classroom, Classroom.id == Assignment.classroom)
        .join(Seat, Seat.classroom == Classroom.id)
        .join(Member, Member.id == Seat.member)
        .where(
            Seat.owner == owner,
            Member.role == ClassRole.student.value,
            Classroom.archived_at.is_(None),
            or_(Assignment.is_exam, Assignment.allows_hints.is_(False), Assignment.allows_solutions.is_(False)),
            or_(Assignment.opens_at.is_(None), Assignment.opens_at <= now),
        )
        .limit(1)
    )
    if session.scalar(query) is None:  # as for nearly everybody
        return []
    return [own for own in of_owner(session, owner) if _closes(own, now)]


def extend(session: Session, assignment: str, member: str, due_at: datetime | None) -> None:
    """Give one member another due time; null takes it back."""
    row = session.get(Extension, (assignment, member))
    if due_at is None:
        if row is not None:
            session.delete(row)
    elif row is None:
        session.add(Extension(assignment=assignment, member=member, due_at=due_at))
    else:
        row.due_at = due_at
    session.flush()


def copy_class(session: Session, classroom: str, name: str, shift_days: int, owner: str) -> Classroom:
    """Make another class of the same assignments, later by days at the same time of day in the class's zone.

    Puzzles that others than the owner wrote for the old class do not come along.
    """
    old = session.get_one(Classroom, classroom)
    made = classrooms.make(session, name, old.time_zone)
    zone = ZoneInfo(old.time_zone)
    for each in of_class(session, classroom):
        row = Assignment(
            id=records.new_id(),
            classroom=made.id,
            title=each.row.title,
            opens_at=_shifted(each.row.opens_at, shift_days, zone),
            due_at=_shifted(each.row.due_at, shift_days, zone),
            late=each.row.late,
            allows_hints=each.row.allows_hints,
            allows_solutions=each.row.allows_solutions,
            device=each.row.device,
            is_exam=each.row.is_exam,
            created_at=made.created_at,
        )
        items = [(item.puzzle, item.points) for item in each.items]
        add(session, row, own_puzzles.copied_items(session, owner, items, made.id))
    return made


def _shifted(at: datetime | None, days: int, zone: ZoneInfo) -> datetime | None:
    """Wall-clock arithmetic: a lesson at nine stays at nine when the clocks have changed."""
    return None if at is None else (at.astimezone(zone) + timedelta(days=days)).astimezone(UTC)


def _closes(own: Own, now: datetime) -> bool:
    row = own.assigned.row
    if not (row.is_exam or not row.allows_hints or not row.allows_solutions):
        return False
    return (row.opens_at is None or row.opens_at <= now) and (own.due_at is None or now < own.due_at)


def _whole(session: Session, rows: Sequence[Assignment]) -> list[Assigned]:
    ids = [row.id for row in rows]
    items: dict[str, list[AssignmentItem]] = {id: [] for id in ids}
    extensions: dict[str, dict[str, datetime]] = {id: {} for id in ids}
    for start in range(0, len(ids), 500):
        chunk = ids[start : start + 500]
        for item in session.scalars(
            select(AssignmentItem).where(AssignmentItem.assignment.in_(chunk)).order_by(AssignmentItem.place)
        ):
            items[item.assignment].append(item)
        for each in session.scalars(select(Extension).where(Extension.assignment.in_(chunk))):
            extensions[each.assignment][each.member] = each.due_at
    return [Assigned(row, tuple(items[row.id]), extensions[row.id]) for row in rows]
