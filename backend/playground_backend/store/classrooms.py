"""Classes, their teachers and how one gets in; each function inside a transaction that its caller holds."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, CursorResult, and_, case, exists, func, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from playground_backend.rights import ClassRole
from playground_backend.store import accounts, records
from playground_backend.store.class_tables import Classroom, Invitation, Member, Seat, Teacher

# For a blackboard: no 0 O D Q, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V, and no vowels that would make words.
LETTERS: Final = "CFHJKMNPRTWXY3479"
JOIN_LENGTH: Final = 6
PERSONAL_LENGTH: Final = 8


@dataclass(frozen=True)
class Counts:
    """students: who is in. places: of the roster, not taken yet. roster: whether there is one."""

    students: int = 0
    places: int = 0
    roster: bool = False


def make(session: Session, name: str, time_zone: str) -> Classroom:
    row = Classroom(
        id=records.new_id(),
        name=name,
        time_zone=time_zone,
        join_code=free_code(session, JOIN_LENGTH),
        created_at=datetime.now(UTC),
    )
    session.add(row)
    session.flush()
    return row


def find(session: Session, classroom: str) -> Classroom | None:
    return session.get(Classroom, classroom) if records.is_id(classroom) else None


def hold(session: Session, classroom: Classroom) -> None:
    """Let one at a time join by a name until the transaction ends, so that none is taken twice."""
    session.execute(select(Classroom.id).where(Classroom.id == classroom.id).with_for_update(key_share=True))


def every(session: Session) -> list[Classroom]:
    """Return all classes of this server, those in use first."""
    return list(session.scalars(select(Classroom).order_by(*_order())))


def of_owner(session: Session, owner: str) -> list[tuple[Classroom, Member]]:
    """Return the classes that an identity is in, those in use first, and as whom."""
    query = (
        select(Classroom, Member)
        .join(Member, Member.classroom == Classroom.id)
        .join(Seat, Seat.member == Member.id)
        .where(Seat.owner == owner)
        .order_by(*_order())
    )
    return [(classroom, member) for classroom, member in session.execute(query)]


def counts(session: Session, classrooms: Sequence[str]) -> dict[str, Counts]:
    """Return how many are in each of the classes."""
    taken = exists().where(Seat.member == Member.id)
    query = (
        select(
            Member.classroom,
            func.sum(case((taken, 1), else_=0)),
            func.sum(case((taken, 0), else_=1)),
            func.sum(case((Member.from_roster, 1), else_=0)),
        )
        .where(Member.classroom.in_(classrooms), Member.role == ClassRole.student.value)
        .group_by(Member.classroom)
    )
    found = {id: Counts(in_it, places, bool(listed)) for id, in_it, places, listed in session.execute(query)}
    return {id: found.get(id, Counts()) for id in classrooms}


def teachers_of(session: Session, classroom: str) -> list[str]:
    """Return the names of those who teach a class."""
    query = select(Member.name).where(Member.classroom == classroom, Member.role == ClassRole.teacher.value)
    return list(session.scalars(query.order_by(Member.created_at, Member.id)))


def by_join_code(session: Session, code: str) -> Classroom | None:
    return session.scalar(select(Classroom).where(Classroom.join_code == code))


def by_personal_code(session: Session, code: str) -> Member | None:
    return session.scalar(select(Member).where(Member.code == code))


def free_code(session: Session, length: int) -> str:
    """Return a code that no class and no member has."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(length))
        if by_join_code(session, code) is None and by_personal_code(session, code) is None:
            return code


# ---- teachers ----


def may_teach(session: Session, owner: str) -> bool:
    return session.get(Teacher, owner) is not None


def teachers(session: Session) -> list[tuple[Teacher, int]]:
    """Return who may make classes, the newest first, and how many they teach."""
    taught = (
        select(func.count())
        .select_from(Seat)
        .join(Member, Member.id == Seat.member)
        .where(Seat.owner == Teacher.owner, Member.role == ClassRole.teacher.value)
        .scalar_subquery()
    )
    query = select(Teacher, taught).order_by(Teacher.created_at.desc(), Teacher.id)
    return [(row, number) for row, number in session.execute(query)]


def make_teacher(session: Session, owner: str, name: str) -> Teacher:
    """Let an identity make classes; who may already stays as they are."""
    accounts.ensure(session, owner)
    row = Teacher(owner=owner, id=records.new_id(), name=name, created_at=datetime.now(UTC))
    records.add_once(session, row, owner)
    return session.get_one(Teacher, owner)


def drop_teacher(session: Session, id: str) -> bool:
    """Take the right to make classes away; False where nobody has this id. Classes stay as they are."""
    row = session.scalar(select(Teacher).where(Teacher.id == id)) if records.is_id(id) else None
    if row is None:
        return False
    session.delete(row)
    session.flush()
    return True


# ---- one-time links ----


def invite(
    session: Session, sealed: str, role: ClassRole, name: str, by: str, life: timedelta, classroom: str | None = None
) -> datetime:
    """Keep a one-time link; return until when it is good. classroom: null for the right to make classes."""
    now = datetime.now(UTC)
    until = now + life
    session.add(
        Invitation(
            sha256=sealed,
            classroom=classroom,
            role=role.value,
            name=name,
            by=by,
            created_at=now,
            expires_at=until,
        )
    )
    session.flush()
    return until


def invitation(session: Session, sealed: str) -> Invitation | None:
    """Return a one-time link that is good; None where it is unknown, used or too old."""
    row = session.get(Invitation, sealed)
    return row if row is not None and row.used_at is None and row.expires_at > datetime.now(UTC) else None


def use_invitation(session: Session, sealed: str) -> Invitation | None:
    """Take a one-time link, once. None as `invitation`."""
    now = datetime.now(UTC)
    used = session.execute(
        update(Invitation)
        .where(and_(Invitation.sha256 == sealed, Invitation.used_at.is_(None), Invitation.expires_at > now))
        .values(used_at=now)
    )
    assert isinstance(used, CursorResult)
    return session.get_one(Invitation, sealed, populate_existing=True) if used.rowcount == 1 else None


def _order() -> tuple[ColumnElement[Any] | InstrumentedAttribute[Any], ...]:
    return Classroom.archived_at.is_not(None), Classroom.created_at.desc(), Classroom.id
