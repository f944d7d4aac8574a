"""What the service and the judge share through Redis: names of queues, keys and streams, and their lives.

Everything in Redis is JSON or raw array bytes, never a pickle. Redis is disposable: what matters is in the database
and is queued again from there.
"""

from typing import Final

JOB_FUNCTION: Final = "playground_workers.job.judge"
"""The rq job, enqueued by name with one argument: a `Job` as a JSON object."""

CHECK_FUNCTION: Final = "playground_workers.job.check"
"""The rq job that checks a teacher's own puzzle, with one argument: a `CheckJob` as a JSON object.

It stands in the queue of submissions, and after a few seconds makes way for whatever waits there."""

COMPILE_FUNCTION: Final = "playground_workers.compiler.job.compile_kernel"
"""The same for a `CompileJob`, on a queue of its own, so that nobody's verdict waits behind one."""

COMPILE_QUEUE: Final = "compile"

EVENTS_CHANNEL: Final = "playground:events"
"""Pub/sub channel: each message is the id of a submission whose event stream has grown."""

VERDICTS_STREAM: Final = "playground:verdicts"
"""Durable stream of final verdicts, fields `id` and `verdict` (JSON), read by the consumer group below.

What a check has found comes the same way, with `check` (a `CheckReport` as JSON) in the place of `verdict`; with
`later` (a `CheckProgress`) one that makes way for students, and is to be queued again."""

VERDICTS_GROUP: Final = "backend"

EVENTS_TTL_S: Final = 3600
"""An event stream is kept for an hour after its last event; the verdict itself is in the database."""

ARRAYS_TTL_S: Final = 3600
"""Tensors and accesses of a case are kept for an hour: with the seed they can be made again."""

COMPILED_TTL_S: Final = 6 * 3600
"""A compilation is kept so long after it was made, or until newer ones take its place."""

COMPILE_POINTER_TTL_S: Final = 3600
COMPILE_ASKED_TTL_S: Final = 60
"""Who asks again within this time does not queue the compilation again; after it, a lost one is queued anew."""

CANCEL_TTL_S: Final = 600
LEASE_TTL_S: Final = 15
"""A running job's worker renews its lease while it lives; without one the job is lost and is queued again."""

CHECK_TTL_S: Final = 90
"""Longer than any one step of a check takes."""

CHECK_WAIT_TTL_S: Final = 3600
"""How long a check may wait until a worker takes it, at first or again."""

WORKER_TTL_S: Final = 15
"""A worker's heartbeat key lives this long after its last beat."""

RESULT_TTL_S: Final = 60
"""How long rq keeps a finished job; nothing reads it."""


def queue_name(device: str) -> str:
    """The rq queue of a capability."""
    return device


def check_key(check: str) -> str:
    """How far a check is, a JSON object with `tried` and `wrong`. Held for CHECK_TTL_S at a time while it is at it."""
    return f"playground:check:{check}"


def events_key(submission: str) -> str:
    """Stream of a submission's events, each entry one field `event` holding an `Event` as JSON."""
    return f"playground:events:{submission}"


def cancel_key(submission: str) -> str:
    """Set to any value to ask the worker to stop."""
    return f"playground:cancel:{submission}"


def lease_key(submission: str) -> str:
    """Held for LEASE_TTL_S at a time by the worker that is judging the submission; its value is the worker's name."""
    return f"playground:lease:{submission}"


def arrays_key(submission: str, case: str) -> str:
    """The tensors of a judged case, packed as `arrays` describes."""
    return f"playground:arrays:{submission}:{case}"


def trace_key(submission: str, case: str) -> str:
    """The accesses of a judged case, packed and compressed as `traces` describes."""
    return f"playground:trace:{submission}:{case}"


def compile_pointer_key(submission: str, target: str, case: str) -> str:
    """Where a submission's compilation is kept: a JSON object with key (the last part of its own) and cached."""
    return f"playground:compile:{submission}:{target}:{case}"


def compile_asked_key(submission: str, target: str, case: str) -> str:
    """Set while a compilation is queued or under way."""
    return f"playground:compile-asked:{submission}:{target}:{case}"


def compiled_key(digest: str) -> str:
    """A `Compiled` as JSON, compressed with zlib, by the digest of all that it depends on."""
    return f"playground:compiled:{digest}"


COMPILED_INDEX: Final = "playground:compiled-index"
"""Sorted set of the digests that are kept, by the time when they were made or last asked for."""


def worker_key(worker: str) -> str:
    """A worker's heartbeat, by its name, `hostname-process id`.

    A JSON object with device, triton_version, sandbox (its tier), slots, problem (null where it is well), and
    compiles: whether it also takes the queue of compilations.
    """
    return f"playground:worker:{worker}"


WORKER_KEYS: Final = "playground:worker:*"
