"""Platforms, courses and their people; each function inside a transaction that its caller holds."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from playground_backend.rights import ClassRole
from playground_backend.store import classrooms, records
from playground_backend.store.class_tables import Classroom, Member, Seat
from playground_backend.store.lti_tables import LtiCourse, LtiLineItem, LtiPerson, LtiPlatform


def platforms(session: Session) -> list[tuple[LtiPlatform, int]]:
    """Return all, by name, and how many courses of each are classes."""
    counted = select(func.count()).select_from(LtiCourse).where(LtiCourse.platform == LtiPlatform.id).scalar_subquery()
    query = select(LtiPlatform, counted).order_by(LtiPlatform.name, LtiPlatform.id)
    return [(row, number) for row, number in session.execute(query)]


def platform(session: Session, id: str) -> LtiPlatform | None:
    return session.get(LtiPlatform, id) if records.is_id(id) else None


def by_issuer(session: Session, issuer: str, client_id: str | None) -> LtiPlatform | None:
    """Return the one that a login is from. client_id: null where it does not say; then there must be one alone."""
    query = select(LtiPlatform).where(LtiPlatform.issuer == issuer)
    if client_id is not None:
        query = query.where(LtiPlatform.client_id == client_id)
    found = list(session.scalars(query.limit(2)))
    return found[0] if len(found) == 1 else None


def is_taken(session: Session, issuer: str, client_id: str, but: str | None = None) -> bool:
    query = select(LtiPlatform.id).where(LtiPlatform.issuer == issuer, LtiPlatform.client_id == client_id)
    return session.scalar(query.where(LtiPlatform.id != (but or ""))) is not None


# ---- courses ----


def course(session: Session, platform: str, deployment: str, context: str) -> LtiCourse | None:
    return session.scalar(
        select(LtiCourse).where(
            LtiCourse.platform == platform, LtiCourse.deployment == deployment, LtiCourse.context == context
        )
    )


def of_class(session: Session, classroom: str) -> LtiCourse | None:
    return session.scalar(select(LtiCourse).where(LtiCourse.classroom == classroom))


def linked(session: Session, ids: Sequence[str]) -> set[str]:
    """Return which of these classes are a course's."""
    return set(session.scalars(select(LtiCourse.classroom).where(LtiCourse.classroom.in_(ids))))


def link(session: Session, platform: str, deployment: str, context: str, classroom: str, title: str) -> LtiCourse:
    row = LtiCourse(
        id=records.new_id(),
        platform=platform,
        deployment=deployment,
        context=context,
        classroom=classroom,
        title=title,
        scopes=[],
        created_at=datetime.now(UTC),
    )
    session.add(row)
    session.flush()
    return row


def taught(session: Session, owner: str) -> list[Classroom]:
    """Return the classes in use that an identity teaches and that are no course's yet."""
    rows = [
        row
        for row, member in classrooms.of_owner(session, owner)
        if member.role == ClassRole.teacher.value and row.archived_at is None
    ]
    taken = linked(session, [row.id for row in rows])
    return [row for row in rows if row.id not in taken]


def is_staff(session: Session, owner: str) -> bool:
    """Tell whether an identity may make classes, or teaches or helps in one."""
    query = (
        select(Member.id)
        .join(Seat, Seat.member == Member.id)
        .where(Seat.owner == owner, Member.role != ClassRole.student.value)
    )
    return classrooms.may_teach(session, owner) or session.scalar(query.limit(1)) is not None


# ---- people ----


def person(session: Session, course: str, subject: str) -> LtiPerson | None:
    return session.get(LtiPerson, (course, subject))


def people(session: Session, course: str) -> list[LtiPerson]:
    return list(session.scalars(select(LtiPerson).where(LtiPerson.course == course)))


def know(session: Session, course: str, subject: str, member: str, role: ClassRole) -> None:
    """Write down who somebody of the course is in the class, and as what the platform sees them."""
    row = session.get(LtiPerson, (course, subject))
    if row is None:
        session.add(LtiPerson(course=course, subject=subject, member=member, role=role.value))
    else:
        row.member, row.role = member, role.value
    session.flush()


class Places:
    """The students of a course's class whom nobody of the course is yet."""

    def __init__(self, session: Session, course: LtiCourse) -> None:
        held = {each.member for each in people(session, course.id)}
        query = select(Member).where(Member.classroom == course.classroom, Member.role == ClassRole.student.value)
        self._numbers: dict[str, list[Member]] = {}
        self._emails: dict[str, list[Member]] = {}
        for row in session.scalars(query):
            if row.id in held:
                continue
            if row.number:
                self._numbers.setdefault(row.number.casefold(), []).append(row)
            if row.email:
                self._emails.setdefault(row.email.casefold(), []).append(row)

    def take(self, email: str | None, number: str | None) -> Member | None:
        """Return the one with this student number, or else e-mail address, once. Two who have the same tell nothing."""
        for told, rows in ((number, self._numbers), (email, self._emails)):
            found = rows.get(told.casefold(), []) if told else []
            if len(found) == 1:
                [row] = found
                self._numbers.pop((row.number or "").casefold(), None)
                self._emails.pop((row.email or "").casefold(), None)
                return row
        return None


# ---- columns of the gradebook ----


def line_item(session: Session, course: str, assignment: str) -> str | None:
    row = session.get(LtiLineItem, (course, assignment))
    return None if row is None else row.url


def set_line_item(session: Session, course: str, assignment: str, url: str | None) -> None:
    """Remember a column, or forget it."""
    row = session.get(LtiLineItem, (course, assignment))
    if url is None:
        if row is not None:
            session.delete(row)
    elif row is None:
        session.add(LtiLineItem(course=course, assignment=assignment, url=url))
    else:
        row.url = url
    session.flush()


def renew(row: LtiCourse, told: dict[str, Any]) -> None:
    """Take over what a launch says of the course's services; what it leaves out stays as it was."""
    for name, value in told.items():
        if value and getattr(row, name) != value:
            setattr(row, name, value)
