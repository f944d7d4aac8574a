"""Putting who comes by a launch into the class of their course; inside a transaction that the caller holds."""

from sqlalchemy.orm import Session

from playground_backend import closing
from playground_backend.errors import JoiningClosed
from playground_backend.lti.launch import Launch, fallback_name
from playground_backend.rights import ClassRole
from playground_backend.store import audit, class_tables, lti, members
from playground_backend.store.class_tables import Classroom, Member
from playground_backend.store.lti_tables import LtiCourse


def seat(session: Session, course: LtiCourse, launch: Launch, owner: str) -> Member:
    """Return as whom an identity is in the class from now on.

    Who is known by their id at the platform stays who they are, else who this identity is in the class already, else
    the student of the roster with the same number or e-mail address; else they are new. The platform's name is taken
    over. Raises JoiningClosed, and ClosedByClass in another class's exam.
    """
    assert launch.role is not None
    room = session.get_one(Classroom, course.classroom)
    closing.demand_class(session, owner, room)
    known = lti.person(session, course.id, launch.subject)
    member = None if known is None else session.get(Member, known.member)
    here = members.seated(session, room.id, owner)
    # Who came by a name of their own has no place of the roster yet.
    is_free = here is None or (here.role == ClassRole.student.value and not here.from_roster)
    if member is None and launch.role is ClassRole.student and is_free:
        member = lti.Places(session, course).take(launch.email, launch.number)
    member = member or here
    if here is None and room.archived_at is not None:
        raise JoiningClosed("This class is archived. Nobody joins it any more.")
    name = launch.name or (fallback_name(launch.role, launch.subject) if member is None else None)
    if member is None:
        assert name is not None
        member = members.add(session, room.id, name, launch.role, email=launch.email, number=launch.number)
    elif name is not None and name != member.name:
        members.rename(session, member, name)
    if here is None:
        members.sit(session, member, owner)
    elif here.id != member.id:
        member = _one_of(session, here, member)
    if here is None:
        member.code = None  # the place is taken
    member.email = member.email or launch.email
    member.number = member.number or launch.number
    _follow(session, member, None if known is None else ClassRole(known.role), launch.role)
    lti.know(session, course.id, launch.subject, member.id, launch.role)
    if here is None:
        audit.note(session, room.id, member.name, "join", f"{member.name} came in from the learning platform.")
    session.flush()
    return member


def _one_of(session: Session, here: Member, there: Member) -> Member:
    """Who was in the class as two is one now: the one with more rights stays."""
    order = {ClassRole.student: 0, ClassRole.assistant: 1, ClassRole.teacher: 2}
    stays, goes = (here, there) if order[ClassRole(here.role)] > order[ClassRole(there.role)] else (there, here)
    kept = stays.id
    members.merge(session, goes, stays)
    return session.get_one(class_tables.Member, kept)


def _follow(session: Session, member: Member, before: ClassRole | None, now: ClassRole) -> None:
    """Let a role follow the platform's, but for who has another one here by their own class's doing.

    A class keeps a teacher: the last one stays, whatever the platform says.
    """
    order = {ClassRole.student: 0, ClassRole.assistant: 1, ClassRole.teacher: 2}
    here = ClassRole(member.role)
    follows = order[now] > order[here] if before is None else here is before
    if not follows or now is here:
        return
    if here is ClassRole.teacher and not members.has_other_teacher(session, member):
        return
    member.role = now.value
    what = f"The learning platform made {member.name} {now.value}, before {here.value}."
    audit.note(session, member.classroom, member.name, "staff", what)
