"""Feeds what is judged again to the workers, a little at a time, so that nobody waits longer for a verdict by it."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from playground_backend.queue import JobQueue
from playground_backend.store import rejudging
from playground_backend.store.database import Database
from playground_backend.threads import to_the_end

log = structlog.get_logger(__name__)

_PAUSE_S: Final = 0.5
_IDLE_S: Final = 2.0
# So many at a time, and none while others wait.
_AT_ONCE: Final = 4
_LOST: Final = timedelta(seconds=30)


class Rejudger:
    """Runs until cancelled. Several processes share the work by marking what they queue."""

    def __init__(self, database: Database, queue: JobQueue) -> None:
        self._database = database
        self._queue = queue

    async def run(self) -> None:
        told = False
        while True:
            try:
                busy = await to_the_end(self.feed)
                told = False
            except (RedisError, OSError, SQLAlchemyError) as error:
                if not told:
                    log.warning("nothing is judged again just now", error=type(error).__name__)
                busy, told = True, True
            await asyncio.sleep(_PAUSE_S if busy else _IDLE_S)

    def feed(self) -> bool:
        """Queue the next ones; tell whether anything is left to be judged again."""
        with self._database.read() as session:
            flying = rejudging.in_flight(session)
            jobs = rejudging.waiting(session, max(0, _AT_ONCE - len(flying))) if len(flying) < _AT_ONCE else []
        self._find_lost([job for job, since in flying if since < datetime.now(UTC) - _LOST])
        for job in jobs:
            if self._queue.waiting(job.device) >= _AT_ONCE:
                break
            with self._database.write() as session:
                mine = rejudging.set_queued(session, job.id, True)
            if mine:
                self._queue.requeue(job)
        return bool(flying or jobs)

    def _find_lost(self, jobs: list[str]) -> None:
        """What a killed worker took along, or Redis, is queued again."""
        for job in self._queue.absent(jobs):
            with self._database.write() as session:
                rejudging.set_queued(session, job, False)
