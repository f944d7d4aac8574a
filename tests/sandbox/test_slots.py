"""A worker with two slots, with a real queue: what is killed is started again, and in the end nothing is left."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from playground_backend.valkey import embedded_valkey
from playground_puzzles import wire
from playground_puzzles.catalogue import load
from playground_puzzles.models import Job

CATALOGUE = load()
SLUG = CATALOGUE.get(1).slug
GOOD = (CATALOGUE.folder(SLUG) / "solution.py").read_text()
LOOP = "import triton\n@triton.jit\ndef add_kernel(x_ptr, z_ptr, N0, B0):\n    while N0 > 0:\n        N0 += 1\n"


class Pool:
    """A running worker, and the processes below it."""

    def __init__(self, url: str) -> None:
        self.redis = Redis.from_url(url)
        self.queue = Queue(wire.queue_name("interpreter"), connection=self.redis, serializer=JSONSerializer)
        command = [sys.executable, "-m", "playground_workers", "worker", "--slots", "2", "--redis-url", url]
        environment = {**os.environ, "PLAYGROUND_COMPILE_SLOTS": "0"}  # only slots that judge are counted here
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        self.number = 0

    def judge(self, source: str, count: int = 1) -> list[str]:
        """The outcomes of so many submissions of this source."""
        names = [self.send(source) for _ in range(count)]
        return [self.outcome(name) for name in names]

    def send(self, source: str) -> str:
        self.number += 1
        job = Job(id=f"slots-{self.number}", puzzle=SLUG, source=source, case="as-stated", enqueued_at=time.time())
        self.queue.enqueue(wire.JOB_FUNCTION, args=[job.model_dump(mode="json")], job_timeout=-1, description=job.id)
        return job.id

    def outcome(self, name: str) -> str:
        return str(wait(lambda: self._verdict(name), f"a verdict for {name}"))

    def slots(self) -> list[int]:
        return sorted(pid for pid in children(self.process.pid) if "worker" in command_of(pid))

    def crews(self) -> list[int]:
        """Processes of both sandboxes: for each the keeper outside, the zygote, and the idle runner."""
        return [pid for slot in self.slots() for pid in family(slot)]

    def _verdict(self, name: str) -> str | None:
        events: Any = self.redis.xrange(wire.events_key(name))
        last = json.loads(events[-1][1][b"event"]) if events else {}
        return last["verdict"]["outcome"] if last.get("type") == "verdict" else None


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[Pool]:
    with embedded_valkey(tmp_path) as valkey:
        pool = Pool(valkey.url)
        try:
            yield pool
        finally:
            pool.process.kill()
            pool.process.wait()


def test_slots_and_zygotes_that_die_come_back_and_nothing_is_left(pool: Pool) -> None:
    assert pool.judge(GOOD, 6) == ["passed"] * 6
    slots = pool.slots()
    assert len(slots) == 2
    crew = wait(lambda: len(crews) == 6 and crews if (crews := pool.crews()) else None, "two sandboxes at rest")
    descriptors = max(len(os.listdir(f"/proc/{slot}/fd")) for slot in slots)  # a slot with no job yet has fewer

    for slot in slots:  # each one's keeper, and with it zygote and runner
        os.kill(family(slot)[0], signal.SIGKILL)
    assert pool.judge(GOOD, 6) == ["passed"] * 6
    assert pool.slots() == slots

    os.kill(slots[0], signal.SIGKILL)
    wait(lambda: len(pool.slots()) == 2 and slots[0] not in pool.slots(), "a new slot")
    assert pool.judge(GOOD, 6) == ["passed"] * 6
    wait(lambda: len(pool.crews()) == 6, "two sandboxes at rest")
    assert not set(crew) & set(pool.crews())
    assert len(os.listdir(f"/proc/{slots[1]}/fd")) <= descriptors

    ours = [*pool.slots(), *pool.crews()]
    pool.process.send_signal(signal.SIGTERM)
    assert pool.process.wait(30) == 0
    wait(lambda: not [pid for pid in ours if Path(f"/proc/{pid}").exists()], "an empty house")


def test_an_endless_loop_in_one_slot_leaves_the_other_free(pool: Pool) -> None:
    assert pool.judge(GOOD) == ["passed"]
    looping = pool.send(LOOP)
    assert pool.judge(GOOD, 3) == ["passed"] * 3
    assert pool.outcome(looping) == "time_limit"
    # The loop's slot judges on as well.
    assert pool.judge(GOOD, 4) == ["passed"] * 4


def wait(ask: Callable[[], Any], what: str, most_s: float = 60.0) -> Any:
    until = time.monotonic() + most_s
    while time.monotonic() < until:
        if answer := ask():
            return answer
        time.sleep(0.02)
    pytest.fail(f"no {what} within {most_s:.0f} s")


def children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def family(pid: int) -> list[int]:
    """All below, the nearest first."""
    below = children(pid)
    return [*below, *(deeper for child in below for deeper in family(child))]


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""
