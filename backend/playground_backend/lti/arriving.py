"""What a believed launch leads to: somebody signed in, seated in the class of the course, and on their way."""

from fastapi import Response
from sqlalchemy.orm import Session

from playground_backend.identity import digest, new_identity
from playground_backend.lti.launch import BadLaunch, Launch
from playground_backend.lti.pending import Arrival, Choice
from playground_backend.lti.seating import seat
from playground_backend.rights import ClassRole
from playground_backend.routers.sign_in import sign_in
from playground_backend.service import Service
from playground_backend.store import accounts, assignments, lti, tables
from playground_backend.store.lti_tables import LtiCourse, LtiPlatform
from playground_backend.store.sessions import Visitor
from playground_puzzles.errors import UnknownPuzzle

_NO_COURSE = "This course is not connected to a class yet. Its teacher connects it by opening this link once."


def login_key(issuer: str) -> str:
    """Return what stands for an issuer among the accounts elsewhere that one signs in by."""
    return f"lti-{digest(issuer)[:24]}"


def check(session: Session, platform: LtiPlatform, launch: Launch) -> LtiCourse | None:
    """Return the course that is a class already. Raises BadLaunch for who may not come in."""
    if launch.context is None:
        raise BadLaunch("This link was opened outside a course.")
    if launch.role is None:
        raise BadLaunch(
            "The platform gives you no role in this course that is known here: instructor, assistant, learner."
        )
    if launch.is_choice and launch.role is ClassRole.student:
        raise BadLaunch("Only the course's staff chooses what it links to.")
    found = lti.course(session, platform.id, launch.deployment, launch.context)
    if found is None and launch.role is not ClassRole.teacher:
        raise BadLaunch(_NO_COURSE)
    return found


def sign_in_by(service: Service, response: Response, who: Visitor | None, platform: LtiPlatform, launch: Launch) -> str:
    """Sign the browser in as whom the platform says; return the identity.

    As with other accounts elsewhere, what an anonymous browser solved goes along. Not so a teacher's or an assistant's
    identity for somebody who comes as a student: two people may use one browser.
    """
    key = login_key(platform.issuer)
    with service.database.write() as session:
        before = None if who is None or who.token is not None else session.get(tables.Identity, who.owner)
        is_free = before is not None and not accounts.is_protected(session, before)
        if before is not None and launch.role is ClassRole.student and lti.is_staff(session, before.id):
            is_free = False
        owner = accounts.by_login(session, key, launch.subject)
        if owner is None:
            owner = before.id if before is not None and is_free else new_identity()
            accounts.add_login(session, owner, key, launch.subject)
            owner = accounts.by_login(session, key, launch.subject) or owner
        if who is not None and who.session is not None and who.owner == owner:
            return owner  # nobody else than before
    sign_in(service, response, who, owner, merge=is_free)
    return owner


def go_on(service: Service, arrival: Arrival, platform: LtiPlatform, launch: Launch, owner: str) -> str:
    """Return the path to go to. Raises BadLaunch and Refusal."""
    with service.database.write() as session:
        course = check(session, platform, launch)
        path = None if course is None else take_in(session, service, course, launch, owner)
        offered = Choice(
            owner=owner,
            platform=platform.id,
            launch=launch.as_dict(),
            course=None if course is None else course.id,
            frame=arrival.frame,
        )
        classroom = None if course is None else course.classroom
    if classroom is not None:
        service.boards.changed(classroom, "members")
    if path is None:
        return f"/lti/link#{service.lti.pending.offer(offered)}"
    return f"/lti/choose#{service.lti.pending.offer(offered)}" if launch.is_choice else path


def take_in(session: Session, service: Service, course: LtiCourse, launch: Launch, owner: str) -> str:
    """Seat an identity in the class of its course, and take over what the launch says of it; return where it goes."""
    member = seat(session, course, launch, owner)
    lti.renew(
        course,
        {
            "lineitems": launch.lineitems,
            "memberships": launch.memberships,
            "scopes": list(launch.scopes),
            "title": launch.title,
        },
    )
    found = None if launch.assignment is None else assignments.find(session, course.classroom, launch.assignment)
    if found is not None and launch.lineitem is not None:
        lti.set_line_item(session, course.id, found.row.id, launch.lineitem)
    session.flush()
    if launch.puzzle is not None and (slug := _slug(service, launch.puzzle)) is not None:
        return f"/puzzles/{slug}"
    room = f"/classes/{course.classroom}"
    return f"{room}/assignments" if found is not None and member.role != ClassRole.student.value else room


def _slug(service: Service, puzzle: str) -> str | None:
    try:
        return service.catalogue.get(puzzle).slug
    except UnknownPuzzle:
        return None
