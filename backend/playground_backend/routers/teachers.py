"""Who may make classes, and the one-time links that let people teach or assist."""

from fastapi import APIRouter
from sqlalchemy.orm import Session

from playground_backend import classes
from playground_backend.classroom_messages import Invitation, NewTeacher, OneTimeLink, OneTimeUse, Teacher
from playground_backend.deps import COUNTED_WRITES, AdminDep, BrowserDep, ServiceDep
from playground_backend.errors import NotFound, WrongSignIn
from playground_backend.insiders import ADMINISTRATOR
from playground_backend.rights import ClassRole
from playground_backend.store import accounts, audit, class_tables, classrooms, members

router = APIRouter(tags=["classrooms"], dependencies=[COUNTED_WRITES])

_SPENT = "This link is not good, or no longer. Ask whoever gave it to you for a new one."


@router.get("/api/teachers", operation_id="listTeachers")
def list_teachers(admin: AdminDep, service: ServiceDep) -> list[Teacher]:
    """Who may make classes, the newest first."""
    with service.database.read() as session:
        return [
            Teacher(id=row.id, name=row.name, created_at=row.created_at, classrooms=taught)
            for row, taught in classrooms.teachers(session)
        ]


@router.post("/api/teachers", operation_id="inviteTeacher", status_code=201)
def invite_teacher(new: NewTeacher, admin: AdminDep, service: ServiceDep) -> OneTimeLink:
    """A link that is good once, for a week: who opens it may make classes."""
    with service.database.write() as session:
        return classes.one_time_link(session, service, ClassRole.teacher, new.name, ADMINISTRATOR)


@router.delete("/api/teachers/{id}", operation_id="removeTeacher", status_code=204)
def remove_teacher(id: str, admin: AdminDep, service: ServiceDep) -> None:
    """They make no further classes. Those that they teach stay theirs."""
    with service.database.write() as session:
        if not classrooms.drop_teacher(session, id):
            raise NotFound("No teacher has this id.")


@router.post("/api/invitations/look", operation_id="lookAtInvitation")
def look_at_invitation(use: OneTimeUse, service: ServiceDep) -> Invitation:
    """What a one-time link gives. Looking does not spend it."""
    with service.database.read() as session:
        row = classrooms.invitation(session, classes.sealed(service, use.token))
        if row is None:
            raise WrongSignIn(_SPENT)
        return _view(session, row)


@router.post("/api/invitations", operation_id="acceptInvitation")
def accept_invitation(use: OneTimeUse, browser: BrowserDep, service: ServiceDep) -> Invitation:
    """Take what a one-time link gives. It is good once, whoever opens it."""
    with service.database.write() as session:
        row = classrooms.use_invitation(session, classes.sealed(service, use.token))
        if row is None:
            raise WrongSignIn(_SPENT)
        accounts.ensure(session, browser.owner)
        if row.classroom is None:
            classrooms.make_teacher(session, browser.owner, row.name)
        else:
            _come_in(session, row, row.classroom, browser.owner)
        answer = _view(session, row)
    if answer.classroom is not None:
        service.boards.changed(answer.classroom, "members")
    return answer


def _come_in(session: Session, row: class_tables.Invitation, classroom: str, owner: str) -> None:
    """Who teaches already does not become an assistant by it."""
    member = members.seated(session, classroom, owner)
    if member is None:
        member = members.add(session, classroom, row.name, ClassRole(row.role))
        members.sit(session, member, owner)
    elif member.role != ClassRole.teacher.value:
        member.role = row.role
    audit.note(
        session, classroom, member.name, "staff", f"{member.name} came in as {member.role}, invited by {row.by}."
    )


def _view(session: Session, row: class_tables.Invitation) -> Invitation:
    found = None if row.classroom is None else session.get_one(class_tables.Classroom, row.classroom)
    return Invitation(
        role=ClassRole(row.role),
        name=row.name,
        classroom=row.classroom,
        classroom_name=None if found is None else found.name,
        expires_at=row.expires_at,
    )
