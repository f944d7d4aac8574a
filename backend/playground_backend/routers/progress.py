"""When the visitor was at work."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Query

from playground_backend.deps import ServiceDep, VisitorDep
from playground_backend.store import standings
from playground_puzzles.models import Model

router = APIRouter(prefix="/api/me/activity", tags=["me"])

_WEEKS = 53
_FARTHEST_MIN = 14 * 60  # the zones of the world reach from 12 hours west to 14 east


class ActiveDay(Model):
    """attempts: judged submissions sent on that day, without replays. passed: how many of them did."""

    day: date
    attempts: int
    passed: int


class Activity(Model):
    """first, last: the days looked at, both included; the first is a Monday. days: those with any attempt, in order."""

    first: date
    last: date
    days: list[ActiveDay]


@router.get("", operation_id="getActivity")
def get_activity(
    visitor: VisitorDep,
    service: ServiceDep,
    offset: Annotated[int, Query(ge=-_FARTHEST_MIN, le=_FARTHEST_MIN)] = 0,
) -> Activity:
    """Your attempts of the last 53 weeks by day. offset: of your time zone, in minutes east of UTC."""
    zone = timedelta(minutes=offset)
    last = (datetime.now(UTC) + zone).date()
    first = last - timedelta(days=last.weekday(), weeks=_WEEKS - 1)
    days: list[standings.Day] = []
    if visitor is not None:
        with service.database.read() as session:
            days = standings.activity(session, visitor, first, zone)
    found = [ActiveDay(day=each.day, attempts=each.attempts, passed=each.passed) for each in days]
    return Activity(first=first, last=last, days=found)
