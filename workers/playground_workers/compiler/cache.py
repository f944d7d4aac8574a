"""Compilations kept in Redis: by all that they depend on, compressed, for a while, and only so many."""

import hashlib
import json
import time
import zlib
from typing import Any, Final, cast

from redis import Redis

from playground_puzzles import wire
from playground_puzzles.models import Compiled

FORMAT: Final = 1
"""Changes whenever the same request would give another result."""

MAX_KEPT: Final = 400
MAX_BYTES: Final = 512 * 1024
MAX_TEXT: Final = 32 * 1024 * 1024
LEVEL: Final = 6


def digest(request: dict[str, Any], triton_version: str) -> str:
    text = json.dumps([FORMAT, triton_version, request], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Cache:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def find(self, key: str) -> Compiled | None:
        """What was made of the same, no matter for whom; its time begins anew."""
        packed = cast(bytes | None, self._redis.get(wire.compiled_key(key)))
        if packed is None:
            return None
        self._touch(key)
        return unpack(packed)

    def keep(self, key: str, compiled: Compiled) -> None:
        """The oldest go where there are too many; forms go, the longest first, where one is too large."""
        packed = pack(compiled)
        while len(packed) > MAX_BYTES and compiled.forms:
            longest = max(compiled.forms, key=lambda form: len(form.text))
            left = [form for form in compiled.forms if form is not longest]
            compiled = compiled.model_copy(update={"forms": left})
            packed = pack(compiled)
        self._redis.set(wire.compiled_key(key), packed, ex=wire.COMPILED_TTL_S)
        self._touch(key)
        too_many = cast(list[bytes], self._redis.zrange(wire.COMPILED_INDEX, 0, -MAX_KEPT - 1))
        if too_many:
            self._redis.zrem(wire.COMPILED_INDEX, *too_many)
            self._redis.delete(*(wire.compiled_key(old.decode()) for old in too_many))

    def _touch(self, key: str) -> None:
        self._redis.zadd(wire.COMPILED_INDEX, {key: time.time()})
        self._redis.expire(wire.compiled_key(key), wire.COMPILED_TTL_S)


def pack(compiled: Compiled) -> bytes:
    return zlib.compress(compiled.model_dump_json().encode(), LEVEL)


def unpack(packed: bytes) -> Compiled:
    return Compiled.model_validate_json(zlib.decompressobj().decompress(packed, MAX_TEXT))
