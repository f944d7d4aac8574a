"""The way to the workers: rq's queues, and the keys beside them that `playground_puzzles.wire` names."""

import json
import zlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, cast

import redis
import rq
from rq.exceptions import NoSuchJobError
from rq.serializers import JSONSerializer

from playground_puzzles import wire
from playground_puzzles.models import (
    CheckJob,
    Compiled,
    CompileJob,
    Device,
    Event,
    Job,
    Judged,
    Queued,
    Status,
    Verdict,
)

MOST_COMPILATIONS: Final = 500
"""Waiting ones. Beyond that nobody's check is queued by itself; who looks at it asks again."""

MOST_COMPILED_BYTES: Final = 32 * 1024 * 1024
DEVICES: Final = tuple(device.value for device in Device)


class JobQueue:
    """Jobs by submission id, on one queue a device. Every method raises redis.RedisError where Redis is gone."""

    def __init__(self, connection: redis.Redis) -> None:
        self._redis = connection
        # The serializer is JSON at both ends: unpickling what stands in Redis would run it.
        self._compilations = rq.Queue(wire.COMPILE_QUEUE, connection=connection, serializer=JSONSerializer)
        self._queues = {
            name: rq.Queue(wire.queue_name(name), connection=connection, serializer=JSONSerializer) for name in DEVICES
        }

    def waiting(self, device: Device) -> int:
        """Return how many jobs wait."""
        return self._redis.llen(self._queues[device].key)

    def enqueue(self, job: Job, ahead: int | None = None) -> int | None:
        """Queue the job after its `queued` event, both or neither; return its position, None where it is taken.

        ahead: how many were seen waiting, for the position in that event.
        """
        queue = self._queues[job.device]
        pipe = self._redis.pipeline(transaction=True)
        pipe.multi()  # rq would open it itself, too late: after the event
        self._add_event(pipe, job.id, Queued(position=None if ahead is None else ahead + 1))
        queue.enqueue_call(
            wire.JOB_FUNCTION,
            args=[job.model_dump(mode="json")],
            timeout=-1,
            result_ttl=wire.RESULT_TTL_S,
            failure_ttl=wire.RESULT_TTL_S,
            description=f"judge {job.puzzle}",  # else rq writes one from the arguments, source included
            job_id=job.id,
            pipeline=pipe,
        )
        pipe.lpos(queue.key, job.id)
        place = pipe.execute()[-1]
        return None if place is None else int(place) + 1

    def enqueue_check(self, job: CheckJob) -> None:
        """Queue the check of a teacher's puzzle, which makes way for submissions."""
        pipe = self._redis.pipeline(transaction=True)
        pipe.multi()
        pipe.set(
            wire.check_key(job.id), json.dumps({"tried": job.progress.tried, "wrong": 0}), ex=wire.CHECK_WAIT_TTL_S
        )
        queue = self._queues[Device.interpreter]
        queue.enqueue_call(
            wire.CHECK_FUNCTION,
            args=[job.model_dump(mode="json")],
            timeout=-1,
            result_ttl=wire.RESULT_TTL_S,
            failure_ttl=wire.RESULT_TTL_S,
            description=f"check {job.slug}",
            pipeline=pipe,
        )
        pipe.execute()

    def check_progress(self, check: str) -> tuple[int, int] | None:
        """Return how many wrong kernels a check has tried, and of how many; None where nobody has the check."""
        found = self._redis.get(wire.check_key(check))
        if found is None:
            return None
        told = _json_object(cast(bytes, found))
        return int(told.get("tried", 0)), int(told.get("wrong", 0))

    def is_on_its_way(self, submission: str) -> bool:
        """Tell whether a verdict, or what a check has found, waits to be collected."""
        entries: Any = self._redis.xrange(wire.VERDICTS_STREAM)
        return any(fields.get(b"id") == submission.encode() for _, fields in entries)

    def enqueue_compilation(self, job: CompileJob, case: str) -> bool:
        """Queue it, unless it is queued or under way already, or far too many are; tell whether it will come.

        case: the name of the case that it is for.
        """
        asked = wire.compile_asked_key(job.id, job.target.value, case)
        if self._redis.llen(self._compilations.key) >= MOST_COMPILATIONS:
            return bool(self._redis.exists(asked))
        if not self._redis.set(asked, "1", ex=wire.COMPILE_ASKED_TTL_S, nx=True):
            return True
        self._compilations.enqueue_call(
            wire.COMPILE_FUNCTION,
            args=[job.model_dump(mode="json")],
            timeout=-1,
            result_ttl=wire.RESULT_TTL_S,
            failure_ttl=wire.RESULT_TTL_S,
            description=f"compile {job.puzzle}",
        )
        return True

    def compilation(self, submission: str, target: str, case: str) -> tuple[Compiled, bool] | None:
        """Return what a submission was compiled to, and whether that was known already; None where it is not kept."""
        pointer = _json_object(cast(bytes | None, self._redis.get(wire.compile_pointer_key(submission, target, case))))
        packed = cast(bytes | None, self._redis.get(wire.compiled_key(str(pointer.get("key")))))
        if packed is None:
            return None
        text = zlib.decompressobj().decompress(packed, MOST_COMPILED_BYTES)
        compiled = Compiled.model_validate_json(text).model_copy(update={"case": case})
        return compiled, pointer.get("cached") is True

    def requeue(self, job: Job) -> None:
        """Queue a lost job anew. What its lost run left in rq goes: it would expire under the new one."""
        with suppress(NoSuchJobError):
            rq.job.Job.fetch(job.id, connection=self._redis, serializer=JSONSerializer).delete()
        self.enqueue(job)

    def remove(self, submission: str, device: Device) -> bool:
        """Take a job that waits out of its queue; False where no such job waits."""
        if not self._redis.lrem(self._queues[device].key, 1, submission):
            return False
        self._redis.delete(rq.job.Job.key_for(submission))
        return True

    def cancel(self, submission: str) -> None:
        """Ask whichever worker has the job, or takes it, to stop."""
        self._redis.set(wire.cancel_key(submission), "1", ex=wire.CANCEL_TTL_S)

    def cancelled(self, submission: str) -> bool:
        return bool(self._redis.exists(wire.cancel_key(submission)))

    def cancelled_among(self, submissions: Sequence[str]) -> set[str]:
        """Return those whose end was asked for."""
        wishes = self._redis.mget([wire.cancel_key(submission) for submission in submissions]) if submissions else []
        return {submission for submission, wish in zip(submissions, wishes, strict=True) if wish is not None}

    def whereabouts(self, submission: str, device: Device) -> tuple[Status, int | None]:
        """Tell where a submission without a verdict is: queued with its position, or running."""
        pipe = self._redis.pipeline(transaction=False)
        pipe.lpos(self._queues[device].key, submission)
        pipe.exists(wire.lease_key(submission))
        pipe.xrevrange(wire.events_key(submission), count=1)
        place, leased, last = pipe.execute()
        if place is not None:
            return Status.queued, int(place) + 1
        # Between its last event and the verdict's way into the database no lease is held any more.
        begun = bool(last) and event_type(last[0][1].get(b"event", b"")) != "queued"
        return (Status.running if leased or begun else Status.queued), None

    def absent(self, submissions: Sequence[str]) -> list[str]:
        """Return those that are in no queue, under no lease, and whose verdict is not on its way."""
        if not submissions:
            return []
        pipe = self._redis.pipeline(transaction=True)
        for queue in self._queues.values():
            pipe.lrange(queue.key, 0, -1)
        pipe.xrange(wire.VERDICTS_STREAM)
        pipe.mget([wire.lease_key(submission) for submission in submissions])
        *queued, verdicts, leases = pipe.execute()
        present = {item.decode() for items in queued for item in items}
        present.update(fields.get(b"id", b"").decode(errors="replace") for _, fields in verdicts)
        return [
            submission
            for submission, lease in zip(submissions, leases, strict=True)
            if lease is None and submission not in present
        ]

    def uncollected(self) -> int:
        """Return how many verdicts are on their way into the database."""
        return self._redis.xlen(wire.VERDICTS_STREAM)

    def publish_verdict(self, submission: str, verdict: Verdict) -> None:
        """Tell the watchers of a verdict that no worker gave."""
        pipe = self._redis.pipeline(transaction=True)
        self._add_event(pipe, submission, Judged(verdict=verdict))
        pipe.execute()

    def arrays(self, submission: str, case: str) -> bytes | None:
        return cast(bytes | None, self._redis.get(wire.arrays_key(submission, case)))

    def trace(self, submission: str, case: str) -> bytes | None:
        """Return a case's accesses as they are kept, compressed with gzip."""
        return cast(bytes | None, self._redis.get(wire.trace_key(submission, case)))

    def workers(self) -> dict[str, dict[str, Any]]:
        """Return the heartbeats of the living workers, as `wire.worker_key` describes them, by the worker's name."""
        keys: list[bytes] = list(self._redis.scan_iter(match=wire.WORKER_KEYS, count=1000))
        beats = cast(list[bytes | None], self._redis.mget(keys) if keys else [])
        prefix = len(wire.worker_key(""))
        names = [key.decode(errors="replace")[prefix:] for key in keys]
        named = zip(names, map(_json_object, beats), strict=True)
        return {name: beat for name, beat in sorted(named, key=lambda each: each[0]) if beat}

    def forget_workers(self) -> None:
        """Drop the heartbeats that a file kept of workers which ended with their server."""
        if keys := list(self._redis.scan_iter(match=wire.WORKER_KEYS, count=1000)):
            self._redis.delete(*keys)

    def ping(self) -> None:
        self._redis.ping()

    def _add_event(self, pipe: Any, submission: str, event: Event) -> None:
        key = wire.events_key(submission)
        pipe.xadd(key, {"event": event.model_dump_json()})
        pipe.expire(key, wire.EVENTS_TTL_S)
        pipe.publish(wire.EVENTS_CHANNEL, submission)


def event_type(raw: bytes) -> str | None:
    """Return the type of an event as it stands in a stream; None where it is no event."""
    found = _json_object(raw).get("type")
    return found if isinstance(found, str) else None


def _json_object(raw: bytes | None) -> dict[str, Any]:
    try:
        value = json.loads(raw or b"")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
