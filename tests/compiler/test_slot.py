"""A worker's compile slot on a real queue: what it leaves in Redis, and what it knows already."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from playground_backend.valkey import embedded_valkey
from playground_puzzles import wire
from playground_puzzles.catalogue import load
from playground_puzzles.models import CompileJob, Launch, LaunchTensor, Queued, Target
from playground_workers.compiler.cache import MAX_BYTES, unpack
from tests.compiler.kernels import HEAD, kernel

SLUG = "constant-add"
GOOD = load().solution(SLUG).source
FREE = HEAD + kernel("tl.store(x_ptr + tl.arange(0, B), N * 1.0)")


class Slot:
    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.queue = Queue(wire.COMPILE_QUEUE, connection=redis, serializer=JSONSerializer)

    def compile(self, submission: str, **fields: Any) -> dict[str, Any]:
        """The event that tells of it."""
        stated = {"id": submission, "puzzle": SLUG, "source": GOOD, **fields}
        self.redis.xadd(wire.events_key(submission), {"event": Queued(position=1).model_dump_json()})
        payload = CompileJob(**stated).model_dump(mode="json")
        self.queue.enqueue(wire.COMPILE_FUNCTION, args=[payload], job_timeout=-1, description=submission)
        until = time.monotonic() + 120
        while time.monotonic() < until:
            last: Any = self.redis.xrevrange(wire.events_key(submission), count=1)
            event: dict[str, Any] = json.loads(last[0][1][b"event"])
            if event["type"] == "compile":
                return event
            time.sleep(0.05)
        raise AssertionError("it was not compiled")

    def kept(self, submission: str, target: str = "sm_90", case: str = "as-stated") -> Any:
        pointer = json.loads(self.redis.get(wire.compile_pointer_key(submission, target, case)) or b"{}")
        packed = self.redis.get(wire.compiled_key(pointer["key"]))
        assert packed is not None
        assert len(packed) < MAX_BYTES
        assert 0 < self.redis.ttl(wire.compiled_key(pointer["key"])) <= wire.COMPILED_TTL_S
        return pointer, unpack(packed)


@pytest.fixture(scope="module")
def slot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Slot]:
    folder: Path = tmp_path_factory.mktemp("redis")
    with embedded_valkey(folder) as server:
        command = [sys.executable, "-m", "playground_workers", "worker", "--slots", "1", "--redis-url", server.url]
        worker = subprocess.Popen(command, env=dict(os.environ), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield Slot(Redis.from_url(server.url))
        finally:
            worker.terminate()
            worker.wait(30)


def test_the_same_is_compiled_once(slot: Slot) -> None:
    first = slot.compile("first")
    assert (first["compiles"], first["cached"], first["target"]) == (True, False, "sm_90")
    again = slot.compile("second")
    assert (again["compiles"], again["cached"]) == (True, True)
    (one, made), (two, found) = slot.kept("first"), slot.kept("second")
    assert (one["key"], one["cached"], two["cached"]) == (two["key"], False, True)
    assert made == found
    assert {form.form for form in made.forms} >= {"ttir", "ttgir", "llir", "ptx"}

    other = slot.compile("third", target=Target.gfx942)
    assert other["cached"] is False
    changed = slot.compile("fourth", source=GOOD + "\n# another\n")
    assert changed["cached"] is False


def test_a_free_run_with_its_constants(slot: Slot) -> None:
    launch = Launch(
        kernel="kernel", tensors=(LaunchTensor(name="x_ptr", shape=(64,)),), grid=(1,), constants={"N": 7, "B": 64}
    )
    event = slot.compile("free", puzzle="sandbox", source=FREE, launch=launch)
    assert (event["compiles"], event["case"]) == (True, "run")
    assert slot.kept("free", case="run")[1].numbers == {"N": 7, "B": 64}


def test_what_does_not_compile_is_kept_as_well(slot: Slot) -> None:
    event = slot.compile("wrong", source=GOOD.replace("tl.arange(0, B0)", "tl.arange(0, 12)"))
    assert event["compiles"] is False
    assert event["error"]["line"] is not None
    assert slot.compile("wrong again", source=GOOD.replace("tl.arange(0, B0)", "tl.arange(0, 12)"))["cached"] is True


def test_a_case_that_there_is_not_is_our_side(slot: Slot) -> None:
    event = slot.compile("nowhere", case="none")
    assert event["compiles"] is None
    assert event["error"]["message"].startswith("This is our side")
