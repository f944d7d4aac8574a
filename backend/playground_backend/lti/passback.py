"""Sends grades to the gradebooks of platforms, in the background, until they have them.

What is to be sent stands in the database: neither a platform that is down nor a restart of ours loses any of it.
"""

import asyncio
import random
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import redis
import structlog
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from playground_backend import grades
from playground_backend.board_feed import CHANGED
from playground_backend.grade_messages import GradeState
from playground_backend.lti.fetching import PlatformFailed
from playground_backend.lti.services import Score, Services
from playground_backend.rights import ClassRole
from playground_backend.store import assignments, grading, lti, lti_scores, members
from playground_backend.store.assignments import Assigned
from playground_backend.store.class_tables import Assignment
from playground_backend.store.database import Database
from playground_backend.store.lti_scores import Due, Wanted
from playground_backend.store.lti_tables import LtiCourse, LtiPlatform
from playground_backend.threads import to_the_end

log = structlog.get_logger(__name__)

_PAUSE_S: Final = 1.0
# Whatever was not told, such as while Redis was away, is found then.
_ALL_S: Final = 600.0
_AT_ONCE: Final = 20
_LONGEST: Final = timedelta(hours=1)
# With the pauses that grow to an hour, about a day.
_MOST_TRIES: Final = 30
# What the platform will answer the same again. 404: its column is gone, and another is made.
_FOR_GOOD: Final = frozenset({400, 403, 405, 410, 413, 415, 422})


class Passback:
    """Runs until cancelled; several processes share the work. first_pause_s: before the second try; then it doubles."""

    def __init__(
        self, database: Database, connection: redis.Redis, services: Services, *, first_pause_s: float
    ) -> None:
        self._database = database
        self._redis = connection
        self._services = services
        self._first_pause_s = first_pause_s
        self._all_at = 0.0

    async def run(self) -> None:
        told = False
        while True:
            try:
                await to_the_end(self.step)
                told = False
            except (RedisError, OSError, SQLAlchemyError) as error:
                if not told:
                    log.warning("no grades are sent just now", error=type(error).__name__)
                told = True
            await asyncio.sleep(_PAUSE_S)

    def step(self) -> None:
        """Reckon what has changed, then send what is due."""
        if time.monotonic() >= self._all_at:
            with self._database.read() as session:
                changed = lti_scores.courses(session)
            self._all_at = time.monotonic() + _ALL_S
        else:
            # Many verdicts of one class in a second are one change.
            told: Any = self._redis.spop(CHANGED, 100)
            changed = [each.decode() for each in told or ()]
        for classroom in changed:
            self.reckon(classroom)
        with self._database.write() as session:
            due = lti_scores.take_due(session, datetime.now(UTC), _AT_ONCE)
        silent: set[str] = set()
        for each in due:
            if each.course not in silent and not self._send(each):
                silent.add(each.course)

    def reckon(self, classroom: str) -> None:
        """Write down what the gradebook of a class's course is to have."""
        now = datetime.now(UTC)
        with self._database.read() as session:
            course = lti.of_class(session, classroom)
            if course is None or not course.sends_grades or course.lineitems is None:
                return
            id = course.id
            subjects, known = lti_scores.subjects(session, id), lti_scores.known(session, id)
            students = {
                each.row.id
                for each in members.everybody(session, classroom)
                if each.row.role == ClassRole.student.value
            }
            wanted = {
                each.row.id: _wanted(session, classroom, each, students, subjects, known, now)
                for each in assignments.of_class(session, classroom)
            }
        if any(wanted.values()):
            with self._database.write() as session:
                for assignment, scores in wanted.items():
                    if scores and session.get(Assignment, assignment) is not None:
                        lti_scores.want(session, id, assignment, scores, now)

    def _send(self, due: Due) -> bool:
        """Send one; tell whether the platform answers at all."""
        try:
            with self._database.read() as session:
                course = session.get(LtiCourse, due.course)
                row = session.get(Assignment, due.assignment)
                platform = None if course is None else session.get(LtiPlatform, course.platform)
                if course is None or row is None or platform is None:
                    return True  # deleted meanwhile, and the score with it
                column = lti.line_item(session, due.course, due.assignment)
                session.expunge_all()
            if column is None:
                assert course.lineitems is not None
                column = self._services.column(
                    platform, course.scopes, course.lineitems, row.id, row.title, due.wanted.most
                )
                with self._database.write() as session:
                    if session.get(LtiCourse, due.course) is not None:
                        lti.set_line_item(session, due.course, due.assignment, column)
            now = datetime.now(UTC)
            score = Score(due.subject, due.wanted.points, due.wanted.most, due.wanted.is_done, now)
            self._services.send(platform, column, score)
        except PlatformFailed as failed:
            self._put_off(due, failed)
            return failed.status is not None and failed.status < 500
        with self._database.write() as session:
            lti_scores.sent(session, due, now)
        return True

    def _put_off(self, due: Due, failed: PlatformFailed) -> None:
        pause = min(_LONGEST, timedelta(seconds=self._first_pause_s * 2 ** min(due.tries, 20)))
        until = datetime.now(UTC) + pause * random.uniform(1.0, 1.2)
        is_final = failed.status in _FOR_GOOD or due.tries + 1 >= _MOST_TRIES
        with self._database.write() as session:
            if failed.status == 404:
                lti.set_line_item(session, due.course, due.assignment, None)
            lti_scores.failed(session, due, failed.message, None if is_final else until)
            if failed.status is None or failed.status >= 500:
                lti_scores.postpone(session, due.course, failed.message, until)
        log.warning("a grade was not taken", course=due.course, status=failed.status, again=not is_final)


def _wanted(
    session: Session,
    classroom: str,
    assigned: Assigned,
    students: set[str],
    subjects: dict[str, list[str]],
    known: set[tuple[str, str]],
    now: datetime,
) -> dict[str, Wanted]:
    """Return the points of an assignment's students by their ids at the platform: of those who have sent something."""
    most = round(sum(item.points for item in assigned.items), 6)
    if most <= 0:
        return {}
    runs = grading.runs(session, assigned, classroom)
    found: dict[str, Wanted] = {}
    for member, ids in subjects.items():
        if member not in students:
            continue
        theirs = runs.get(member, {})
        cells = [grades.grade(assigned, item, member, theirs.get(item.puzzle), now) for item in assigned.items]
        has_sent = any(cell.attempts for cell in cells)
        points = round(sum(cell.points for cell in cells), 6)
        is_done = all(cell.state in (GradeState.solved, GradeState.late) for cell in cells if cell.most > 0)
        for subject in ids:
            if has_sent or (assigned.row.id, subject) in known:
                found[subject] = Wanted(points, most, is_done)
    return found
