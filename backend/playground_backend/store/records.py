"""Reading and writing submissions, each function inside a transaction that its caller holds."""

import hashlib
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, CursorResult, literal, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, defer

from playground_backend import failure_words
from playground_backend.store import own_versions, standings
from playground_backend.store.tables import Base, Batch, Identity, Source, Submission
from playground_puzzles.models import Device, Job, Launch, Status, Verdict

# Written into the statement: with a parameter in its place the index of what is open could not be used.
_DONE: Final = literal(Status.done.value, literal_execute=True)


@dataclass(frozen=True)
class Wanted:
    """One submission to be stored. case, seed: those of a replay. launch: of a free run, whose puzzle is `SANDBOX`."""

    puzzle: str
    device: Device = Device.interpreter
    case: str | None = None
    seed: int | None = None
    launch: Launch | None = None


def add(
    session: Session, owner: str, source: str, wanted: Sequence[Wanted], batch: str | None = None
) -> list[Submission]:
    """Store submissions of one normalised source; their owner, batch and source too where they are new."""
    now = datetime.now(UTC)
    digest = hashlib.sha256(source.encode()).hexdigest()
    add_once(session, Identity(id=owner, created_at=now), owner)
    _hold_source(session, digest, source, now)
    if batch is not None:
        session.add(Batch(id=batch, owner=owner, created_at=now))
        session.flush()
    added = [
        Submission(
            id=new_id(),
            owner=owner,
            puzzle=each.puzzle,
            device=each.device.value,
            source=digest,
            case=each.case,
            seed=each.seed,
            launch=None if each.launch is None else each.launch.model_dump(mode="json"),
            batch=batch,
            own_version=own_versions.current(session, each.puzzle),
            status=Status.queued.value,
            attempts=1,
            created_at=now,
        )
        for each in wanted
    ]
    session.add_all(added)
    session.flush()
    # Its text may have been deleted when its time was over; from here on the rows above keep it.
    session.execute(
        update(Source).where(Source.sha256 == digest, Source.text != source).values(text=source),
        execution_options={"synchronize_session": False},
    )
    return added


def _hold_source(session: Session, digest: str, text: str, now: datetime) -> None:
    """Store a source and hold its row until the transaction ends: one that nothing names may be deleted any moment."""
    held = None
    while held is None:
        add_once(session, Source(sha256=digest, text=text, created_at=now), digest)
        query = select(Source.sha256).where(Source.sha256 == digest).with_for_update(read=True, key_share=True)
        if (held := session.scalar(query)) is None:
            session.expunge_all()


def find(session: Session, submission: str, owner: str | None) -> Submission | None:
    """Return the owner's submission; None for another's as for none at all."""
    row = session.get(Submission, submission) if is_id(submission) else None
    return row if row is not None and owner is not None and row.owner == owner else None


def find_batch(session: Session, batch: str, owner: str | None) -> list[Submission] | None:
    """Return the submissions of the owner's batch, in no order; None as `find` does."""
    row = session.get(Batch, batch) if is_id(batch) else None
    if row is None or owner is None or row.owner != owner:
        return None
    return list(session.scalars(select(Submission).where(Submission.batch == batch)))


def finish(session: Session, submission: str, verdict: Verdict) -> bool:
    """Write the verdict and count it in its owner's standing; False where the submission has one, or is not there.

    A verdict is written once.
    """
    standings.hold(session, submission)
    now = datetime.now(UTC)
    result = session.execute(
        update(Submission)
        .where(Submission.id == submission, Submission.status != Status.done.value)
        .values(
            status=Status.done.value,
            finished_at=now,
            started_at=now - timedelta(milliseconds=max(verdict.timings_ms.judged, 0.0)),
            outcome=verdict.outcome.value,
            diagnosis=failure_words.words(verdict),
            verdict=verdict.model_dump(mode="json"),
        )
    )
    assert isinstance(result, CursorResult)
    if result.rowcount != 1:
        return False
    standings.take(session, session.get_one(Submission, submission, populate_existing=True), verdict)
    return True


def requeue(session: Session, submission: str) -> None:
    """Count one more attempt."""
    session.execute(update(Submission).where(Submission.id == submission).values(attempts=Submission.attempts + 1))


def is_open() -> ColumnElement[bool]:
    """Return the condition that a submission has no verdict, in the words of the index of those."""
    return Submission.status != _DONE


def unfinished(session: Session, before: datetime) -> list[Submission]:
    """Return what was stored before a time and has no verdict, the oldest first."""
    query = (
        select(Submission)
        .where(is_open(), Submission.created_at < before)
        .order_by(Submission.created_at, Submission.id)
        .options(defer(Submission.verdict))
    )
    return list(session.scalars(query))


def finished(session: Session, submissions: Sequence[str]) -> set[str]:
    """Return which of these have a verdict."""
    done: set[str] = set()
    for start in range(0, len(submissions), 500):  # SQLite's limit of parameters is 999 on old builds
        chunk = submissions[start : start + 500]
        query = select(Submission.id).where(Submission.id.in_(chunk), Submission.status == Status.done.value)
        done.update(session.scalars(query))
    return done


def verdict_of(session: Session, submission: str) -> Verdict | None:
    stored = session.scalar(select(Submission.verdict).where(Submission.id == submission))
    return None if stored is None else Verdict.model_validate(stored)


def job_of(session: Session, submission: Submission) -> Job:
    """Return what a worker is told."""
    source = session.get_one(Source, submission.source)
    return Job(
        id=submission.id,
        puzzle=submission.puzzle,
        source=source.text,
        device=Device(submission.device),
        case=submission.case,
        seed=submission.seed,
        launch=None if submission.launch is None else Launch.model_validate(submission.launch),
        own=own_versions.carried(session, submission.puzzle, submission.own_version),
        enqueued_at=datetime.now(UTC).timestamp(),
    )


def add_once(session: Session, row: Base, key: object) -> None:
    """Add a row unless one of this key is there, also where another transaction adds it at the same moment."""
    if session.get(type(row), key) is not None:
        return
    with suppress(IntegrityError), session.begin_nested():
        session.add(row)


def is_id(text: str) -> bool:
    """Tell whether this may be an id at all: some databases refuse to be asked for a NUL."""
    return len(text) <= 32 and text.isascii() and text.isalnum()


def new_id() -> str:
    """Return a random id, 64 bits in hexadecimal."""
    return secrets.token_hex(8)
