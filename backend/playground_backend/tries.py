"""How often one may guess: counted in Redis, under keys that tell neither names nor addresses."""

import math
import time
from typing import Final, NoReturn

import redis
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import RedisStorage
from limits.strategies import FixedWindowRateLimiter

from playground_backend.errors import TooManyTries
from playground_backend.identity import Identities

# One account's password from one address, in a quarter of an hour; and from wherever, in an hour.
PASSWORD_HERE: Final = RateLimitItemPerMinute(10, 15)
PASSWORD: Final = RateLimitItemPerHour(100)
# Passwords of whatever accounts from one address: one guess at each name of the leaderboard is guessing too.
PASSWORDS_HERE: Final = RateLimitItemPerMinute(200, 15)
# A code has 39 bits and is good for ten minutes: of a hundred that are open, so many guesses find one in 10^7 tries of
# this kind. A class that changes its machines behind one address stays below the first.
CODE_HERE: Final = RateLimitItemPerMinute(60, 10)
CODE: Final = RateLimitItemPerMinute(500, 10)
# Wrong codes of classes, from one address, behind which a class of three hundred may mistype. The shorter code has 24
# bits: of twenty classes, so many guesses find one in six weeks of trying, and then no more than a place in it.
JOIN_HERE: Final = RateLimitItemPerMinute(200, 10)


class Tries:
    """Raises RedisError where Redis is gone: nobody guesses uncounted."""

    def __init__(self, connection: redis.Redis, identities: Identities) -> None:
        storage = RedisStorage("redis://", connection_pool=connection.connection_pool)
        self._limiter = FixedWindowRateLimiter(storage)
        self._identities = identities

    def count(self, limit: RateLimitItem, purpose: str, *whose: str) -> None:
        """Count one try. Raises TooManyTries where there were too many."""
        key = self._identities.seal(f"tries {purpose}", "\0".join(whose))
        if not self._limiter.hit(limit, purpose, key):
            self._refuse(limit, purpose, key)

    def allow(self, limit: RateLimitItem, purpose: str, *whose: str) -> None:
        """Count nothing. Raises TooManyTries where there were too many."""
        key = self._identities.seal(f"tries {purpose}", "\0".join(whose))
        if not self._limiter.test(limit, purpose, key):
            self._refuse(limit, purpose, key)

    def _refuse(self, limit: RateLimitItem, purpose: str, key: str) -> NoReturn:
        until = self._limiter.get_window_stats(limit, purpose, key).reset_time
        wait_s = max(1, math.ceil(until - time.time()))
        minutes = math.ceil(wait_s / 60)
        raise TooManyTries(
            f"There were too many tries. Try again in {minutes} minute{'s' if minutes > 1 else ''}.",
            headers={"Retry-After": str(wait_s)},
        )
