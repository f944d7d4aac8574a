"""How students come into a class: by its code and a name, or by a code of their own."""

from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy.orm import Session

from playground_backend import classes, closing
from playground_backend.classroom_messages import Joined, JoinOffer, JoinWay, NewJoin
from playground_backend.deps import AddressDep, AuthorDep, ServiceDep, VisitorDep
from playground_backend.errors import AlreadyIn, Invalid, JoiningClosed, NameTaken, NeedsPersonalCode, UnknownCode
from playground_backend.rights import ClassRole
from playground_backend.store import accounts, audit, class_tables, classrooms, members

router = APIRouter(prefix="/api/join", tags=["classrooms"])


@router.get("/{code}", operation_id="lookAtCode")
def look_at_code(
    code: Annotated[str, Path(max_length=40)], visitor: VisitorDep, address: AddressDep, service: ServiceDep
) -> JoinOffer:
    """Which class a code leads to, and what it needs beside the code."""
    with service.database.read() as session:
        found = classes.find_code(service, session, code, address)
        place = found if isinstance(found, class_tables.Member) else None
        row = found if isinstance(found, class_tables.Classroom) else None
        if row is None:
            row = session.get_one(class_tables.Classroom, found.classroom)  # type: ignore[union-attr]
        here = None if visitor is None else members.seated(session, row.id, visitor)
        roster = classrooms.counts(session, [row.id])[row.id].roster
        return JoinOffer(
            classroom_name=row.name,
            way=JoinWay.personal if place is not None or roster else JoinWay.name,
            name=here.name if here is not None else None if place is None else place.name,
            is_member=here is not None,
            is_open=row.archived_at is None and (place is not None or classes.is_open(row)),
            teachers=classrooms.teachers_of(session, row.id),
        )


@router.post("", operation_id="joinClassroom")
def join_classroom(new: NewJoin, author: AuthorDep, address: AddressDep, service: ServiceDep) -> Joined:
    """Come into a class. Who is in already stays as they are. From then on its staff see what you send to puzzles.

    A personal code is good once; the class's code needs a name, and is not enough where the class has a roster.
    """
    with service.database.write() as session:
        found = classes.find_code(service, session, new.code, address)
        accounts.ensure(session, author)
        if isinstance(found, class_tables.Member):
            row = session.get_one(class_tables.Classroom, found.classroom)
            closing.demand_class(session, author, row)
            member = _take_place(session, row, found, author)
        else:
            row = found
            closing.demand_class(session, author, row)
            member = _come_in(session, row, new.name, author)
        answer = Joined(classroom=row.id, classroom_name=row.name, name=member.name, role=ClassRole(member.role))
    service.boards.changed(answer.classroom, "members")
    return answer


def _take_place(
    session: Session, row: class_tables.Classroom, place: class_tables.Member, owner: str
) -> class_tables.Member:
    """A personal code holds also where the class's own code is closed: its teacher gave it out."""
    if row.archived_at is not None:
        raise JoiningClosed("This class is archived. Nobody joins it any more.")
    if not members.use_code(session, place):
        raise UnknownCode("This code was used just now. Ask your teacher for a new one.")
    here = members.seated(session, row.id, owner)
    if here is not None and here.id != place.id:
        if here.from_roster or here.role != ClassRole.student.value:
            raise AlreadyIn(f"You are in this class already, as {here.name}. Ask your teacher if that is wrong.")
        # Who came by a name of their own before there was a roster.
        members.merge(session, here, place)
    members.sit(session, place, owner)
    audit.note(session, row.id, place.name, "join", f"{place.name} joined by a personal code.")
    session.flush()
    return place


def _come_in(session: Session, row: class_tables.Classroom, name: str | None, owner: str) -> class_tables.Member:
    here = members.seated(session, row.id, owner)
    if here is not None:
        return here
    if not classes.is_open(row):
        raise JoiningClosed("This class takes nobody in just now. Ask your teacher.")
    if classrooms.counts(session, [row.id])[row.id].roster:
        raise NeedsPersonalCode("This class has a list of its students. Use the code that your teacher gave you alone.")
    if name is None:
        raise Invalid("Say your name: the class sees it.", "name")
    classrooms.hold(session, row)
    if members.has_name(session, row.id, name):
        raise NameTaken("Somebody in this class has this name, or one that looks like it. Add a letter or two.")
    member = members.add(session, row.id, name, ClassRole.student)
    members.sit(session, member, owner)
    audit.note(session, row.id, name, "join", f"{name} joined by the class's code.")
    return member
