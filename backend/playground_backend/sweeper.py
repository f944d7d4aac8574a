"""Finds submissions that a dead worker or an emptied Redis lost, and queues them again, once."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from playground_backend.queue import JobQueue
from playground_backend.store import records
from playground_backend.store.database import Database
from playground_backend.store.tables import Submission
from playground_backend.verdicts import CANCELLED, LOST_TWICE, own_verdict
from playground_puzzles.models import Outcome

log = structlog.get_logger(__name__)

MAX_ATTEMPTS: Final = 2
# What was stored a moment ago is still on its way into the queue.
_GRACE: Final = timedelta(seconds=2)


class Sweeper:
    """confirm_s: a job is out of every list for an instant between queue and lease, so two looks must agree."""

    def __init__(self, database: Database, queue: JobQueue, *, interval_s: float, confirm_s: float) -> None:
        self._database = database
        self._queue = queue
        self._interval_s = interval_s
        self._confirm_s = confirm_s

    async def run(self) -> None:
        """Sweep at once, then each interval, until cancelled."""
        while True:
            await self.sweep()
            await asyncio.sleep(self._interval_s)

    async def sweep(self) -> None:
        """Look twice; close or queue again what both looks missed. What fails is left for the next sweep."""
        try:
            suspects = await asyncio.to_thread(self._look)
            if suspects:
                await asyncio.sleep(self._confirm_s)
                again = await asyncio.to_thread(self._look)
                await asyncio.to_thread(self._settle, [lost for lost in again if lost in suspects])
        except (RedisError, OSError, SQLAlchemyError) as error:
            log.warning("lost submissions are not looked for just now", error=type(error).__name__)

    def _look(self) -> list[str]:
        with self._database.read() as session:
            rows = records.unfinished(session, datetime.now(UTC) - _GRACE)
            ids = [row.id for row in rows]
        return self._queue.absent(ids)

    def _settle(self, lost: list[str]) -> None:
        for submission in lost:
            with self._database.read() as session:
                row = session.get_one(Submission, submission)
                if row.outcome is not None:
                    continue
                job = records.job_of(session, row)
                attempts, device, seed = row.attempts, row.device, row.seed
            if self._queue.cancelled(submission):
                verdict = own_verdict(Outcome.cancelled, job.puzzle, device, CANCELLED, seed)
            elif attempts >= MAX_ATTEMPTS:
                verdict = own_verdict(Outcome.internal_error, job.puzzle, device, LOST_TWICE, seed)
            else:
                # Counted after it is queued: a failure between gives one run more, never one less.
                self._queue.requeue(job)
                with self._database.write() as session:
                    records.requeue(session, submission)
                log.warning("queued again: no worker has it", submission=submission)
                continue
            with self._database.write() as session:
                written = records.finish(session, submission, verdict)
            if written:
                self._queue.publish_verdict(submission, verdict)
                log.warning("closed", submission=submission, outcome=verdict.outcome.value)
