"""Deletes once a day what was kept long enough, as the settings say."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from playground_backend.settings import Settings
from playground_backend.store import retention
from playground_backend.store.database import Database

T = TypeVar("T")
log = structlog.get_logger(__name__)

_DAY_S: Final = 24 * 3600.0
# Between two pieces others write.
_PAUSE_S: Final = 0.05


class Janitor:
    """Several replicas may run one each: each piece can be done twice."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings

    async def run(self) -> None:
        """Clean at once, then each day, until cancelled."""
        while True:
            await self.clean()
            await asyncio.sleep(_DAY_S)

    async def clean(self) -> None:
        """Delete all whose time is over. What fails is left for the next day."""
        kept = self._settings
        now = datetime.now(UTC)
        try:
            await asyncio.to_thread(self._do, lambda session: retention.drop_expired(session, now))
            if kept.keep_idle_days:
                await self._walk(retention.prune_idle, now - timedelta(days=kept.keep_idle_days))
            if kept.keep_identities_days:
                await self._walk(retention.prune_unseen, now - timedelta(days=kept.keep_identities_days))
            if kept.keep_sources_days:
                before = now - timedelta(days=kept.keep_sources_days)
                while await asyncio.to_thread(self._do, lambda session: retention.trim(session, before)):
                    await asyncio.sleep(_PAUSE_S)
                await self._walk(retention.blank_sources, before)
            await self._walk(retention.drop_orphans, now - timedelta(days=1))
        except (SQLAlchemyError, OSError) as error:
            log.warning("what was kept long enough is not deleted today", error=type(error).__name__)

    async def _walk(self, piece: Callable[[Session, datetime, str], str | None], before: datetime) -> None:
        after: str | None = ""
        while after is not None:
            after = await asyncio.to_thread(self._do, partial(_call, piece, before, after))
            await asyncio.sleep(_PAUSE_S)

    def _do(self, piece: Callable[[Session], T]) -> T:
        with self._database.write() as session:
            return piece(session)


def _call(
    piece: Callable[[Session, datetime, str], str | None], before: datetime, after: str, session: Session
) -> str | None:
    return piece(session, before, after)
