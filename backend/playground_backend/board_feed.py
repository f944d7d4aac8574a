"""News of classes' boards: one Redis stream, read once a process and given to whoever watches a class."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import redis
import redis.asyncio
import structlog
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError
from sse_starlette import ServerSentEvent

from playground_backend.presence import Presence
from playground_backend.store import members
from playground_backend.store.database import Database
from playground_backend.threads import to_the_end

log = structlog.get_logger(__name__)

# The classes in which something has changed, for who goes through them later.
CHANGED: Final = "playground:classes-changed"
_STREAM: Final = "playground:boards"
# An hour of a class of three hundred; who has missed more asks for the whole board anew.
_KEPT: Final = 20_000
_BLOCK_MS: Final = 5000
_PAUSE_S: Final = 0.5
_HERE_S: Final = 20.0
_ID: Final = re.compile(r"(\d{1,18})-(\d{1,18})")


@dataclass(frozen=True)
class News:
    """One event of a class's board. data: JSON. id: its place in the stream; empty before it has one."""

    classroom: str
    event: str
    data: str
    id: str = ""


@dataclass(eq=False)
class _Watcher:
    """One open stream. waiting: what it has not sent yet."""

    classroom: str
    waiting: list[News] = field(default_factory=list)
    wake: asyncio.Event = field(default_factory=asyncio.Event)


class BoardFeed:
    """The boards' streams of this process. Start it inside the event loop; `close` ends every stream.

    threaded: for who publishes from a thread. looped and waiting: of the event loop, the latter for calls that block.
    """

    def __init__(
        self,
        threaded: redis.Redis,
        looped: redis.asyncio.Redis,
        waiting: redis.asyncio.Redis,
        database: Database,
        presence: Presence,
    ) -> None:
        self._threaded = threaded
        self._database = database
        self._presence = presence
        self._redis = looped
        self._waiting = waiting
        self._watchers: dict[str, set[_Watcher]] = {}
        self._closed = False

    def publish(self, news: Sequence[News]) -> None:
        """Tell who watches. What cannot be told now is not: a board is asked for anew now and then."""
        if not news:
            return
        try:
            pipe = self._threaded.pipeline(transaction=False)
            for each in news:
                fields: Any = {"classroom": each.classroom, "event": each.event, "data": each.data}
                pipe.xadd(_STREAM, fields, maxlen=_KEPT, approximate=True)
            pipe.sadd(CHANGED, *{each.classroom for each in news})
            pipe.execute()
        except RedisError as error:
            log.warning("boards are not told just now", error=type(error).__name__)

    def changed(self, classroom: str, what: str) -> None:
        """Tell that the class's members or assignments are others now."""
        self.publish([News(classroom, what, f'{{"changed": "{what}"}}')])

    def last_id(self) -> str:
        """Return the id of the newest entry, to go on from. Raises RedisError."""
        newest: Any = self._threaded.xrevrange(_STREAM, count=1)
        return newest[0][0].decode() if newest else "0-0"

    async def listen(self) -> None:
        """Give each watcher what is new. Runs until cancelled."""
        at: str | None = None
        told = False
        while True:
            try:
                if at is None:
                    newest: Any = await self._redis.xrevrange(_STREAM, count=1)
                    at = newest[0][0].decode() if newest else "0-0"
                answer: Any = await self._waiting.xread({_STREAM: at}, count=500, block=_BLOCK_MS)
                for news in _entries(answer):
                    at = news.id
                    for watcher in self._watchers.get(news.classroom, ()):
                        watcher.waiting.append(news)
                        watcher.wake.set()
                told = False
            except (RedisError, OSError) as error:
                if not told:
                    log.warning("no news of boards just now", error=type(error).__name__)
                told = True
                await asyncio.sleep(_PAUSE_S)

    async def look(self) -> None:
        """Tell each watched board now and then whose page is open. Runs until cancelled."""
        while True:
            await asyncio.sleep(_HERE_S)
            for classroom in list(self._watchers):
                try:
                    here = await to_the_end(partial(self._here, classroom))
                except (RedisError, SQLAlchemyError):
                    continue  # `listen` says so
                news = News(classroom, "here", json.dumps({"members": here}))
                for watcher in self._watchers.get(classroom, ()):
                    watcher.waiting.append(news)
                    watcher.wake.set()

    async def stream(self, classroom: str, after: str | None) -> AsyncIterator[ServerSentEvent]:
        """Yield what came after that id, then what comes. Where something in between is not kept: `reset` first."""
        with self._watching(classroom) as watcher:
            at = after if after and _ID.fullmatch(after) else None
            if at is not None:
                missed, is_whole = await self._since(classroom, at)
                if not is_whole:
                    yield ServerSentEvent('{"changed": "reset"}', event="reset", sep="\n")
                for news in missed:
                    at = news.id
                    yield _event(news)
            while not self._closed:
                watcher.wake.clear()
                waiting, watcher.waiting = watcher.waiting, []
                for news in waiting:
                    # What was read from the stream above may have been given to the watcher too.
                    if not news.id:
                        yield _event(news)
                    elif at is None or _order(news.id) > _order(at):
                        at = news.id
                        yield _event(news)
                await watcher.wake.wait()

    def close(self) -> None:
        self._closed = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.wake.set()

    async def _since(self, classroom: str, after: str) -> tuple[list[News], bool]:
        """Return what a class's board missed, and whether that is all of it: the entry it went on from is kept."""
        try:
            known: Any = await self._redis.xrange(_STREAM, min=after, max=after, count=1)
            # Before the first entry there is none to be found; a stream that is not full was never cut.
            is_whole = bool(known) or (after == "0-0" and await self._redis.xlen(_STREAM) < _KEPT)
            entries: Any = await self._redis.xrange(_STREAM, min=f"({after}") if is_whole else []
        except RedisError:
            return [], False
        return [news for news in map(_news, entries) if news.classroom == classroom], is_whole

    def _here(self, classroom: str) -> list[str]:
        with self._database.read() as session:
            seats = members.seats(session, classroom)
        here = self._presence.here([owner for owner, _ in seats])
        return sorted({member for owner, member in seats if owner in here})

    @contextmanager
    def _watching(self, classroom: str) -> Iterator[_Watcher]:
        watcher = _Watcher(classroom)
        self._watchers.setdefault(classroom, set()).add(watcher)
        try:
            yield watcher
        finally:
            others = self._watchers[classroom]
            others.discard(watcher)
            if not others:
                del self._watchers[classroom]


def _entries(answer: Any) -> list[News]:
    if not answer:
        return []
    # Of one stream: {name: [entries]} in protocol 3, [[name, entries]] in protocol 2.
    found = next(iter(answer.values()))[0] if isinstance(answer, dict) else answer[0][1]
    return [_news(entry) for entry in found]


def _news(entry: Any) -> News:
    id, fields = entry
    told = {name: fields.get(name.encode(), b"").decode(errors="replace") for name in ("classroom", "event", "data")}
    return News(**told, id=id.decode())


def _event(news: News) -> ServerSentEvent:
    return ServerSentEvent(news.data, event=news.event, id=news.id or None, sep="\n")


def _order(stream_id: str) -> tuple[int, int]:
    match = _ID.fullmatch(stream_id)
    return (int(match[1]), int(match[2])) if match else (0, 0)
