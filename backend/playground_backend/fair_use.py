"""Limits for each address, generous since a whole class sits behind one. Addresses are never stored nor logged.

An address is counted under a hash that is keyed by a random salt. The salt lives in Redis for a day, then another one
is drawn and the old one is gone, and with it any way from a hash back to its address.
"""

import hashlib
import hmac
import secrets
import time
from datetime import UTC, datetime
from typing import Any, Final, cast

import redis.asyncio
import structlog
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.aio.storage import RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis.exceptions import RedisError

from playground_backend.errors import TooMany
from playground_backend.settings import Settings

log = structlog.get_logger(__name__)

# Longer than a day, so that a clock that is behind still finds it.
_SALT_LIFE_S: Final = 25 * 3600


class FairUse:
    """Counts in Redis, so for all replicas together. Where Redis is gone nothing is refused here: no work is taken."""

    def __init__(self, client: redis.asyncio.Redis, settings: Settings) -> None:
        self._redis = client
        # Its own client, on the same connections; the library's types know no pool.
        shared: dict[str, Any] = {"connection_pool": client.connection_pool}
        storage = RedisStorage("async+redis://", implementation="redispy", key_prefix="playground:limits", **shared)
        self._counter = SlidingWindowCounterRateLimiter(storage)
        self._newcomers = _item(RateLimitItemPerHour, settings.address_identities_per_hour, "identities")
        self._writes = _item(RateLimitItemPerMinute, settings.address_writes_per_minute, "writes")
        self._salt: tuple[str, bytes] | None = None

    async def write(self, address: str, *, is_new: bool) -> None:
        """Count a write; is_new: by somebody who gets an identity for it. Raises TooMany, with Retry-After."""
        await self._take(self._writes, address, "This network sends more than this server takes just now.")
        if is_new:
            await self._take(self._newcomers, address, "Too many new visitors came from this network within an hour.")

    async def _take(self, item: RateLimitItem | None, address: str, message: str) -> None:
        if item is None:
            return
        try:
            who = await self.hashed(address)
            if await self._counter.hit(item, who):
                return
            stats = await self._counter.get_window_stats(item, who)
        except RedisError as error:
            log.warning("limits are not counted just now", error=type(error).__name__)
            return
        wait = min(max(1, round(stats.reset_time - time.time())), item.get_expiry())
        raise TooMany(f"{message} Wait a little, then try again.", wait)

    async def hashed(self, address: str) -> str:
        """Return what stands for the address today. Raises RedisError."""
        day = datetime.now(UTC).date().isoformat()
        if self._salt is None or self._salt[0] != day:
            key = f"playground:salt:{day}"
            await self._redis.set(key, secrets.token_bytes(32), ex=_SALT_LIFE_S, nx=True)
            salt = cast(bytes | None, await self._redis.get(key))
            self._salt = (day, salt or b"")
        return hmac.new(self._salt[1], address.encode(), hashlib.sha256).hexdigest()[:32]


def _item(kind: type[RateLimitItem], amount: int, name: str) -> RateLimitItem | None:
    return kind(amount, namespace=name) if amount else None
