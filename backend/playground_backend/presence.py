"""Whose page is open: told by the page itself now and then, kept in Redis for minutes."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import redis

_KEY: Final = "playground:here"
_HERE_S: Final = 90
_KEPT_S: Final = 6 * 3600


class Presence:
    """Raises RedisError where Redis is gone."""

    def __init__(self, connection: redis.Redis) -> None:
        self._redis = connection

    def touch(self, owner: str) -> None:
        now = time.time()
        pipe = self._redis.pipeline(transaction=False)
        pipe.zadd(_KEY, {owner: now})
        pipe.zremrangebyscore(_KEY, "-inf", now - _KEPT_S)
        pipe.expire(_KEY, _KEPT_S)
        pipe.execute()

    def here(self, owners: Sequence[str]) -> set[str]:
        """Return whose page was open a moment ago."""
        least = time.time() - _HERE_S
        return {owner for owner, at in self._scores(owners) if at >= least}

    def seen(self, owners: Sequence[str]) -> dict[str, datetime]:
        """Return when each page was last open, within the last hours."""
        return {owner: datetime.fromtimestamp(at, UTC) for owner, at in self._scores(owners)}

    def _scores(self, owners: Sequence[str]) -> list[tuple[str, float]]:
        found = self._redis.zmscore(_KEY, list(owners)) if owners else []
        return [(owner, at) for owner, at in zip(owners, found, strict=True) if at is not None]
