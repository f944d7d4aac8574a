"""The rq job: a submission comes in as JSON, its events and its verdict go out as JSON.

rq calls `judge` and `check` by name in a slot, a process that `worker` has made ready with `open_slot`.
"""

import json
import time
from dataclasses import dataclass
from typing import Any, Final

import structlog
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from playground_puzzles import wire
from playground_puzzles.models import CheckJob, CheckReport, Device, Event, Job, Judged, Verdict
from playground_workers.errors import JudgeError
from playground_workers.judge import Judge
from playground_workers.own.checker import Checker, MadeWay
from playground_workers.sandbox.errors import SandboxError

log = structlog.get_logger()

LEASE_RENEWAL_S: Final = wire.LEASE_TTL_S / 3


@dataclass
class Slot:
    """What a slot judges with. redis: used by this process alone."""

    name: str
    redis: Redis
    judge: Judge
    device: Device = Device.interpreter


_slot: Slot | None = None


def open_slot(slot: Slot) -> None:
    """Make this process ready to be called by rq."""
    global _slot
    _slot = slot


def judge(payload: dict[str, Any]) -> None:
    """Judge one submission. payload: a `Job` as JSON object."""
    if _slot is None:
        raise RuntimeError("judge was called outside a worker's slot")
    job = Job.model_validate(payload)
    post = _Post(_slot, job.id)
    if post.cancelled():
        log.info("cancelled before it ran", submission=job.id)
    verdict = _slot.judge.judge(
        job, emit=post.event, keep_arrays=post.arrays, keep_trace=post.trace, cancelled=post.cancelled
    )
    post.verdict(verdict)
    _slot.judge.spec_box.rest()
    log.info(
        "judged",
        submission=job.id,
        puzzle=job.puzzle,
        outcome=verdict.outcome.value,
        queued_ms=verdict.timings_ms.queued,
        judged_ms=verdict.timings_ms.judged,
    )


def check(payload: dict[str, Any]) -> None:
    """Check a version of a teacher's puzzle. payload: a `CheckJob` as JSON object.

    Where students wait meanwhile it ends early, and asks to be queued again behind them, from where it is.
    """
    if _slot is None:
        raise RuntimeError("check was called outside a worker's slot")
    job, redis = CheckJob.model_validate(payload), _slot.redis
    queue = Queue(wire.queue_name(_slot.device.value), connection=redis, serializer=JSONSerializer)

    def tell(tried: int, wrong: int) -> None:
        redis.set(wire.check_key(job.id), json.dumps({"tried": tried, "wrong": wrong}), ex=wire.CHECK_TTL_S)

    tell(job.progress.tried, 0)
    try:
        if _slot.judge.problem is not None:
            raise JudgeError(_slot.judge.problem)
        found = Checker(_slot.judge, job, told=tell, is_wanted=lambda: queue.count > 0).run()
    except (JudgeError, SandboxError) as error:
        log.error("a check failed", check=job.id, error=str(error))
        found = CheckReport(version=job.version, says="It could not be checked.", problem=f"This is our side. {error}")
    if isinstance(found, MadeWay):
        redis.set(
            wire.check_key(job.id), json.dumps({"tried": found.progress.tried, "wrong": 0}), ex=wire.CHECK_WAIT_TTL_S
        )
        # The service queues it again: a worker adds no jobs.
        redis.xadd(wire.VERDICTS_STREAM, {"id": job.id, "later": found.progress.model_dump_json()})
        return
    redis.xadd(wire.VERDICTS_STREAM, {"id": job.id, "check": found.model_dump_json()})
    redis.delete(wire.check_key(job.id))
    log.info("checked", check=job.id, puzzle=job.slug, wrong=found.wrong, passed=len(found.survivors))


class _Post:
    """A submission's line to the service. Holds the lease from the start, and renews it whenever it is asked."""

    def __init__(self, slot: Slot, submission: str) -> None:
        self.redis, self.name, self.submission = slot.redis, slot.name, submission
        self.renewed = 0.0
        self._renew()

    def event(self, event: Event) -> None:
        key = wire.events_key(self.submission)
        pipe = self.redis.pipeline(transaction=False)
        pipe.xadd(key, {"event": event.model_dump_json()})
        pipe.expire(key, wire.EVENTS_TTL_S)
        pipe.publish(wire.EVENTS_CHANNEL, self.submission)
        pipe.execute()

    def arrays(self, case: str, packed: bytes) -> None:
        self.redis.set(wire.arrays_key(self.submission, case), packed, ex=wire.ARRAYS_TTL_S)

    def trace(self, case: str, packed: bytes) -> None:
        self.redis.set(wire.trace_key(self.submission, case), packed, ex=wire.ARRAYS_TTL_S)

    def cancelled(self) -> bool:
        if time.monotonic() - self.renewed > LEASE_RENEWAL_S:
            self._renew()
        return bool(self.redis.exists(wire.cancel_key(self.submission)))

    def verdict(self, verdict: Verdict) -> None:
        """The durable stream first: once it is there, the verdict cannot be lost."""
        self.redis.xadd(wire.VERDICTS_STREAM, {"id": self.submission, "verdict": verdict.model_dump_json()})
        self.event(Judged(verdict=verdict))
        self.redis.delete(wire.lease_key(self.submission))

    def _renew(self) -> None:
        self.redis.set(wire.lease_key(self.submission), self.name, ex=wire.LEASE_TTL_S)
        self.renewed = time.monotonic()
