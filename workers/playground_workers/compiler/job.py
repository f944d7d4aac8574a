"""The rq job: a kernel to be compiled comes in as JSON, the result is kept, and an event says so.

rq calls `compile_kernel` by name in a worker's compile slot, which `worker` has made ready with `open_slot`.
"""

import json
import time
from dataclasses import dataclass
from typing import Any

import structlog
from redis import Redis

from playground_puzzles import wire
from playground_puzzles.models import CompileChecked, Compiled, CompileJob, Problem
from playground_workers.compiler.cache import Cache, digest
from playground_workers.compiler.compiler import OURS, Compiler
from playground_workers.errors import JudgeError
from playground_workers.sandbox.errors import SandboxError
from playground_workers.sandbox.probe import TIERS, Tier

log = structlog.get_logger()


@dataclass
class CompileSlot:
    """What a compile slot works with. least: the tier of the sandbox that it works with at least."""

    redis: Redis
    compiler: Compiler
    least: Tier

    def __post_init__(self) -> None:
        self._problem: str | None = None
        self._examined = False

    def problem(self) -> str | None:
        """Why this machine must not compile; found at the first job, since many workers never get one."""
        if not self._examined:
            self._examined = True
            try:
                tier = self.compiler.box.tier
                if TIERS.index(tier) < TIERS.index(self.least):
                    self._problem = f"The sandbox for compiling is `{tier}` here, and `{self.least}` is asked for."
            except SandboxError as error:
                self._problem = str(error)
            if self._problem:
                log.error("this machine cannot compile", problem=self._problem)
        return self._problem


_slot: CompileSlot | None = None


def open_slot(slot: CompileSlot) -> None:
    """Make this process ready to be called by rq."""
    global _slot
    _slot = slot


def compile_kernel(payload: dict[str, Any]) -> None:
    """Compile one kernel. payload: a `CompileJob` as JSON object."""
    if _slot is None:
        raise RuntimeError("compile_kernel was called outside a worker's compile slot")
    job = CompileJob.model_validate(payload)
    began = time.monotonic()
    key, compiled, cached = _find_or_make(_slot, job)
    where = wire.compile_pointer_key(job.id, job.target.value, compiled.case)
    _slot.redis.set(where, json.dumps({"key": key, "cached": cached}), ex=wire.COMPILE_POINTER_TTL_S)
    event = CompileChecked(
        target=job.target, case=compiled.case, compiles=compiled.compiles, error=compiled.error, cached=cached
    )
    _announce(_slot.redis, job.id, event)
    log.info(
        "compiled",
        submission=job.id,
        puzzle=job.puzzle,
        target=job.target.value,
        compiles=compiled.compiles,
        cached=cached,
        ms=round((time.monotonic() - began) * 1000, 1),
    )


def _find_or_make(slot: CompileSlot, job: CompileJob) -> tuple[str, Compiled, bool]:
    cache = Cache(slot.redis)
    try:
        key = digest(slot.compiler.request(job), slot.compiler.triton_version)
    except JudgeError as error:
        key = digest({"job": job.id, "case": job.case}, slot.compiler.triton_version)
        return key, _failed(slot, job, str(error)), False
    found = cache.find(key)
    if found is not None:
        return key, found.model_copy(update={"case": slot.compiler.case_name(job)}), True
    problem = slot.problem()
    made = slot.compiler.compile(job) if problem is None else _failed(slot, job, problem)
    cache.keep(key, made)
    if made.compiles is None:
        slot.redis.expire(wire.compiled_key(key), wire.COMPILE_ASKED_TTL_S)  # it may go better the next time
    return key, made, False


def _failed(slot: CompileSlot, job: CompileJob, why: str) -> Compiled:
    return Compiled(
        target=job.target,
        case=job.case or slot.compiler.case_name(job),
        compiles=None,
        error=Problem(kind="internal_error", message=f"{OURS} {why}"),
        triton_version=slot.compiler.triton_version,
    )


def _announce(redis: Redis, submission: str, event: CompileChecked) -> None:
    """Only while the submission's stream is there: who looks at an old one asks for the result itself."""
    stream = wire.events_key(submission)
    pipe = redis.pipeline(transaction=False)
    pipe.xadd(stream, {"event": event.model_dump_json()}, nomkstream=True)
    pipe.publish(wire.EVENTS_CHANNEL, submission)
    pipe.execute()
