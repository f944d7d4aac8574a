"""Help that an assignment closes to its students while it runs: hints, solutions, others' links, other classes."""

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from playground_backend.assignment_messages import ClosedHelp
from playground_backend.errors import ClosedByClass
from playground_backend.store import assignments, class_tables, tables
from playground_backend.store.assignments import Own


def closed(session: Session, visitor: str | None) -> list[ClosedHelp]:
    """Return all that is closed to a visitor just now."""
    found: list[ClosedHelp] = []
    for own in _now(session, visitor):
        row = own.assigned.row
        puzzles: Iterable[str | None] = [None] if row.is_exam else [item.puzzle for item in own.assigned.items]
        found += [
            ClosedHelp(
                puzzle=puzzle,
                hints=row.is_exam or not row.allows_hints,
                solutions=row.is_exam or not row.allows_solutions,
                shares=row.is_exam,
                until=own.due_at,
                assignment=row.title,
            )
            for puzzle in puzzles
        ]
    return found


def exam(session: Session, visitor: str | None) -> Own | None:
    """Return the exam that a visitor is in just now; of several the one that ends last."""
    exams = [own for own in _now(session, visitor) if own.assigned.row.is_exam and own.due_at is not None]
    return max(exams, key=lambda own: own.due_at or datetime.min.replace(tzinfo=UTC), default=None)


def hints_are_closed(session: Session, visitor: str | None, puzzle: str) -> bool:
    return any(each.hints for each in _about(session, visitor, puzzle))


def demand_hints(session: Session, visitor: str | None, puzzle: str) -> None:
    """Raise ClosedByClass where hints are closed to the visitor."""
    for each in _about(session, visitor, puzzle):
        if each.hints:
            raise _refusal("The hints", each)


def demand_solutions(session: Session, visitor: str | None, puzzle: str) -> None:
    """Raise ClosedByClass where the reference and others' solutions are closed to the visitor."""
    for each in _about(session, visitor, puzzle):
        if each.solutions:
            raise _refusal("Solutions", each)


def demand_shares(session: Session, visitor: str | None) -> None:
    """Raise ClosedByClass where no links are made or followed."""
    for each in closed(session, visitor):
        if each.shares:
            raise _refusal("Links", each)


def demand_link(session: Session, visitor: str | None, link: tables.Share) -> None:
    """Raise ClosedByClass where somebody else's link is closed to the visitor."""
    if visitor is None or link.owner == visitor:
        return
    demand_shares(session, visitor)
    demand_solutions(session, visitor, link.puzzle)


def demand_class(session: Session, visitor: str | None, classroom: class_tables.Classroom | str) -> None:
    """Raise ClosedByClass where an exam of another class closes this one to the visitor."""
    id = classroom if isinstance(classroom, str) else classroom.id
    now = exam(session, visitor)
    if now is not None and now.classroom.id != id:
        raise ClosedByClass(
            f"You are in an exam, “{now.assigned.row.title}”. Other classes are closed until it ends.",
            detail=_detail(now.due_at, now.assigned.row.title),
        )


def demand_no_exam(session: Session, visitor: str) -> None:
    """Raise ClosedByClass for who is in an exam, from which nobody leaves to come back later."""
    now = exam(session, visitor)
    if now is not None:
        title = now.assigned.row.title
        raise ClosedByClass(f"You are in an exam, “{title}”. Leave when it is over.", detail=_detail(now.due_at, title))


def _now(session: Session, visitor: str | None) -> list[Own]:
    return [] if visitor is None else assignments.closing(session, visitor, datetime.now(UTC))


def _about(session: Session, visitor: str | None, puzzle: str) -> list[ClosedHelp]:
    return [each for each in closed(session, visitor) if each.puzzle in (None, puzzle)]


def _refusal(what: str, each: ClosedHelp) -> ClosedByClass:
    until = "until it ends" if each.until is not None else "for as long as it runs"
    message = f"{what} are closed by your class's assignment “{each.assignment}”, {until}."
    return ClosedByClass(message, detail=_detail(each.until, each.assignment))


def _detail(until: datetime | None, title: str) -> dict[str, str | None]:
    return {"assignment": title, "until": None if until is None else until.isoformat()}
