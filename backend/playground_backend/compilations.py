"""Whether a submission compiles for a GPU: asked of Redis, and queued where nobody has found out yet."""

from typing import Final

import structlog
from redis.exceptions import RedisError

from playground_backend.queue import JobQueue
from playground_backend.service import Service, case_of
from playground_backend.store import records, tables
from playground_puzzles.catalogue import Catalogue
from playground_puzzles.errors import UnknownPuzzle
from playground_puzzles.models import SANDBOX, CompileCheck, CompileJob, Job, Outcome, Target

log = structlog.get_logger(__name__)

RUN_CASE: Final = "run"
"""The one case of a free run."""

NOTHING_TO_COMPILE: Final = (Outcome.rejected, Outcome.cancelled)
"""Verdicts after which nobody waits for the compiler. Of others too it may say the same as the verdict."""

NO_WORKER: Final = "No worker that compiles is connected just now."
TOO_MANY: Final = "Many kernels wait for the compiler. Ask again in a while."


def look(service: Service, row: tables.Submission, target: Target, case: str | None) -> CompileCheck:
    """Return where the compilation is; queue it where it is nowhere. Raises Invalid, RedisError."""
    with service.database.read() as session:
        job = records.job_of(session, row)
    name = _case(service.catalogue, job, case)
    if row.outcome is None:  # its verdict comes first
        return CompileCheck(status="waiting", target=target, case=name)
    found = service.queue.compilation(row.id, target.value, name)
    if found is not None:
        compiled, cached = found
        return CompileCheck(status="done", target=target, case=name, cached=cached, result=compiled)
    if not any(beat.get("compiles") for beat in service.queue.workers().values()):
        return CompileCheck(status="unavailable", target=target, case=name, reason=NO_WORKER)
    if not service.queue.enqueue_compilation(_wanted(job, target, name), name):
        return CompileCheck(status="unavailable", target=target, case=name, reason=TOO_MANY)
    return CompileCheck(status="waiting", target=target, case=name)


def check(queue: JobQueue, catalogue: Catalogue, job: Job) -> None:
    """Queue the check that follows a verdict. A failure is nobody's loss: who looks at the check asks for it."""
    try:
        name = _case(catalogue, job, job.case)
        queue.enqueue_compilation(_wanted(job, Target.sm_90, name), name)
    except (RedisError, UnknownPuzzle) as error:
        log.warning("not compiled by itself", submission=job.id, error=type(error).__name__)


def _case(catalogue: Catalogue, job: Job, case: str | None) -> str:
    if job.puzzle == SANDBOX:
        return RUN_CASE
    found = catalogue.get(job.puzzle) if job.own is None else job.own.puzzle
    return found.cases[0].name if case is None else case_of(found, case).name


def _wanted(job: Job, target: Target, case: str) -> CompileJob:
    return CompileJob(
        id=job.id,
        puzzle=job.puzzle,
        source=job.source,
        launch=job.launch,
        own=job.own,
        case=case,
        target=target,
    )
