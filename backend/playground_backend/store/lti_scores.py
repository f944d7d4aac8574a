"""What gradebooks are to have, and have; each function inside a transaction that its caller holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, CursorResult, and_, func, or_, select, update
from sqlalchemy.orm import Session

from playground_backend.store.class_tables import Assignment, Classroom
from playground_backend.store.lti_tables import LtiCourse, LtiPerson, LtiScore

# How long one sender has a score for itself.
_MINE: Final = timedelta(seconds=90)
_UNSYNCED: Final = {"synchronize_session": False}


class ScoreState(StrEnum):
    waiting = "waiting"
    sent = "sent"
    failed = "failed"


@dataclass(frozen=True)
class Wanted:
    points: float
    most: float
    is_done: bool


@dataclass(frozen=True)
class Due:
    """A score that is to be sent now. changed_at: tells whether it is still the same when it has been."""

    course: str
    assignment: str
    subject: str
    wanted: Wanted
    tries: int
    changed_at: datetime


def courses(session: Session) -> list[str]:
    """Return the classes whose grades go to a platform."""
    query = (
        select(LtiCourse.classroom)
        .join(Classroom, Classroom.id == LtiCourse.classroom)
        .where(LtiCourse.sends_grades, LtiCourse.lineitems.is_not(None), Classroom.archived_at.is_(None))
    )
    return list(session.scalars(query))


def want(session: Session, course: str, assignment: str, wanted: Mapping[str, Wanted], now: datetime) -> int:
    """Write down what the gradebook is to have, by person; return how many of them have changed."""
    rows = {
        row.subject: row
        for row in session.scalars(select(LtiScore).where(LtiScore.course == course, LtiScore.assignment == assignment))
    }
    changed = 0
    for subject, each in wanted.items():
        row = rows.get(subject)
        if row is None:
            row = LtiScore(course=course, assignment=assignment, subject=subject, sent_points=None)
            session.add(row)
        elif (row.points, row.most, row.is_done) == (each.points, each.most, each.is_done):
            continue
        row.points, row.most, row.is_done = each.points, each.most, each.is_done
        row.state, row.problem, row.tries, row.next_at, row.changed_at = ScoreState.waiting.value, None, 0, now, now
        changed += 1
    session.flush()
    return changed


def subjects(session: Session, course: str) -> dict[str, list[str]]:
    """Return the ids at the platform of each member."""
    found: dict[str, list[str]] = {}
    for row in session.scalars(select(LtiPerson).where(LtiPerson.course == course)):
        found.setdefault(row.member, []).append(row.subject)
    return found


def known(session: Session, course: str) -> set[tuple[str, str]]:
    """Return the assignments and people that the gradebook has something of, or is to have."""
    query = select(LtiScore.assignment, LtiScore.subject).where(LtiScore.course == course)
    return {(assignment, subject) for assignment, subject in session.execute(query)}


def take_due(session: Session, now: datetime, most: int) -> list[Due]:
    """Return the scores whose turn it is, taken for a while so that no other process sends them too."""
    query = (
        select(LtiScore)
        .join(LtiCourse, LtiCourse.id == LtiScore.course)
        .where(LtiScore.state == ScoreState.waiting.value, LtiScore.next_at <= now, LtiCourse.sends_grades)
        .order_by(LtiScore.next_at, LtiScore.course, LtiScore.assignment, LtiScore.subject)
        .limit(most)
    )
    found = []
    for row in list(session.scalars(query)):
        taken = session.execute(
            update(LtiScore)
            .where(_is(row.course, row.assignment, row.subject), LtiScore.next_at == row.next_at)
            .values(next_at=now + _MINE),
            execution_options=_UNSYNCED,
        )
        assert isinstance(taken, CursorResult)
        if taken.rowcount == 1:
            wanted = Wanted(row.points, row.most, row.is_done)
            found.append(Due(row.course, row.assignment, row.subject, wanted, row.tries, row.changed_at))
    return found


def sent(session: Session, due: Due, now: datetime) -> None:
    """Write down that the platform has it. What has changed meanwhile stays to be sent."""
    here = _is(due.course, due.assignment, due.subject)
    session.execute(
        update(LtiScore).where(here).values(sent_points=due.wanted.points, sent_at=now), execution_options=_UNSYNCED
    )
    session.execute(
        update(LtiScore)
        .where(here, LtiScore.changed_at == due.changed_at)
        .values(state=ScoreState.sent.value, problem=None, tries=0),
        execution_options=_UNSYNCED,
    )


def failed(session: Session, due: Due, problem: str, next_at: datetime | None) -> None:
    """Write down why not. next_at: when it is tried again; null for not by itself."""
    values = {"problem": problem[:300], "tries": due.tries + 1}
    values |= {"state": ScoreState.failed.value} if next_at is None else {"next_at": next_at}
    session.execute(
        update(LtiScore)
        .where(_is(due.course, due.assignment, due.subject), LtiScore.changed_at == due.changed_at)
        .values(**values),
        execution_options=_UNSYNCED,
    )


def postpone(session: Session, course: str, problem: str, until: datetime) -> None:
    """Let all of a course wait whose platform does not answer: one of them knocks, not three hundred."""
    session.execute(
        update(LtiScore)
        .where(LtiScore.course == course, LtiScore.state == ScoreState.waiting.value, LtiScore.next_at < until)
        .values(next_at=until, problem=problem[:300]),
        execution_options=_UNSYNCED,
    )


def try_again(session: Session, course: str, now: datetime) -> int:
    """Let all that is not sent be tried at once; return how many."""
    begun = session.execute(
        update(LtiScore)
        .where(LtiScore.course == course, LtiScore.state != ScoreState.sent.value)
        .values(state=ScoreState.waiting.value, tries=0, next_at=now),
        execution_options=_UNSYNCED,
    )
    assert isinstance(begun, CursorResult)
    return begun.rowcount


def counts(session: Session, course: str) -> dict[tuple[str, ScoreState], int]:
    """Return how many scores of each assignment are in each state."""
    query = (
        select(LtiScore.assignment, LtiScore.state, func.count())
        .where(LtiScore.course == course)
        .group_by(LtiScore.assignment, LtiScore.state)
    )
    return {(assignment, ScoreState(state)): number for assignment, state, number in session.execute(query)}


def troubled(session: Session, course: str, most: int) -> list[tuple[LtiScore, str, str]]:
    """Return what failed, or waits for another try, with the assignment's title and the member's id."""
    query = (
        select(LtiScore, Assignment.title, LtiPerson.member)
        .join(Assignment, Assignment.id == LtiScore.assignment)
        .join(LtiPerson, and_(LtiPerson.course == LtiScore.course, LtiPerson.subject == LtiScore.subject))
        .where(
            LtiScore.course == course,
            or_(
                LtiScore.state == ScoreState.failed.value,
                and_(LtiScore.state == ScoreState.waiting.value, LtiScore.problem.is_not(None)),
            ),
        )
        .order_by(LtiScore.state, Assignment.title, LtiScore.subject)
        .limit(most)
    )
    return [(row, title, member) for row, title, member in session.execute(query)]


def last_sent(session: Session, course: str) -> datetime | None:
    return session.scalar(select(func.max(LtiScore.sent_at)).where(LtiScore.course == course))


def _is(course: str, assignment: str, subject: str) -> ColumnElement[bool]:
    return and_(LtiScore.course == course, LtiScore.assignment == assignment, LtiScore.subject == subject)
