"""The course of a class: its link, its roster, and how its grades stand with the platform's gradebook."""

from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import APIRouter
from sqlalchemy.orm import Session

from playground_backend.deps import COUNTED_WRITES, ServiceDep
from playground_backend.errors import NotFound, ProviderFailed
from playground_backend.insiders import Insider, allowed
from playground_backend.lti.fetching import PlatformFailed
from playground_backend.lti.launch import fallback_name
from playground_backend.lti.services import Person
from playground_backend.lti_messages import (
    Course,
    CourseChange,
    CourseOfClass,
    CourseRoster,
    ScoreCount,
    ScoreTrouble,
)
from playground_backend.rights import Action, ClassRole
from playground_backend.store import assignments, audit, lti, lti_scores, members
from playground_backend.store.class_tables import Member
from playground_backend.store.lti_scores import ScoreState
from playground_backend.store.lti_tables import LtiCourse, LtiPlatform

router = APIRouter(prefix="/api/classrooms/{id}/lti", tags=["lti"], dependencies=[COUNTED_WRITES])

_MOST_TROUBLES: Final = 50


@router.get("", operation_id="getCourse")
def get_course(insider: Annotated[Insider, allowed(Action.see_grades)], service: ServiceDep) -> CourseOfClass:
    """The course that the class is, and which grades its gradebook has, waits for, or would not take, and why."""
    with service.database.read() as session:
        row = lti.of_class(session, insider.classroom)
        return CourseOfClass(
            is_possible=bool(lti.platforms(session)), course=None if row is None else _view(session, row)
        )


@router.patch("", operation_id="changeCourse")
def change_course(
    change: CourseChange, insider: Annotated[Insider, allowed(Action.change_class)], service: ServiceDep
) -> CourseOfClass:
    """Whether grades go to the gradebook. What it has already stays there."""
    with service.database.write() as session:
        row = _course(session, insider)
        row.sends_grades = change.sends_grades
        word = "on" if change.sends_grades else "off"
        what = f"{insider.name} turned sending grades to the learning platform {word}."
        audit.note(session, insider.classroom, insider.name, "platform", what)
        session.flush()
        answer = CourseOfClass(is_possible=True, course=_view(session, row))
    service.boards.changed(insider.classroom, "assignments")
    return answer


@router.delete("", operation_id="unlinkCourse", status_code=204)
def unlink_course(insider: Annotated[Insider, allowed(Action.change_class)], service: ServiceDep) -> None:
    """The class is no course's any more. Its people and grades stay; the next launch may make it another class's."""
    with service.database.write() as session:
        row = _course(session, insider)
        what = f"{insider.name} took the class off the course {row.title}."
        audit.note(session, insider.classroom, insider.name, "platform", what)
        session.delete(row)


@router.post("/grades", operation_id="sendGradesAgain")
def send_grades_again(insider: Annotated[Insider, allowed(Action.change_class)], service: ServiceDep) -> CourseOfClass:
    """Try all that the gradebook does not have at once, also what it would not take."""
    with service.database.write() as session:
        row = _course(session, insider)
        lti_scores.try_again(session, row.id, datetime.now(UTC))
        answer = CourseOfClass(is_possible=True, course=_view(session, row))
    service.boards.changed(insider.classroom, "assignments")
    return answer


@router.post("/people", operation_id="takeCourseRoster")
def take_course_roster(
    insider: Annotated[Insider, allowed(Action.change_members)], service: ServiceDep
) -> CourseRoster:
    """Give each student of the course a place in the class. Staff comes in by opening a link in the course."""
    with service.database.read() as session:
        row = _course(session, insider)
        platform = session.get_one(LtiPlatform, row.platform)
    if row.memberships is None:
        raise NotFound("The platform does not offer its list of people to this tool.")
    try:
        people = service.lti.services.people(platform, row.memberships)
    except PlatformFailed as failed:
        raise ProviderFailed(f"Nothing was taken in. {failed.message}") from None
    with service.database.write() as session:
        answer = _take_in(session, _course(session, insider), people)
        what = f"{insider.name} took {answer.added + answer.known} students from the platform, {answer.added} new."
        audit.note(session, insider.classroom, insider.name, "roster", what)
    service.boards.changed(insider.classroom, "members")
    return answer


def _take_in(session: Session, course: LtiCourse, people: list[Person]) -> CourseRoster:
    added = known = 0
    students = [each for each in people if each.role is ClassRole.student]
    places = lti.Places(session, course)
    people_here = {row.subject: row for row in lti.people(session, course.id)}
    for each in students:
        person = people_here.get(each.subject)
        member = None if person is None else session.get(Member, person.member)
        if member is None:
            member = places.take(each.email, each.number)
        if member is None:
            name = each.name or fallback_name(ClassRole.student, each.subject)
            member = members.add(
                session,
                course.classroom,
                name,
                ClassRole.student,
                email=each.email,
                number=each.number,
                from_roster=True,
            )
            added += 1
        else:
            if each.name is not None and each.name != member.name:
                members.rename(session, member, each.name)
            member.email, member.number = each.email or member.email, each.number or member.number
            member.from_roster = True
            known += 1
        if person is None or person.member != member.id:
            lti.know(session, course.id, each.subject, member.id, ClassRole.student)
    here = {each.subject for each in people}
    gone = [
        session.get_one(Member, each.member).name
        for each in lti.people(session, course.id)
        if each.subject not in here and each.role == ClassRole.student.value
    ]
    return CourseRoster(added=added, known=known, staff=len(people) - len(students), gone=sorted(gone))


def _course(session: Session, insider: Insider) -> LtiCourse:
    """Raises NotFound."""
    row = lti.of_class(session, insider.classroom)
    if row is None:
        raise NotFound("This class is no course of a learning platform.")
    return row


def _view(session: Session, row: LtiCourse) -> Course:
    found = lti_scores.counts(session, row.id)
    people = {each.row.id: each.row.name for each in members.everybody(session, row.classroom)}
    counts = [
        ScoreCount(
            assignment=each.row.id,
            title=each.row.title,
            **{state.value: found.get((each.row.id, state), 0) for state in ScoreState},
        )
        for each in assignments.of_class(session, row.classroom)
        if any((each.row.id, state) in found for state in ScoreState)
    ]
    troubles = [
        ScoreTrouble(
            assignment=score.assignment,
            title=title,
            member=member,
            name=people.get(member, ""),
            state=ScoreState(score.state),
            problem=score.problem or "",
            next_at=score.next_at if score.state == ScoreState.waiting.value else None,
        )
        for score, title, member in lti_scores.troubled(session, row.id, _MOST_TROUBLES)
    ]
    return Course(
        platform=session.get_one(LtiPlatform, row.platform).name,
        title=row.title,
        people=len(lti.people(session, row.id)),
        has_roster=row.memberships is not None,
        has_grades=row.lineitems is not None,
        sends_grades=row.sends_grades,
        last_sent_at=lti_scores.last_sent(session, row.id),
        counts=counts,
        troubles=troubles,
        linked_at=row.created_at,
    )
