"""Classes: made, looked at, changed, archived, copied; their join code and its picture."""

import io
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Query, Response

from playground_backend import classes, closing
from playground_backend.classroom_messages import (
    Classroom,
    ClassroomChange,
    ClassroomCopy,
    Classrooms,
    NewClassroom,
)
from playground_backend.deps import COUNTED_WRITES, BrowserDep, ServiceDep, VisitorDep, WhoDep
from playground_backend.errors import Invalid, NotTeacher, StillInUse
from playground_backend.insiders import Insider, allowed
from playground_backend.rights import Action, ClassRole
from playground_backend.store import accounts, assignments, audit, class_tables, classrooms, members
from playground_backend.store.classrooms import Counts

router = APIRouter(prefix="/api/classrooms", tags=["classrooms"], dependencies=[COUNTED_WRITES])


@router.get("", operation_id="listClassrooms")
def list_classrooms(who: WhoDep, service: ServiceDep) -> Classrooms:
    """Your classes; all of this server for its administrator."""
    if who is None:
        return Classrooms(classrooms=[], may_teach=False)
    with service.database.read() as session:
        found = [(row, ClassRole(member.role)) for row, member in classrooms.of_owner(session, who.owner)]
        own: list[tuple[class_tables.Classroom, ClassRole | None]] = [*found]
        if who.is_admin:
            known = {row.id for row, _ in own}
            own += [(row, None) for row in classrooms.every(session) if row.id not in known]
        counts = classrooms.counts(session, [row.id for row, _ in own])
        return Classrooms(
            classrooms=[classes.view(service, row, role, counts[row.id], is_admin=who.is_admin) for row, role in own],
            may_teach=who.is_admin or classrooms.may_teach(session, who.owner),
        )


@router.post("", operation_id="createClassroom", status_code=201)
def create_classroom(new: NewClassroom, browser: BrowserDep, who: WhoDep, service: ServiceDep) -> Classroom:
    """Make a class, and teach it."""
    classes.zone(new.time_zone)
    is_admin = who is not None and who.is_admin
    with service.database.write() as session:
        if not is_admin and not classrooms.may_teach(session, browser.owner):
            raise NotTeacher("Only teachers make classes. The administrator of this server makes teachers.")
        identity = accounts.ensure(session, browser.owner)
        teacher = session.get(class_tables.Teacher, browser.owner)
        name = new.teacher_name or identity.name or (teacher.name if teacher is not None else "Teacher")
        row = classrooms.make(session, new.name, new.time_zone)
        member = members.add(session, row.id, name, ClassRole.teacher)
        members.sit(session, member, browser.owner)
        audit.note(session, row.id, name, "class", f"{name} made the class {row.name}.")
        return classes.view(service, row, ClassRole.teacher, Counts(), is_admin=is_admin)


@router.get("/{id}", operation_id="getClassroom")
def get_classroom(
    insider: Annotated[Insider, allowed(Action.see_class)], who: WhoDep, service: ServiceDep
) -> Classroom:
    """A class of yours, as you may see it."""
    with service.database.read() as session:
        return classes.read(session, service, insider.classroom, insider.owner, is_admin=_is_admin(who))


@router.patch("/{id}", operation_id="changeClassroom")
def change_classroom(
    change: ClassroomChange,
    insider: Annotated[Insider, allowed(Action.change_class)],
    who: WhoDep,
    service: ServiceDep,
) -> Classroom:
    """Name, time zone, whether students may join, and the archive: what is there is kept, and changed no more."""
    if change.time_zone is not None:
        classes.zone(change.time_zone)
    now = datetime.now(UTC)
    done: list[str] = []
    with service.database.write() as session:
        row = session.get_one(class_tables.Classroom, insider.classroom)
        if change.name is not None and change.name != row.name:
            done.append(f"named the class {change.name}, before {row.name}")
            row.name = change.name
        if change.time_zone is not None and change.time_zone != row.time_zone:
            done.append(f"set the time zone to {change.time_zone}")
            row.time_zone = change.time_zone
        if change.is_joining_open is not None and change.is_joining_open != (row.closed_at is None):
            done.append("let students join" if change.is_joining_open else "closed joining")
            row.closed_at = None if change.is_joining_open else now
        if change.is_archived is not None and change.is_archived != (row.archived_at is not None):
            done.append("archived the class" if change.is_archived else "took the class out of the archive")
            row.archived_at = now if change.is_archived else None
        for each in done:
            audit.note(session, row.id, insider.name, "class", f"{insider.name} {each}.")
        session.flush()
        return classes.read(session, service, row.id, insider.owner, is_admin=_is_admin(who))


@router.delete("/{id}", operation_id="deleteClassroom", status_code=204)
def delete_classroom(insider: Annotated[Insider, allowed(Action.delete_class)], service: ServiceDep) -> None:
    """Delete an archived class with its people, assignments, notes and trail, for good. What was sent stays its
    sender's."""
    with service.database.write() as session:
        row = session.get_one(class_tables.Classroom, insider.classroom)
        if row.archived_at is None:
            raise StillInUse("Archive the class first; then it can be deleted.")
        session.delete(row)
    service.boards.changed(insider.classroom, "members")


@router.post("/{id}/clone", operation_id="cloneClassroom", status_code=201)
def clone_classroom(
    new: ClassroomCopy, insider: Annotated[Insider, allowed(Action.copy_class)], who: WhoDep, service: ServiceDep
) -> Classroom:
    """The same class for another term: its assignments, later, and nobody in it but you."""
    with service.database.write() as session:
        row = assignments.copy_class(session, insider.classroom, new.name, new.shift_days, insider.owner)
        name = insider.name
        if insider.role is None:
            name = accounts.ensure(session, insider.owner).name or "Teacher"
        members.sit(session, members.add(session, row.id, name, ClassRole.teacher), insider.owner)
        audit.note(session, row.id, name, "class", f"{name} made the class as a copy.")
        audit.note(session, insider.classroom, insider.name, "class", f"{insider.name} copied the class as {row.name}.")
        return classes.read(session, service, row.id, insider.owner, is_admin=_is_admin(who))


@router.post("/{id}/code", operation_id="changeJoinCode")
def change_join_code(
    insider: Annotated[Insider, allowed(Action.give_codes)], who: WhoDep, service: ServiceDep
) -> Classroom:
    """A new join code; the one before is not good any more."""
    with service.database.write() as session:
        row = session.get_one(class_tables.Classroom, insider.classroom)
        row.join_code = classrooms.free_code(session, classrooms.JOIN_LENGTH)
        audit.note(session, row.id, insider.name, "code", f"{insider.name} changed the join code.")
        session.flush()
        return classes.read(session, service, row.id, insider.owner, is_admin=_is_admin(who))


@router.get(
    "/{id}/qr.svg",
    operation_id="getJoinQr",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The join link, for cameras"}},
)
def get_join_qr(
    insider: Annotated[Insider, allowed(Action.give_codes)],
    service: ServiceDep,
    site: Annotated[str | None, Query(max_length=200)] = None,
) -> Response:
    """The join link as a QR code. site: where the page is open, for a server that was not told its own address."""
    address = service.settings.public_url or _site(site)
    with service.database.read() as session:
        row = session.get_one(class_tables.Classroom, insider.classroom)
        url = f"{address}/join/{row.join_code}"
    picture = io.BytesIO()
    # Black on white whatever the page's colours: many cameras read nothing else.
    segno.make(url, error="m", micro=False).save(
        picture, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, nl=False, omitsize=True
    )
    headers = {"Cache-Control": "private, no-store", "Vary": "Cookie"}
    return Response(picture.getvalue(), media_type="image/svg+xml", headers=headers)


@router.post("/{id}/leave", operation_id="leaveClassroom", status_code=204)
def leave_classroom(
    insider: Annotated[Insider, allowed(Action.leave_class)], visitor: VisitorDep, service: ServiceDep
) -> None:
    """You are in the class no more. What you sent stays yours, and the class does not see it."""
    with service.database.write() as session:
        member = members.seated(session, insider.classroom, insider.owner)
        if member is not None:
            closing.demand_no_exam(session, insider.owner)
            members.demand_teacher(session, member)
            audit.note(session, insider.classroom, insider.name, "member", f"{insider.name} left the class.")
            members.vacate(session, member)
    service.boards.changed(insider.classroom, "members")


def _site(told: str | None) -> str:
    """Return where the asking page is open, as an origin. Raises Invalid."""
    try:
        parts = urlsplit(told or "")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    plain = host.isascii() and all(each.isalnum() or each in ".-:" for each in host)
    if not host or not plain or parts.scheme not in ("http", "https"):
        raise Invalid(
            "Say where the page is open, such as http://192.168.1.20:8000, or start with --public-url.", "site"
        )
    bare = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{bare}" + (f":{port}" if port is not None else "")


def _is_admin(who: WhoDep) -> bool:
    return who is not None and who.is_admin
