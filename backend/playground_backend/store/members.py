"""Who is in a class, and the places of its roster; each function inside a transaction that its caller holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, CursorResult, delete, select, update
from sqlalchemy.orm import Session

from playground_backend import names
from playground_backend.errors import LastTeacher
from playground_backend.rights import ClassRole
from playground_backend.roster import Row
from playground_backend.store import classrooms, records
from playground_backend.store.class_tables import Extension, Member, Note, Seat
from playground_backend.store.lti_tables import LtiPerson

_LONGEST_KEY = 400


@dataclass(frozen=True)
class Seated:
    """A member with the identities that they came with, the first one first; none for a place that is free."""

    row: Member
    owners: tuple[str, ...]
    joined_at: datetime | None


def add(
    session: Session,
    classroom: str,
    name: str,
    role: ClassRole,
    *,
    email: str | None = None,
    number: str | None = None,
    from_roster: bool = False,
) -> Member:
    """Make a member whom nobody is yet; one from the roster gets a personal code."""
    row = Member(
        id=records.new_id(),
        classroom=classroom,
        role=role.value,
        name=name,
        name_key=name_key(name),
        email=email,
        number=number,
        code=classrooms.free_code(session, classrooms.PERSONAL_LENGTH) if from_roster else None,
        from_roster=from_roster,
        created_at=datetime.now(UTC),
    )
    session.add(row)
    session.flush()
    return row


def sit(session: Session, member: Member, owner: str) -> None:
    """Let an identity, which is in the class as nobody else, be this member from now on."""
    row = Seat(classroom=member.classroom, owner=owner, member=member.id, joined_at=datetime.now(UTC))
    records.add_once(session, row, (member.classroom, owner))


def find(session: Session, classroom: str, member: str) -> Member | None:
    row = session.get(Member, member) if records.is_id(member) else None
    return row if row is not None and row.classroom == classroom else None


def seated(session: Session, classroom: str, owner: str) -> Member | None:
    """Return as whom an identity is in a class."""
    query = select(Member).join(Seat, Seat.member == Member.id)
    return session.scalar(query.where(Seat.classroom == classroom, Seat.owner == owner))


def seats(session: Session, classroom: str) -> list[tuple[str, str]]:
    """Return who sits in a class: each identity with its member's id."""
    return [
        (owner, member)
        for owner, member in session.execute(select(Seat.owner, Seat.member).where(Seat.classroom == classroom))
    ]


def everybody(session: Session, classroom: str) -> list[Seated]:
    """Return all members: staff first, then by name."""
    rows = list(session.scalars(select(Member).where(Member.classroom == classroom)))
    order = {ClassRole.teacher: 0, ClassRole.assistant: 1, ClassRole.student: 2}
    rows.sort(key=lambda each: (order[ClassRole(each.role)], each.name.casefold(), each.id))
    return _with_seats(session, rows, Seat.classroom == classroom)


def with_seats(session: Session, member: Member) -> Seated:
    return _with_seats(session, [member], Seat.member == member.id)[0]


def has_name(session: Session, classroom: str, name: str) -> bool:
    """Tell whether somebody in the class has this name, or one that looks like it."""
    query = select(Member.id).where(Member.classroom == classroom, Member.name_key == name_key(name))
    return session.scalar(query.limit(1)) is not None


def rename(session: Session, member: Member, name: str) -> None:
    member.name, member.name_key = name, name_key(name)
    session.flush()


def use_code(session: Session, member: Member) -> bool:
    """Spend the personal code; False where somebody else has done so at this moment."""
    spent = session.execute(
        update(Member).where(Member.id == member.id, Member.code == member.code).values(code=None),
        execution_options={"synchronize_session": False},
    )
    assert isinstance(spent, CursorResult)
    session.expire(member, ["code"])
    return spent.rowcount == 1


def new_code(session: Session, member: Member) -> str:
    """Give a personal code; the one before is not good any more."""
    member.code = classrooms.free_code(session, classrooms.PERSONAL_LENGTH)
    session.flush()
    return member.code


def demand_teacher(session: Session, member: Member) -> None:
    """Raise LastTeacher where the class would have no teacher without this member."""
    if member.role == ClassRole.teacher.value and not has_other_teacher(session, member):
        raise LastTeacher("A class keeps one teacher at least. Invite another first, or archive the class.")


def has_other_teacher(session: Session, member: Member) -> bool:
    others = (
        select(Member.id)
        .join(Seat, Seat.member == Member.id)
        .where(Member.classroom == member.classroom, Member.role == ClassRole.teacher.value, Member.id != member.id)
    )
    return session.scalar(others.limit(1)) is not None


def merge(session: Session, member: Member, into: Member) -> None:
    """Make one member of two: all that both have sent, and their notes, are the one's who stays.

    Both are of one class. A later extension wins. What the roster says of either is kept.
    """
    session.execute(update(Seat).where(Seat.member == member.id).values(member=into.id))
    session.execute(update(Note).where(Note.member == member.id).values(member=into.id))
    session.execute(update(LtiPerson).where(LtiPerson.member == member.id).values(member=into.id))
    kept = {row.assignment: row for row in session.scalars(select(Extension).where(Extension.member == into.id))}
    for row in list(session.scalars(select(Extension).where(Extension.member == member.id))):
        if (mine := kept.get(row.assignment)) is None:
            session.add(Extension(assignment=row.assignment, member=into.id, due_at=row.due_at))
        else:
            mine.due_at = max(mine.due_at, row.due_at)
        session.delete(row)
    into.email, into.number = into.email or member.email, into.number or member.number
    into.from_roster = into.from_roster or member.from_roster
    session.flush()
    session.execute(delete(Member).where(Member.id == member.id))
    session.expire_all()


def move(session: Session, member: Member, classroom: str) -> None:
    """Put a member into another class, with what they came with. Who is there already becomes one with them."""
    session.execute(delete(Extension).where(Extension.member == member.id))
    session.execute(delete(LtiPerson).where(LtiPerson.member == member.id))  # of the course that they leave
    there: Member | None = None
    for owner in list(session.scalars(select(Seat.owner).where(Seat.member == member.id))):
        found = seated(session, classroom, owner)
        if found is None:
            session.execute(
                update(Seat).where(Seat.member == member.id, Seat.owner == owner).values(classroom=classroom)
            )
        else:
            there = found
            session.execute(delete(Seat).where(Seat.member == member.id, Seat.owner == owner))
    member.classroom = classroom
    session.flush()
    if there is not None:
        merge(session, member, there)


def remove(session: Session, member: Member) -> None:
    """Take a member out of the class. What they sent stays theirs."""
    session.delete(member)
    session.flush()


def vacate(session: Session, member: Member) -> None:
    """Let a member go who wants to. A place of the roster stays, for its teacher to give out again."""
    if not member.from_roster:
        remove(session, member)
        return
    session.execute(delete(Seat).where(Seat.member == member.id))


def take_in(session: Session, classroom: str, rows: Sequence[Row]) -> list[tuple[Row, Member, bool]]:
    """Take a roster in; return each row with its member, and whether that is new.

    Who is known, by student number or else by e-mail address or else by name, keeps everything, and the roster's name
    for them is taken over.
    """
    known = list(
        session.scalars(select(Member).where(Member.classroom == classroom, Member.role == ClassRole.student.value))
    )
    taken: list[tuple[Row, Member, bool]] = []
    for row in rows:
        member = _known(known, row)
        is_new = member is None
        if member is None:
            member = add(
                session,
                classroom,
                row.name,
                ClassRole.student,
                email=row.email,
                number=row.number,
                from_roster=True,
            )
        else:
            rename(session, member, row.name)
            member.email, member.number = row.email or member.email, row.number or member.number
            member.from_roster = True
            known.remove(member)
        taken.append((row, member, is_new))
    session.flush()
    return taken


def name_key(name: str) -> str:
    return names.key(name)[:_LONGEST_KEY]


def _known(known: Sequence[Member], row: Row) -> Member | None:
    if row.number is not None:
        for each in known:
            if each.number is not None and each.number.casefold() == row.number.casefold():
                return each
    if row.email is not None:
        for each in known:
            if each.email is not None and each.email.casefold() == row.email.casefold():
                return each
    if row.number is None and row.email is None:
        wanted = name_key(row.name)
        return next((each for each in known if each.name_key == wanted), None)
    return None


def _with_seats(session: Session, rows: Sequence[Member], which: ColumnElement[bool]) -> list[Seated]:
    """which: the seats that are theirs, told in a way that does not grow with the class."""
    seats: dict[str, list[Seat]] = {row.id: [] for row in rows}
    for seat in session.scalars(select(Seat).where(which).order_by(Seat.joined_at, Seat.owner)):
        seats[seat.member].append(seat)
    return [
        Seated(
            row,
            tuple(seat.owner for seat in seats[row.id]),
            seats[row.id][0].joined_at if seats[row.id] else None,
        )
        for row in rows
    ]
