"""What a launch asks of a course's staff: which class it is, and what a link of it leads to (deep linking)."""

import time
from typing import Any, Final

from fastapi import APIRouter
from sqlalchemy.orm import Session

from playground_backend import classes
from playground_backend.deps import COUNTED, ServiceDep, VisitorDep
from playground_backend.errors import Invalid, WrongSignIn
from playground_backend.identity import new_token
from playground_backend.lti import arriving, claims
from playground_backend.lti.launch import Launch, from_dict
from playground_backend.lti.pending import Choice, Frame
from playground_backend.lti_messages import (
    ChoiceOffer,
    ChoosableAssignment,
    LinkableClass,
    LinkOffer,
    NewChoice,
    NewLink,
    Next,
    TokenUse,
)
from playground_backend.rights import ClassRole
from playground_backend.service import Service
from playground_backend.store import assignments, audit, classrooms, lti
from playground_backend.store.assignments import Assigned
from playground_backend.store.class_tables import Classroom
from playground_backend.store.lti_tables import LtiCourse, LtiPlatform

router = APIRouter(prefix="/api/lti", tags=["lti"], dependencies=[COUNTED])

_SPENT: Final = "This page has waited too long, or was used already. Open the link in your course again."
_ANSWER_S: Final = 300


@router.post("/links/look", operation_id="lookAtLink")
def look_at_link(use: TokenUse, visitor: VisitorDep, service: ServiceDep) -> LinkOffer:
    """Which course is to become a class, and which classes of yours it may become."""
    found, launch = _choice(service, use.token, visitor)
    with service.database.read() as session:
        platform = _platform(session, found)
        rows = lti.taught(session, found.owner)
        return LinkOffer(
            platform=platform.name,
            title=launch.title,
            classrooms=[LinkableClass(id=row.id, name=row.name) for row in rows],
        )


@router.post("/links", operation_id="linkCourse")
def link_course(new: NewLink, visitor: VisitorDep, service: ServiceDep) -> Next:
    """Make a course a class, a new one or one of yours. Where somebody else has just done so, it is theirs."""
    found, launch = _choice(service, new.token, visitor)
    if launch.context is None or launch.role is not ClassRole.teacher:
        raise WrongSignIn(_SPENT)
    if new.classroom is None:
        if new.time_zone is None:
            raise Invalid("Say which time zone the class is in.", "time_zone")
        classes.zone(new.time_zone)
    with service.database.write() as session:
        platform = _platform(session, found)
        course = lti.course(session, platform.id, launch.deployment, launch.context)
        if course is None:
            room = _room(session, new, found.owner, launch)
            course = lti.link(session, platform.id, launch.deployment, launch.context, room.id, launch.title)
            by = launch.name or "A teacher"
            what = f"{by} connected the class to the course {launch.title} of {platform.name}."
            audit.note(session, room.id, by, "platform", what)
        path = arriving.take_in(session, service, course, launch, found.owner)
        further = Choice(found.owner, platform.id, found.launch, course.id, found.frame)
        classroom = course.classroom
    if service.lti.pending.take_choice(new.token) is None:
        raise WrongSignIn(_SPENT)
    service.boards.changed(classroom, "members")
    return Next(path=f"/lti/choose#{service.lti.pending.offer(further)}" if launch.is_choice else path)


@router.post("/choices/look", operation_id="lookAtChoice")
def look_at_choice(use: TokenUse, visitor: VisitorDep, service: ServiceDep) -> ChoiceOffer:
    """What a link of the course may lead to."""
    found, launch = _choice(service, use.token, visitor)
    with service.database.read() as session:
        platform, course = _platform(session, found), _course(session, found)
        room = session.get_one(Classroom, course.classroom)
        return ChoiceOffer(
            platform=platform.name,
            classroom=room.id,
            classroom_name=room.name,
            time_zone=room.time_zone,
            assignments=[
                ChoosableAssignment(id=each.row.id, title=each.row.title, points=_most(each), due_at=each.row.due_at)
                for each in assignments.of_class(session, room.id)
            ],
            takes_many=launch.takes_many,
        )


@router.post("/choices", operation_id="chooseLinks")
def choose_links(new: NewChoice, visitor: VisitorDep, service: ServiceDep) -> Next:
    """Send the course what was chosen, signed. An assignment brings a column of the gradebook along."""
    found, launch = _choice(service, new.token, visitor)
    many = len(new.assignments) + len(new.puzzles)
    if many > 1 and not launch.takes_many:
        raise Invalid("The course takes one link at a time.", "assignments")
    with service.database.read() as session:
        platform, course = _platform(session, found), _course(session, found)
        items = [_assignment_item(session, service, course, each) for each in new.assignments]
        session.expunge_all()
    items += [_puzzle_item(service, each) for each in new.puzzles]
    if service.lti.pending.take_choice(new.token) is None:
        raise WrongSignIn(_SPENT)
    assert launch.return_url is not None
    message = service.lti.key.sign(_answer(platform, launch, items))
    if found.frame is not None and (frame := service.lti.pending.frame(found.frame)) is not None:
        told = {"url": launch.return_url, "jwt": message}
        service.lti.pending.change_frame(found.frame, Frame(frame.platform, frame.asked, True, told))
        return Next(path=None)
    return Next(path=f"/api/lti/answer?ticket={service.lti.pending.answer(platform.id, launch.return_url, message)}")


def _choice(service: Service, token: str, visitor: str | None) -> tuple[Choice, Launch]:
    """Raises WrongSignIn, also for another than who was launched."""
    found = service.lti.pending.choice(token)
    if found is None or found.owner != visitor:
        raise WrongSignIn(_SPENT)
    return found, from_dict(found.launch)


def _platform(session: Session, found: Choice) -> LtiPlatform:
    row = lti.platform(session, found.platform)
    if row is None:
        raise WrongSignIn("This learning platform is registered here no more.")
    return row


def _course(session: Session, found: Choice) -> LtiCourse:
    row = None if found.course is None else session.get(LtiCourse, found.course)
    if row is None:
        raise WrongSignIn("This course is no class any more. Open the link in your course again.")
    return row


def _room(session: Session, new: NewLink, owner: str, launch: Launch) -> Classroom:
    if new.classroom is None:
        assert new.time_zone is not None
        return classrooms.make(session, launch.title, new.time_zone)
    for row in lti.taught(session, owner):
        if row.id == new.classroom:
            return row
    raise Invalid("This is no class that you teach, or it is another course's already.", "classroom")


def _answer(platform: LtiPlatform, launch: Launch, items: list[dict[str, Any]]) -> dict[str, Any]:
    now = int(time.time())
    told: dict[str, Any] = {
        "iss": platform.client_id,
        "aud": platform.issuer,
        "azp": platform.issuer,
        "iat": now,
        "exp": now + _ANSWER_S,
        "nonce": new_token(),
        claims.DEPLOYMENT: launch.deployment,
        claims.MESSAGE_TYPE: claims.ANSWER,
        claims.VERSION: "1.3.0",
        claims.CONTENT_ITEMS: items,
    }
    # It goes back as it came: the platform knows by it what it asked for.
    return told if launch.data is None else {**told, claims.DATA: launch.data}


def _assignment_item(session: Session, service: Service, course: LtiCourse, id: str) -> dict[str, Any]:
    """Raises Invalid."""
    found = assignments.find(session, course.classroom, id)
    if found is None:
        raise Invalid("The class has no assignment of this id.", "assignments")
    row, most = found.row, _most(found)
    item = _item(service, row.title, {"assignment": row.id})
    if most > 0:
        item["lineItem"] = {"scoreMaximum": most, "label": row.title, "resourceId": row.id, "tag": "playground"}
    if row.opens_at is not None:
        item["available"] = {"startDateTime": row.opens_at.isoformat()}
    if row.due_at is not None:
        item["submission"] = {"endDateTime": row.due_at.isoformat()}
    return item


def _puzzle_item(service: Service, slug: str) -> dict[str, Any]:
    """Raises UnknownPuzzle."""
    puzzle = service.catalogue.get(slug)
    return _item(service, puzzle.title, {"puzzle": puzzle.slug})


def _item(service: Service, title: str, custom: dict[str, str]) -> dict[str, Any]:
    return {"type": "ltiResourceLink", "title": title, "url": f"{service.lti.url}/launch", "custom": custom}


def _most(assigned: Assigned) -> float:
    return round(sum(item.points for item in assigned.items), 6)
