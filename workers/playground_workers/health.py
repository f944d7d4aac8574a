"""`python -m playground_workers.health`: exit status 0 where a worker of this machine lives and judges, else 1.

For a container's health check: no torch is loaded, and one key is asked for each process that runs beside this one.
"""

import json
import socket
import sys
from pathlib import Path
from typing import Any, Final, cast

from redis import Redis
from redis.exceptions import RedisError

from playground_puzzles import wire
from playground_puzzles.errors import PlaygroundError
from playground_workers.settings import Settings

_ANSWER_S: Final = 3.0


def main() -> int:
    """Say in one line how it is."""
    try:
        with Redis.from_url(Settings().redis_url, socket_timeout=_ANSWER_S, socket_connect_timeout=_ANSWER_S) as redis:
            ill = what_ails(redis)
    except RedisError as error:
        ill = f"Redis does not answer ({type(error).__name__})."
    except PlaygroundError as error:
        ill = error.message
    print(ill or "A worker here judges.")  # noqa: T201
    return 1 if ill else 0


def what_ails(redis: Redis) -> str | None:
    """Return why no worker of this machine judges; None where one does. Raises RedisError."""
    # A worker is known by its machine and its process, and which of these it is depends on what started it.
    processes = [path.name for path in Path("/proc").iterdir() if path.name.isdigit()]
    keys = [wire.worker_key(f"{socket.gethostname()}-{process}") for process in processes]
    beats = [json.loads(beat) for beat in cast(list[Any], redis.mget(keys)) if beat is not None]
    if not beats:
        return "No worker of this machine gives a sign of life."
    problems = [beat["problem"] for beat in beats]
    return None if None in problems else str(problems[0])


if __name__ == "__main__":
    sys.exit(main())
