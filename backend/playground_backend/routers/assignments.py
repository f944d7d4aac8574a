"""Assignments: made, changed, extended; and what a student has to do, with the notes to them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Path
from sqlalchemy.orm import Session

from playground_backend import assigning
from playground_backend.assignment_messages import (
    Assignment,
    AssignmentChange,
    AssignmentItem,
    Assignments,
    NewAssignment,
    NewExtension,
    OwnAssignments,
    OwnNote,
    OwnNotes,
)
from playground_backend.deps import COUNTED_WRITES, ServiceDep, VisitorDep
from playground_backend.errors import Invalid, NotFound, UnknownAssignment
from playground_backend.insiders import Insider, allowed
from playground_backend.rights import Action, ClassRole
from playground_backend.routers.members import MemberPath, found
from playground_backend.service import Service
from playground_backend.store import assignments, audit, class_tables, classboard, members, records
from playground_backend.store.assignments import Assigned
from playground_puzzles.models import Kind

router = APIRouter(tags=["assignments"], dependencies=[COUNTED_WRITES])

_CLASS = "/api/classrooms/{id}/assignments"
AssignmentPath = Annotated[str, Path(max_length=32)]


@router.get(_CLASS, operation_id="listAssignments")
def list_assignments(insider: Annotated[Insider, allowed(Action.see_assignments)], service: ServiceDep) -> Assignments:
    """What the class is given, in the order of the due times."""
    with service.database.read() as session:
        row = session.get_one(class_tables.Classroom, insider.classroom)
        rows = assignments.of_class(session, insider.classroom)
        names = _names(session, insider.classroom)
    return Assignments(time_zone=row.time_zone, assignments=[assigning.view(each, names) for each in rows])


@router.post(_CLASS, operation_id="createAssignment", status_code=201)
def create_assignment(
    new: NewAssignment, insider: Annotated[Insider, allowed(Action.change_assignments)], service: ServiceDep
) -> Assignment:
    """Give the class something to do. Students see it at once, and what it holds once it opens."""
    items = _items(service, insider, new.items)
    row = class_tables.Assignment(
        id=records.new_id(),
        classroom=insider.classroom,
        created_at=datetime.now(UTC),
        **_plain(new.model_dump(exclude={"items"})),
    )
    _check(row)
    with service.database.write() as session:
        made = assignments.add(session, row, items)
        what = f"{insider.name} made the assignment {new.title}."
        audit.note(session, insider.classroom, insider.name, "assignment", what)
        answer = assigning.view(made, {})
    service.boards.changed(insider.classroom, "assignments")
    return answer


@router.patch(f"{_CLASS}/{{aid}}", operation_id="changeAssignment")
def change_assignment(
    aid: AssignmentPath,
    change: AssignmentChange,
    insider: Annotated[Insider, allowed(Action.change_assignments)],
    service: ServiceDep,
) -> Assignment:
    """Change some of it. Grades follow at once: they are reckoned when they are looked at."""
    items = None if change.items is None else _items(service, insider, change.items)
    # Of these, null is a value of its own.
    fields = _plain(change.model_dump(exclude={"items"}, exclude_unset=True))
    given = {name: value for name, value in fields.items() if value is not None or name in ("opens_at", "due_at")}
    with service.database.write() as session:
        row = assigned(session, insider, aid).row
        for name, value in given.items():
            setattr(row, name, value)
        _check(row)
        session.flush()
        if items is not None:
            assignments.set_items(session, row, items)
        what = f"{insider.name} changed the assignment {row.title}: {', '.join(sorted(change.model_fields_set))}."
        audit.note(session, insider.classroom, insider.name, "assignment", what)
        session.flush()
        answer = assigning.view(assigned(session, insider, aid), _names(session, insider.classroom))
    service.boards.changed(insider.classroom, "assignments")
    return answer


@router.delete(f"{_CLASS}/{{aid}}", operation_id="deleteAssignment", status_code=204)
def delete_assignment(
    aid: AssignmentPath, insider: Annotated[Insider, allowed(Action.change_assignments)], service: ServiceDep
) -> None:
    """Take it away, with its extensions. What students sent stays."""
    with service.database.write() as session:
        row = assigned(session, insider, aid).row
        what = f"{insider.name} deleted the assignment {row.title}."
        audit.note(session, insider.classroom, insider.name, "assignment", what)
        session.delete(row)
    service.boards.changed(insider.classroom, "assignments")


@router.put(f"{_CLASS}/{{aid}}/extensions/{{mid}}", operation_id="extendAssignment")
def extend_assignment(
    aid: AssignmentPath,
    mid: MemberPath,
    new: NewExtension,
    insider: Annotated[Insider, allowed(Action.extend)],
    service: ServiceDep,
) -> Assignment:
    """Give one student another due time, or take that back."""
    with service.database.write() as session:
        row = assigned(session, insider, aid).row
        member = found(session, insider, mid)
        if member.role != ClassRole.student.value:
            raise Invalid("Only students have something due.", "mid")
        if row.due_at is None:
            raise Invalid("This assignment is never due, so there is nothing to extend.", "due_at")
        if new.due_at is not None and row.opens_at is not None and new.due_at <= row.opens_at:
            raise Invalid("It would be due before it opens.", "due_at")
        assignments.extend(session, row.id, member.id, new.due_at)
        until = "took the extension back" if new.due_at is None else f"extended it to {new.due_at.isoformat()}"
        what = f"{insider.name} {until} for {member.name}: {row.title}."
        audit.note(session, insider.classroom, insider.name, "extension", what)
        answer = assigning.view(assigned(session, insider, aid), _names(session, insider.classroom))
    service.boards.changed(insider.classroom, "assignments")
    return answer


# ---- of a student ----


@router.get("/api/me/assignments", operation_id="getOwnAssignments")
def get_own_assignments(visitor: VisitorDep, service: ServiceDep) -> OwnAssignments:
    """What your classes have given you, open ones first, and the help that is closed to you just now."""
    with service.database.read() as session:
        return assigning.own(session, visitor)


@router.get("/api/me/notes", operation_id="getOwnNotes")
def get_own_notes(visitor: VisitorDep, service: ServiceDep) -> OwnNotes:
    """Notes from your teachers that you have not closed yet. Asking says that your page is open."""
    if visitor is None:
        return OwnNotes(notes=[])
    with service.database.read() as session:
        rows = classboard.unread(session, visitor)
    service.presence.touch(visitor)
    return OwnNotes(
        notes=[
            OwnNote(**assigning.note(row).model_dump(), classroom=classroom.id, classroom_name=classroom.name)
            for row, classroom in rows
        ]
    )


@router.post("/api/me/notes/{nid}/read", operation_id="closeNote", status_code=204)
def close_note(nid: Annotated[str, Path(max_length=32)], visitor: VisitorDep, service: ServiceDep) -> None:
    """Close a note to you. Its writer sees that you did."""
    with service.database.write() as session:
        if visitor is None or not classboard.close_note(session, visitor, nid, datetime.now(UTC)):
            raise NotFound("No note to you has this id.")


def assigned(session: Session, insider: Insider, assignment: str) -> Assigned:
    """Raises UnknownAssignment."""
    row = assignments.find(session, insider.classroom, assignment)
    if row is None:
        raise UnknownAssignment("The class has no assignment of this id.")
    return row


def _names(session: Session, classroom: str) -> dict[str, str]:
    return {each.row.id: each.row.name for each in members.everybody(session, classroom)}


def _items(service: Service, insider: Insider, told: Sequence[AssignmentItem]) -> list[tuple[str, float]]:
    """Return slugs with points. Raises UnknownPuzzle, and Invalid for one that comes twice."""
    items: list[tuple[str, float]] = []
    for each in told:
        puzzle = service.shelf.in_class(each.puzzle, insider.classroom)
        if puzzle.slug in (slug for slug, _ in items):
            raise Invalid(f"`{puzzle.slug}` is there twice.", "items")
        items.append((puzzle.slug, 0.0 if puzzle.kind is Kind.demo else each.points))
    return items


def _plain(fields: dict[str, Any]) -> dict[str, Any]:
    """Return fields as columns hold them."""
    return {name: value.value if isinstance(value, StrEnum) else value for name, value in fields.items()}


def _check(row: class_tables.Assignment) -> None:
    """Raises Invalid."""
    if row.opens_at is not None and row.due_at is not None and row.due_at <= row.opens_at:
        raise Invalid("It would be due before it opens.", "due_at")
    if row.is_exam and (row.opens_at is None or row.due_at is None):
        raise Invalid("An exam has a time when it opens and one when it is due.", "is_exam")
