"""Assignments as they travel: to staff, and to a student with what is done and what is closed."""

from collections.abc import Mapping
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from playground_backend import closing, grades
from playground_backend.assignment_messages import (
    Assignment,
    AssignmentItem,
    AssignmentState,
    Extension,
    LatePolicy,
    Note,
    OwnAssignment,
    OwnAssignments,
    OwnItem,
)
from playground_backend.grade_messages import GradeState
from playground_backend.store import assignments, class_tables, grading
from playground_backend.store.assignments import Assigned, Own
from playground_puzzles.models import Device


def view(assigned: Assigned, names: Mapping[str, str]) -> Assignment:
    """Return an assignment as staff see it. names: of the members, by id."""
    row = assigned.row
    extensions = [
        Extension(member=member, name=names[member], due_at=due_at)
        for member, due_at in assigned.extensions.items()
        if member in names
    ]
    return Assignment(
        id=row.id,
        title=row.title,
        items=[AssignmentItem(puzzle=item.puzzle, points=item.points) for item in assigned.items],
        points=sum(item.points for item in assigned.items),
        opens_at=row.opens_at,
        due_at=row.due_at,
        late=LatePolicy(row.late),
        allows_hints=row.allows_hints,
        allows_solutions=row.allows_solutions,
        device=Device(row.device),
        is_exam=row.is_exam,
        state=_state(row.opens_at, row.due_at, datetime.now(UTC)),
        extensions=sorted(extensions, key=lambda each: (each.due_at, each.name)),
        created_at=row.created_at,
    )


def own(session: Session, visitor: str | None) -> OwnAssignments:
    """Return what a visitor's classes gave them. In an exam there is nothing else but it."""
    now = datetime.now(UTC)
    found = [] if visitor is None else assignments.of_owner(session, visitor)
    exam = closing.exam(session, visitor)
    if exam is not None:
        found = [each for each in found if each.assigned.row.id == exam.assigned.row.id]
    views = [_own(session, each, now) for each in found]
    order = {AssignmentState.open: 0, AssignmentState.upcoming: 1, AssignmentState.over: 2}
    latest = datetime.max.replace(tzinfo=UTC)

    def place(each: OwnAssignment) -> tuple[int, float, str]:
        at = each.opens_at if each.state is AssignmentState.upcoming else each.due_at
        moment = (at or latest).timestamp()
        # Of what is over, the last comes first.
        return order[each.state], -moment if each.state is AssignmentState.over else moment, each.title

    return OwnAssignments(assignments=sorted(views, key=place), closed=closing.closed(session, visitor), now=now)


def note(row: class_tables.Note) -> Note:
    return Note(id=row.id, by=row.by, text=row.text, puzzle=row.puzzle, created_at=row.created_at, read_at=row.read_at)


def _own(session: Session, own: Own, now: datetime) -> OwnAssignment:
    row, member = own.assigned.row, own.member.id
    state = _state(row.opens_at, own.due_at, now)
    runs = grading.runs(session, own.assigned, own.classroom.id, member).get(member, {})
    items = []
    # What is to come is told by its title alone.
    for item in own.assigned.items if state is not AssignmentState.upcoming else ():
        grade = grades.grade(own.assigned, item, member, runs.get(item.puzzle), now)
        items.append(
            OwnItem(
                puzzle=item.puzzle,
                points=item.points,
                attempts=grade.attempts,
                solved_at=grade.solved_at,
                is_late=grade.state in (GradeState.late, GradeState.closed),
            )
        )
    return OwnAssignment(
        id=row.id,
        classroom=own.classroom.id,
        classroom_name=own.classroom.name,
        time_zone=own.classroom.time_zone,
        title=row.title,
        items=items,
        opens_at=row.opens_at,
        due_at=own.due_at,
        is_extended=member in own.assigned.extensions,
        late=LatePolicy(row.late),
        allows_hints=row.allows_hints,
        allows_solutions=row.allows_solutions,
        device=Device(row.device),
        is_exam=row.is_exam,
        state=state,
    )


def _state(opens_at: datetime | None, due_at: datetime | None, now: datetime) -> AssignmentState:
    if opens_at is not None and now < opens_at:
        return AssignmentState.upcoming
    return AssignmentState.over if due_at is not None and due_at <= now else AssignmentState.open
