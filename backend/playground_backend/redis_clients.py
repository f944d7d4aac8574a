"""Connections to Redis or Valkey that give up soon: a request must not hang on a dead one."""

from typing import Final

import redis
import redis.asyncio
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

_ANSWER_S: Final = 2.0
# A server that restarts on the spot is back within these few tries.
_TRIES: Final = 3


def connect(url: str) -> redis.Redis:
    """Return a client for threads. Raises ValueError where the URL is none of Redis."""
    return redis.Redis.from_url(
        url,
        socket_timeout=_ANSWER_S,
        socket_connect_timeout=_ANSWER_S,
        retry=Retry(ExponentialBackoff(cap=0.1, base=0.01), _TRIES),
    )


def connect_async(url: str, *, blocking: bool = False) -> redis.asyncio.Redis:
    """Return a client for the event loop. blocking: for commands that wait at the server, without a time limit."""
    pool = redis.asyncio.BlockingConnectionPool.from_url(
        url,
        max_connections=32,
        timeout=None,
        socket_timeout=None if blocking else _ANSWER_S,
        socket_connect_timeout=_ANSWER_S,
        retry=AsyncRetry(ExponentialBackoff(cap=0.1, base=0.01), _TRIES),
    )
    return redis.asyncio.Redis.from_pool(pool)
