"""Who is in a class: looked at, renamed, moved, merged, removed; its staff, its roster and personal codes."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.orm import Session

from playground_backend import classes, roster
from playground_backend.classroom_messages import (
    Member,
    MemberChange,
    MergeInto,
    MoveTo,
    NewStaff,
    OneTimeLink,
    PersonalCode,
    RosterError,
    RosterReading,
    RosterRow,
    RosterState,
)
from playground_backend.deps import COUNTED_WRITES, ServiceDep, WhoDep
from playground_backend.errors import BadRoster, Invalid, UnknownMember
from playground_backend.insiders import Insider, allowed, look_up
from playground_backend.rights import Action, ClassRole
from playground_backend.service import Service
from playground_backend.store import audit, class_tables, members
from playground_backend.store.members import Seated

router = APIRouter(prefix="/api/classrooms/{id}", tags=["members"], dependencies=[COUNTED_WRITES])

MemberPath = Annotated[str, Path(max_length=32)]


@router.get("/members", operation_id="listMembers")
def list_members(insider: Annotated[Insider, allowed(Action.see_members)], service: ServiceDep) -> list[Member]:
    """Everybody in the class, staff first, then by name."""
    with service.database.read() as session:
        found = members.everybody(session, insider.classroom)
    # Read alone: what was found outlives its session.
    here = service.presence.here([owner for each in found for owner in each.owners])
    return [_view(each, insider, here) for each in found]


@router.post("/members", operation_id="inviteStaff", status_code=201)
def invite_staff(
    new: NewStaff, insider: Annotated[Insider, allowed(Action.change_staff)], service: ServiceDep
) -> OneTimeLink:
    """A link that is good once, for a week: who opens it teaches or assists."""
    if new.role is ClassRole.student:
        raise Invalid("Students come in by the class's code, or by a code of their own.", "role")
    with service.database.write() as session:
        what = f"{insider.name} made a link for {new.name}, to come in as {new.role.value}."
        audit.note(session, insider.classroom, insider.name, "staff", what)
        return classes.one_time_link(session, service, new.role, new.name, insider.name, insider.classroom)


@router.patch("/members/{mid}", operation_id="changeMember")
def change_member(
    mid: MemberPath,
    change: MemberChange,
    insider: Annotated[Insider, allowed(Action.change_members)],
    service: ServiceDep,
) -> Member:
    """Another name, or another role for staff."""
    with service.database.write() as session:
        row = found(session, insider, mid)
        if change.name is not None and change.name != row.name:
            what = f"{insider.name} renamed {row.name} to {change.name}."
            audit.note(session, insider.classroom, insider.name, "member", what)
            members.rename(session, row, change.name)
        if change.role is not None and change.role.value != row.role:
            insider.demand(Action.change_staff)
            if ClassRole.student.value in (row.role, change.role.value):
                raise Invalid("Between students and staff nobody changes: make them a link of their own.", "role")
            if change.role is not ClassRole.teacher:
                members.demand_teacher(session, row)
            what = f"{insider.name} made {row.name} {change.role.value}, before {row.role}."
            audit.note(session, insider.classroom, insider.name, "staff", what)
            row.role = change.role.value
        session.flush()
        answer = _changed(session, service, insider, row)
    service.boards.changed(insider.classroom, "members")
    return answer


@router.delete("/members/{mid}", operation_id="removeMember", status_code=204)
def remove_member(
    mid: MemberPath, insider: Annotated[Insider, allowed(Action.change_members)], service: ServiceDep
) -> None:
    """They are in the class no more. What they sent stays theirs; notes and extensions go."""
    with service.database.write() as session:
        row = found(session, insider, mid)
        members.demand_teacher(session, row)
        audit.note(session, insider.classroom, insider.name, "member", f"{insider.name} removed {row.name}.")
        members.remove(session, row)
    service.boards.changed(insider.classroom, "members")


@router.post("/members/{mid}/merge", operation_id="mergeMember")
def merge_member(
    mid: MemberPath,
    into: MergeInto,
    insider: Annotated[Insider, allowed(Action.change_members)],
    service: ServiceDep,
) -> Member:
    """Make one of two members who are the same person: all that both sent counts as the one's who stays."""
    with service.database.write() as session:
        row, kept = found(session, insider, mid), found(session, insider, into.into)
        if row.id == kept.id:
            raise Invalid("Choose two different members.", "into")
        if row.role != kept.role:
            raise Invalid("Only students merge with students, and staff with the same role.", "into")
        what = f"{insider.name} merged {row.name} into {kept.name}."
        audit.note(session, insider.classroom, insider.name, "member", what)
        members.merge(session, row, kept)
        answer = _changed(session, service, insider, session.get_one(class_tables.Member, into.into))
    service.boards.changed(insider.classroom, "members")
    return answer


@router.post("/members/{mid}/move", operation_id="moveMember", status_code=204)
def move_member(
    mid: MemberPath,
    to: MoveTo,
    insider: Annotated[Insider, allowed(Action.change_members)],
    who: WhoDep,
    service: ServiceDep,
) -> None:
    """Put a student into another class that you teach. Extensions stay behind."""
    there = look_up(service, who, to.classroom)
    there.demand(Action.change_members)
    with service.database.write() as session:
        row = found(session, insider, mid)
        if row.role != ClassRole.student.value:
            raise Invalid("Staff is not moved: invite them into the other class.", "classroom")
        if there.classroom == insider.classroom:
            raise Invalid("They are in this class already.", "classroom")
        for classroom, who_did, word in (
            (insider.classroom, insider.name, "out of the class"),
            (there.classroom, there.name, "into the class"),
        ):
            audit.note(session, classroom, who_did, "member", f"{who_did} moved {row.name} {word}.")
        members.move(session, row, there.classroom)
    for classroom in (insider.classroom, there.classroom):
        service.boards.changed(classroom, "members")


@router.post("/members/{mid}/code", operation_id="changePersonalCode")
def change_personal_code(
    mid: MemberPath, insider: Annotated[Insider, allowed(Action.change_members)], service: ServiceDep
) -> PersonalCode:
    """A new personal code, for another browser too; the one before is not good any more."""
    with service.database.write() as session:
        row = found(session, insider, mid)
        if row.role != ClassRole.student.value:
            raise Invalid("A code is for students. Staff comes in by a link of its own.", "mid")
        code = members.new_code(session, row)
        what = f"{insider.name} made a new personal code for {row.name}."
        audit.note(session, insider.classroom, insider.name, "code", what)
    return PersonalCode(code=code, url=classes.join_url(service, code))


@router.post(
    "/roster",
    operation_id="readRoster",
    openapi_extra={
        "requestBody": {"required": True, "content": {"text/csv": {"schema": {"type": "string", "maxLength": 200_000}}}}
    },
)
async def read_roster(
    request: Request,
    insider: Annotated[Insider, allowed(Action.change_members)],
    service: ServiceDep,
    dry_run: bool = False,
) -> RosterReading:
    """Take in a list of students as CSV, as spreadsheets write it; each new one gets a place and a personal code.

    All or nothing: with a bad row nothing is taken in, and 422 `bad_roster` names each in its detail. A dry run tells
    both and takes nothing in.
    """
    reading = await run_in_threadpool(roster.read, await request.body())
    return await run_in_threadpool(_take_in, service, insider, reading, dry_run)


def found(session: Session, insider: Insider, member: str) -> class_tables.Member:
    """Raises UnknownMember."""
    row = members.find(session, insider.classroom, member)
    if row is None:
        raise UnknownMember("Nobody in this class has this id.")
    return row


def _take_in(service: Service, insider: Insider, reading: roster.Reading, dry_run: bool) -> RosterReading:
    errors = [RosterError(line=each.line, message=each.message) for each in reading.faults]
    if errors and not dry_run:
        told = f"Line {errors[0].line}: {errors[0].message}"
        raise BadRoster(f"Nothing was taken in. {told}", detail=[each.model_dump() for each in errors])
    rows: list[RosterRow] = []
    if not errors:
        with service.database.write() as session:
            taken = members.take_in(session, insider.classroom, reading.rows)
            rows = [_row(row, member, is_new, dry_run) for row, member, is_new in taken]
            if dry_run:
                session.rollback()
            else:
                new = sum(each.state is RosterState.new for each in rows)
                what = f"{insider.name} read a roster of {len(rows)} students, {new} of them new."
                audit.note(session, insider.classroom, insider.name, "roster", what)
    if not dry_run:
        service.boards.changed(insider.classroom, "members")
    known = sum(each.state is RosterState.known for each in rows)
    return RosterReading(rows=rows, errors=errors, added=len(rows) - known, known=known, is_done=not dry_run)


def _row(row: roster.Row, member: class_tables.Member, is_new: bool, dry_run: bool) -> RosterRow:
    return RosterRow(
        line=row.line,
        name=row.name,
        email=row.email,
        number=row.number,
        state=RosterState.new if is_new else RosterState.known,
        code=None if dry_run else member.code,
    )


def _changed(session: Session, service: Service, insider: Insider, row: class_tables.Member) -> Member:
    seated = members.with_seats(session, row)
    return _view(seated, insider, service.presence.here(seated.owners))


def _view(seated: Seated, insider: Insider, here: set[str]) -> Member:
    row = seated.row
    contacts = insider.may(Action.see_contacts)
    return Member(
        id=row.id,
        name=row.name,
        role=ClassRole(row.role),
        email=row.email if contacts else None,
        number=row.number if contacts else None,
        code=row.code if insider.may(Action.change_members) else None,
        has_joined=bool(seated.owners),
        joined_at=seated.joined_at,
        is_you=row.id == insider.member,
        is_here=not here.isdisjoint(seated.owners),
        doubles=max(0, len(seated.owners) - 1),
    )
