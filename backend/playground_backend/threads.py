"""Work in a thread that a task waits for also when it is cancelled."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def to_the_end(work: Callable[[], T]) -> T:
    """Return what the work returns. A cancelled task ends after it: what it uses may be closed behind it."""
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        with suppress(Exception):
            await running
        raise
