"""Takes final verdicts from the workers' durable stream into the database, each once."""

import asyncio
import os
import socket
from collections.abc import Callable
from typing import Any, Final

import redis.asyncio
import structlog
from pydantic import ValidationError
from redis.exceptions import RedisError, ResponseError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from playground_backend import classboard
from playground_backend.board_feed import BoardFeed
from playground_backend.compilations import NOTHING_TO_COMPILE
from playground_backend.queue import JobQueue
from playground_backend.store import classboard as states
from playground_backend.store import own_puzzles, records, rejudging, shares
from playground_backend.store.database import Database
from playground_backend.store.tables import Submission
from playground_backend.verdicts import UNREADABLE, own_verdict
from playground_puzzles import wire
from playground_puzzles.models import CheckJob, CheckProgress, CheckReport, Job, Outcome, Verdict

log = structlog.get_logger(__name__)

_BLOCK_MS: Final = 5000
_BATCH: Final = 50
# Another replica's entries are taken over once it has sat on them this long.
_ABANDONED_MS: Final = 60_000
_PAUSE_S: Final = 1.0


class Collector:
    """Runs until cancelled; an entry leaves the stream only after its verdict is committed."""

    def __init__(
        self,
        connection: redis.asyncio.Redis,
        database: Database,
        boards: BoardFeed,
        queue: JobQueue,
        compile_check: Callable[[Job], None],
    ) -> None:
        self._queue = queue
        self._redis = connection
        self._compile_check = compile_check
        self._database = database
        self._boards = boards
        self._name = f"{socket.gethostname()}-{os.getpid()}"

    async def run(self) -> None:
        """Whatever fails, Redis or the database, it begins again with what is pending."""
        first, told = True, False
        while True:
            try:
                await self._ensure_group()
                # At start whatever a killed predecessor left is taken at once: writing is idempotent.
                await self._take_over(0 if first else _ABANDONED_MS)
                await self._own_pending()
                first, told = False, False
                await self._follow()
            except (RedisError, OSError, SQLAlchemyError) as error:
                if not told:  # once, not every second
                    log.warning("verdicts are not collected just now", error=type(error).__name__)
                told = True
                await asyncio.sleep(_PAUSE_S)

    async def _ensure_group(self) -> None:
        try:
            await self._redis.xgroup_create(wire.VERDICTS_STREAM, wire.VERDICTS_GROUP, id="0", mkstream=True)
        except ResponseError as error:
            if "BUSYGROUP" not in str(error):
                raise

    async def _take_over(self, idle_ms: int) -> None:
        start: Any = "0-0"
        while True:
            start, entries, *_ = await self._redis.xautoclaim(
                wire.VERDICTS_STREAM, wire.VERDICTS_GROUP, self._name, idle_ms, start, count=_BATCH
            )
            await self._write(entries)
            if start in (b"0-0", "0-0"):
                return

    async def _own_pending(self) -> None:
        """Take what was read before and then failed."""
        while entries := await self._read("0", None):
            await self._write(entries)

    async def _follow(self) -> None:
        """Take new entries for as long as others' abandoned ones need not be looked at."""
        until = asyncio.get_running_loop().time() + _ABANDONED_MS / 1000
        while asyncio.get_running_loop().time() < until:
            await self._write(await self._read(">", _BLOCK_MS))

    async def _read(self, start: str, block_ms: int | None) -> list[Any]:
        answer: Any = await self._redis.xreadgroup(
            wire.VERDICTS_GROUP, self._name, {wire.VERDICTS_STREAM: start}, count=_BATCH, block=block_ms
        )
        if not answer:
            return []
        # Of one stream: {name: [entries]} in protocol 3, [[name, entries]] in protocol 2.
        found = next(iter(answer.values()))[0] if isinstance(answer, dict) else answer[0][1]
        return list(found)

    async def _write(self, entries: list[Any]) -> None:
        entries = [entry for entry in entries if entry and entry[0] is not None]
        if not entries:
            return
        await asyncio.to_thread(self._store, [fields or {} for _, fields in entries])
        ids = [entry[0] for entry in entries]
        pipe = self._redis.pipeline(transaction=True)
        pipe.xack(wire.VERDICTS_STREAM, wire.VERDICTS_GROUP, *ids)
        pipe.xdel(wire.VERDICTS_STREAM, *ids)
        await pipe.execute()

    def _store(self, entries: list[dict[bytes, bytes]]) -> None:
        moves: list[tuple[str, str]] = []
        checks: list[Job] = []
        later: list[CheckJob | None] = []
        with self._database.write() as session:
            found = []
            for fields in entries:
                submission = fields.get(b"id", b"").decode(errors="replace")
                if b"later" in fields:
                    later.append(_continued(session, submission, fields[b"later"]))
                    continue
                if b"check" in fields:
                    _checked(session, submission, fields[b"check"])
                    continue
                row = session.get(Submission, submission)
                if row is None and _judged_again(session, submission, fields):
                    continue
                if row is None:
                    log.warning("verdict for a submission that is not here", submission=submission)
                else:
                    found.append((row.owner, submission, row, fields))
            # Each owner's standings are locked until the end: in one order, two replicas never wait for each other.
            for _, submission, row, fields in sorted(found, key=lambda each: each[:2]):
                try:
                    verdict = Verdict.model_validate_json(fields.get(b"verdict", b""))
                except ValidationError as error:
                    log.error("unreadable verdict", submission=submission, errors=error.error_count())
                    verdict = own_verdict(Outcome.internal_error, row.puzzle, row.device, UNREADABLE, row.seed)
                if records.finish(session, submission, verdict):
                    shares.veil_passed(session, row)
                    log.info("judged", submission=submission, outcome=verdict.outcome.value)
                    moves.append((row.owner, row.puzzle))
                    if verdict.outcome not in NOTHING_TO_COMPILE:
                        checks.append(records.job_of(session, row))
        for check in later:
            if check is not None:
                self._queue.enqueue_check(check)
        # Once it is committed: who is told, and then asks, finds it.
        if moves:
            with self._database.read() as session:
                told = states.changed(session, moves)
            self._boards.publish([classboard.cell_news(*each) for each in told])
        for job in checks:
            self._compile_check(job)


def _continued(session: Session, check: str, raw: bytes) -> CheckJob | None:
    """Return the job by which a check goes on; None where nobody waits for it any more."""
    try:
        progress = CheckProgress.model_validate_json(raw)
    except ValidationError:
        return None
    return own_puzzles.check_of(session, check, progress)


def _checked(session: Session, check: str, raw: bytes) -> None:
    """Keep what the check of a teacher's puzzle has found."""
    try:
        report = CheckReport.model_validate_json(raw)
    except ValidationError as error:
        log.error("unreadable report of a check", check=check, errors=error.error_count())
        report = CheckReport(version=1, says="It could not be checked.", problem="This is our side. Check it again.")
    if own_puzzles.take(session, check, report):
        log.info("checked", check=check, wrong=report.wrong)


def _judged_again(session: Session, job: str, fields: dict[bytes, bytes]) -> bool:
    """Keep the verdict of what was judged again; False where it is no such job, or cannot be read."""
    try:
        verdict = Verdict.model_validate_json(fields.get(b"verdict", b""))
    except ValidationError:
        return False
    return rejudging.take(session, job, verdict)
