"""Live events: one Redis subscriber a process wakes its event streams, and each reads on from its own last id."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast

import redis.asyncio
import rq
import structlog
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError
from sse_starlette import ServerSentEvent

from playground_backend.queue import DEVICES, event_type
from playground_backend.store import records
from playground_backend.store.database import Database
from playground_puzzles import wire
from playground_puzzles.models import Judged, Queued, Verdict

log = structlog.get_logger(__name__)

Until = Literal["verdict", "compile"]

_POSITIONS_S: Final = 1.0
# How often the database is asked for verdicts whose events were lost with Redis.
_DATABASE_S: Final = 5.0
_PAUSE_S: Final = 0.5
# How long after its verdict a reader waits for a submission's compile check; a busy machine may leave it for later.
_COMPILE_S: Final = 30.0
# After a verdict come compile checks alone, one for each target and case that somebody looked at.
_AFTER_VERDICT: Final = 64
_STREAM_ID: Final = re.compile(r"(\d{1,18})-(\d{1,18})")


@dataclass(eq=False)
class _Watcher:
    """One open stream. position: its submission's place in the queue, as last looked up.

    fresh: its Redis stream may have grown. In a long queue all places change every second, and nothing else does.
    """

    submission: str
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    position: int | None = None
    done: bool = False
    fresh: bool = True


class EventHub:
    """The event streams of this process. Start it inside the event loop; `close` ends every stream."""

    def __init__(self, connection: redis.asyncio.Redis, subscriber: redis.asyncio.Redis, database: Database) -> None:
        self._redis = connection
        self._subscriber = subscriber
        self._database = database
        self._watchers: dict[str, set[_Watcher]] = {}
        self._closed = False

    async def listen(self) -> None:
        """Wake the streams whose submissions have new events. Runs until cancelled."""
        told = False
        while True:
            try:
                async with self._subscriber.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(wire.EVENTS_CHANNEL)
                    told = False
                    self._wake_all()  # whatever was published while nobody listened
                    async for message in channel.listen():
                        self._wake(cast(bytes, message["data"]).decode(errors="replace"))
            except (RedisError, OSError) as error:
                if not told:  # once, not twice a second
                    log.warning("no live events just now", error=type(error).__name__)
                told = True
                await asyncio.sleep(_PAUSE_S)

    async def look(self) -> None:
        """Keep positions true, and find verdicts whose events are gone. Runs until cancelled."""
        loop = asyncio.get_running_loop()
        database_at = loop.time() + _DATABASE_S
        told = False
        while True:
            await asyncio.sleep(_POSITIONS_S)
            if not self._watchers:
                continue
            try:
                await self._look_up_positions()
                if loop.time() >= database_at:
                    database_at = loop.time() + _DATABASE_S
                    await self._look_up_verdicts()
                told = False
            except (RedisError, OSError, SQLAlchemyError) as error:
                if not told:
                    log.warning("positions are not known just now", error=type(error).__name__)
                told = True

    def close(self) -> None:
        self._closed = True
        self._wake_all()

    async def is_over(self, submission: str, last_id: str | None, until: Until = "verdict") -> bool:
        """Tell whether a reader that has seen last_id has seen all there will be, or all that it waits for."""
        if not (start := _parsed(last_id)):
            return False
        last: Any = await self._redis.xrevrange(wire.events_key(submission), count=_AFTER_VERDICT)
        ends = [
            _parsed(entry_id.decode())
            for entry_id, fields in last
            if event_type(fields.get(b"event", b"")) in ("compile", until)
        ]
        return any(end is not None and end <= start for end in ends)

    async def stream(
        self, submission: str, last_id: str | None, until: Until = "verdict"
    ) -> AsyncIterator[ServerSentEvent]:
        """Yield what came after last_id, then what comes, up to the verdict, or to the compile check after it.

        Ids are those of the Redis stream. A changed position comes as a further `queued` event without id, and a
        verdict that is in the database alone as one without id.
        """
        at = last_id if last_id and _parsed(last_id) else "0-0"
        with self._watching(submission) as watcher:
            watcher.done = True  # the database is asked once at the beginning
            shown: int | None = None
            waiting = True
            judged_at: float | None = None
            while not self._closed:
                watcher.wake.clear()
                grown, watcher.fresh = watcher.fresh, False
                for entry_id, raw in await self._after(submission, at) if grown else []:
                    at = entry_id
                    kind = event_type(raw)
                    if kind is None:
                        continue
                    waiting = kind == "queued"
                    yield ServerSentEvent(raw.decode(errors="replace"), event=kind, id=entry_id, sep="\n")
                    if kind == until:
                        return
                    if kind == "verdict":
                        judged_at = time.monotonic()
                if watcher.done:
                    watcher.done = False
                    if verdict := await asyncio.to_thread(self._verdict, submission):
                        if judged_at is None:
                            yield _event(Judged(verdict=verdict))
                        if until == "verdict" or judged_at is None:
                            return
                if waiting and watcher.position is not None and watcher.position != shown:
                    shown = watcher.position
                    yield _event(Queued(position=shown))
                if judged_at is None:
                    await watcher.wake.wait()
                    continue
                try:
                    left = judged_at + _COMPILE_S - time.monotonic()
                    await asyncio.wait_for(watcher.wake.wait(), max(0.0, left))
                except TimeoutError:
                    return

    @contextmanager
    def _watching(self, submission: str) -> Iterator[_Watcher]:
        watcher = _Watcher(submission)
        self._watchers.setdefault(submission, set()).add(watcher)
        try:
            yield watcher
        finally:
            others = self._watchers[submission]
            others.discard(watcher)
            if not others:
                del self._watchers[submission]

    async def _after(self, submission: str, last_id: str) -> list[tuple[str, bytes]]:
        try:
            entries: Any = await self._redis.xrange(wire.events_key(submission), min=f"({last_id}")
        except RedisError:
            return []  # the subscriber wakes everybody when Redis is back
        return [(entry_id.decode(), fields.get(b"event", b"")) for entry_id, fields in entries]

    def _verdict(self, submission: str) -> Verdict | None:
        with self._database.read() as session:
            return records.verdict_of(session, submission)

    async def _look_up_positions(self) -> None:
        for name in DEVICES:
            key = rq.Queue.redis_queue_namespace_prefix + wire.queue_name(name)
            waiting: Any = await self._redis.lrange(key, 0, -1)
            for place, raw in enumerate(waiting, start=1):
                for watcher in self._watchers.get(raw.decode(errors="replace"), ()):
                    if watcher.position != place:
                        watcher.position = place
                        watcher.wake.set()

    async def _look_up_verdicts(self) -> None:
        open_ids = list(self._watchers)
        for submission in await asyncio.to_thread(self._finished, open_ids):
            for watcher in self._watchers.get(submission, ()):
                watcher.done = True
                watcher.wake.set()

    def _finished(self, submissions: list[str]) -> set[str]:
        with self._database.read() as session:
            return records.finished(session, submissions)

    def _wake(self, submission: str) -> None:
        for watcher in self._watchers.get(submission, ()):
            watcher.fresh = True
            watcher.wake.set()

    def _wake_all(self) -> None:
        for submission in self._watchers:
            self._wake(submission)


def _event(event: Queued | Judged) -> ServerSentEvent:
    return ServerSentEvent(event.model_dump_json(), event=event.type, sep="\n")


def _parsed(stream_id: str | None) -> tuple[int, int] | None:
    match = _STREAM_ID.fullmatch(stream_id or "")
    return (int(match[1]), int(match[2])) if match else None
