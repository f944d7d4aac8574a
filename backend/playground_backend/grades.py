"""Points by assignment, puzzle and policy, each cell with its reason. Pure: it reckons from what `grading` has read."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo

from playground_backend.assignment_messages import LatePolicy
from playground_backend.grade_messages import Grade, GradedAssignment, GradeRow, Grades, GradeState
from playground_backend.store.assignments import Assigned
from playground_backend.store.class_tables import AssignmentItem, Member
from playground_backend.store.grading import Runs
from playground_puzzles.models import Device

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def grade(
    assigned: Assigned,
    item: AssignmentItem,
    member: str,
    runs: Runs | None,
    now: datetime,
    zone: tzinfo = UTC,
) -> Grade:
    """Return one cell. runs: null for who sent nothing. zone: of the times that the explanation tells."""
    runs = runs or Runs()
    row, due_at = assigned.row, assigned.due_at(member)
    state = _state(assigned, runs, due_at, now)
    points = item.points if state in (GradeState.solved, GradeState.late) else 0.0
    return Grade(
        assignment=row.id,
        puzzle=item.puzzle,
        points=points,
        most=item.points,
        state=state,
        attempts=runs.attempts,
        solved_at=runs.solved_at,
        due_at=due_at,
        is_helped=runs.is_helped,
        is_copied=runs.is_copied,
        explanation=_explanation(assigned, item, member, runs, state, points, now, zone),
    )


def grades(
    assignments: Sequence[Assigned],
    students: Sequence[Member],
    runs: Mapping[str, Mapping[str, Mapping[str, Runs]]],
    now: datetime,
    zone: tzinfo,
    *,
    shows_contacts: bool,
) -> Grades:
    """Return all cells. runs: by assignment, member and puzzle."""
    rows = []
    for student in students:
        cells = [
            grade(each, item, student.id, runs[each.row.id].get(student.id, {}).get(item.puzzle), now, zone)
            for each in assignments
            for item in each.items
        ]
        rows.append(
            GradeRow(
                member=student.id,
                name=student.name,
                email=student.email if shows_contacts else None,
                number=student.number if shows_contacts else None,
                points=_sum(cell.points for cell in cells),
                cells=cells,
            )
        )
    graded = [_graded(each, zone) for each in assignments]
    return Grades(assignments=graded, most=_sum(each.most for each in graded), rows=rows, now=now)


def moment(at: datetime, zone: tzinfo) -> str:
    """Return a time in words, as the class's clocks show it."""
    here = at.astimezone(zone)
    return f"{here.day} {_MONTHS[here.month - 1]} {here.year}, {here:%H:%M}"


def number(points: float) -> str:
    """Return points as people write them: no zeros at the end."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _state(assigned: Assigned, runs: Runs, due_at: datetime | None, now: datetime) -> GradeState:
    if runs.solved_at is not None:
        if due_at is None or runs.solved_at <= due_at:
            return GradeState.solved
        is_shut = assigned.row.is_exam or assigned.row.late == LatePolicy.closed.value
        return GradeState.closed if is_shut else GradeState.late
    return GradeState.open if due_at is None or now < due_at else GradeState.missing


def _explanation(
    assigned: Assigned,
    item: AssignmentItem,
    member: str,
    runs: Runs,
    state: GradeState,
    points: float,
    now: datetime,
    zone: tzinfo,
) -> str:
    due_at = assigned.due_at(member)
    tries = f"{runs.attempts} run{'' if runs.attempts == 1 else 's'}"
    told = []
    if runs.solved_at is not None:
        told.append(f"Solved on {moment(runs.solved_at, zone)}.")
    elif runs.attempts:
        told.append(f"Not solved in {tries}.")
    else:
        told.append("Nothing was sent.")
    if due_at is not None and state is not GradeState.solved:
        extended = ", extended" if member in assigned.extensions else ""
        verb = "Due" if now < due_at else "It was due"
        told.append(f"{verb} on {moment(due_at, zone)}{extended}.")
    if state is GradeState.late:
        told.append("Late work counts and is marked.")
    if state is GradeState.closed:
        told.append("Late work does not count.")
    if runs.is_helped:
        told.append("The solution had been opened before.")
    if runs.is_copied:
        told.append("The code is the published solution, or a shared one that had been looked at.")
    told.append(f"{number(points)} of {number(item.points)} point{'' if item.points == 1 else 's'}.")
    return " ".join(told)


def _graded(assigned: Assigned, zone: tzinfo) -> GradedAssignment:
    row = assigned.row
    told = ["Full points for what passes all cases, none else; runs that fail cost nothing."]
    if row.is_exam and row.opens_at is not None and row.due_at is not None:
        told.append(f"Exam: what is sent from {moment(row.opens_at, zone)} to {moment(row.due_at, zone)} counts.")
    elif row.due_at is not None:
        late = "counts and is marked late" if row.late == LatePolicy.shown.value else "does not count"
        told.append(f"Due on {moment(row.due_at, zone)}; what is solved later {late}.")
    else:
        told.append("Never due.")
    return GradedAssignment(
        id=row.id,
        title=row.title,
        puzzles=[item.puzzle for item in assigned.items],
        most=_sum(item.points for item in assigned.items),
        late=LatePolicy(row.late),
        device=Device(row.device),
        policy=" ".join(told),
    )


def _sum(points: Iterable[float]) -> float:
    return round(sum(points), 6)  # tenths add up as people add them
