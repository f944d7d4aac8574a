"""Judging a class's runs again: which ones, what they come to, and taking that over; inside a caller's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import CursorResult, func, select, update
from sqlalchemy.orm import Session

from playground_backend import failure_words
from playground_backend.store import grading, own_versions, records, standings
from playground_backend.store.assignments import Assigned
from playground_backend.store.class_tables import Rejudge, RejudgedRun
from playground_backend.store.grading import Sent
from playground_backend.store.tables import Source, Submission
from playground_puzzles.models import Device, Job, Outcome, Verdict

# What came to no verdict of its own changes nothing.
FAILED: Final = (Outcome.internal_error.value, Outcome.cancelled.value)
_MOST_A_MEMBER: Final = 20


@dataclass(frozen=True)
class Again:
    """One run that is judged again. after: null until it is."""

    submission: str
    before: Outcome
    after: Outcome | None
    created_at: datetime

    @property
    def has_failed(self) -> bool:
        return self.after is not None and self.after.value in FAILED

    @property
    def is_change(self) -> bool:
        return self.after is not None and not self.has_failed and self.after is not self.before


def begin_anew(session: Session, found: Assigned, puzzle: str, by: str) -> Rejudge:
    """Judge what a class has sent to a puzzle again. What was judged again before, and not taken over, is dropped."""
    for earlier in of_assignment(session, found.row.id):
        if earlier.puzzle == puzzle and earlier.state in ("running", "judged"):
            earlier.state = "dropped"
    sent = grading.sent(session, found, found.row.classroom, puzzle)
    kept = grading.texts(session, [each.source for each in sent])
    return begin(session, found.row.id, puzzle, by, [each for each in sent if each.source in kept])


def begin(session: Session, assignment: str, puzzle: str, by: str, found: Sequence[Sent]) -> Rejudge:
    """Note what is to be judged again: of each member the last different sources, and any that passed first."""
    row = Rejudge(
        id=records.new_id(),
        assignment=assignment,
        puzzle=puzzle,
        state="running",
        by=by,
        created_at=datetime.now(UTC),
        own_version=own_versions.current(session, puzzle),
    )
    session.add(row)
    session.flush()
    chosen = _chosen(found)
    session.add_all(
        RejudgedRun(id=records.new_id(), rejudge=row.id, submission=each.submission, before=each.outcome.value)
        for each in chosen
    )
    if not chosen:
        row.state = "judged"
    session.flush()
    return row


def find(session: Session, assignment: str, rejudge: str) -> Rejudge | None:
    row = session.get(Rejudge, rejudge) if records.is_id(rejudge) else None
    return row if row is not None and row.assignment == assignment else None


def of_assignment(session: Session, assignment: str) -> list[Rejudge]:
    query = select(Rejudge).where(Rejudge.assignment == assignment)
    return list(session.scalars(query.order_by(Rejudge.created_at.desc(), Rejudge.id)))


def runs(session: Session, rejudge: str) -> list[Again]:
    query = (
        select(RejudgedRun.submission, RejudgedRun.before, RejudgedRun.after, Submission.created_at)
        .join(Submission, Submission.id == RejudgedRun.submission)
        .where(RejudgedRun.rejudge == rejudge)
        .order_by(Submission.created_at, Submission.id)
    )
    return [
        Again(submission, Outcome(before), None if after is None else Outcome(after), created_at)
        for submission, before, after, created_at in session.execute(query)
    ]


def waiting(session: Session, most: int) -> list[Job]:
    """Return the next jobs of what is judged again, as a worker is told, and not queued yet."""
    query = (
        select(RejudgedRun.id, Submission.puzzle, Submission.device, Source.text, Rejudge.own_version)
        .join(Rejudge, Rejudge.id == RejudgedRun.rejudge)
        .join(Submission, Submission.id == RejudgedRun.submission)
        .join(Source, Source.sha256 == Submission.source)
        .where(Rejudge.state == "running", RejudgedRun.queued_at.is_(None), RejudgedRun.after.is_(None))
        .order_by(Rejudge.created_at, RejudgedRun.id)
        .limit(most)
    )
    now = datetime.now(UTC).timestamp()
    return [
        Job(
            id=id,
            puzzle=puzzle,
            source=text,
            device=Device(device),
            own=own_versions.carried(session, puzzle, version),
            enqueued_at=now,
        )
        for id, puzzle, device, text, version in session.execute(query).all()
    ]


def in_flight(session: Session) -> list[tuple[str, datetime]]:
    """Return the jobs that are queued or run, and since when."""
    query = (
        select(RejudgedRun.id, RejudgedRun.queued_at)
        .join(Rejudge, Rejudge.id == RejudgedRun.rejudge)
        .where(Rejudge.state == "running", RejudgedRun.queued_at.is_not(None), RejudgedRun.after.is_(None))
    )
    return [(id, at) for id, at in session.execute(query) if at is not None]


def set_queued(session: Session, job: str, is_queued: bool) -> bool:
    """Note that a job is queued, or is lost; False where another process has noted it first."""
    was = RejudgedRun.queued_at.is_(None) if is_queued else RejudgedRun.queued_at.is_not(None)
    done = session.execute(
        update(RejudgedRun)
        .where(RejudgedRun.id == job, RejudgedRun.after.is_(None), was)
        .values(queued_at=datetime.now(UTC) if is_queued else None)
    )
    assert isinstance(done, CursorResult)
    return done.rowcount == 1


def take(session: Session, job: str, verdict: Verdict) -> bool:
    """Keep the verdict of a job that judged something again; False where it is none, or has one."""
    done = session.execute(
        update(RejudgedRun)
        .where(RejudgedRun.id == job, RejudgedRun.after.is_(None))
        .values(after=verdict.outcome.value, verdict=verdict.model_dump(mode="json"))
    )
    assert isinstance(done, CursorResult)
    if done.rowcount != 1:
        return False
    rejudge = session.get_one(RejudgedRun, job, populate_existing=True).rejudge
    left = select(func.count()).where(RejudgedRun.rejudge == rejudge, RejudgedRun.after.is_(None))
    if not session.scalar(left):
        session.execute(update(Rejudge).where(Rejudge.id == rejudge, Rejudge.state == "running").values(state="judged"))
    return True


def apply(session: Session, row: Rejudge) -> int:
    """Take the new verdicts over where the outcome differs, and count anew; return how many did.

    The row of each keeps what it was before.
    """
    query = select(RejudgedRun).where(
        RejudgedRun.rejudge == row.id,
        RejudgedRun.after != RejudgedRun.before,
        RejudgedRun.after.not_in(FAILED),
        RejudgedRun.verdict.is_not(None),  # what waited until its details were deleted is not taken over any more
    )
    owners: set[str] = set()
    changed = list(session.scalars(query))
    for each in changed:
        submission = session.get_one(Submission, each.submission)
        submission.outcome = each.after
        submission.verdict = each.verdict
        submission.diagnosis = _words(each.verdict)
        submission.own_version = row.own_version
        submission.copied = submission.moved = None  # so that it is counted as what it is now
        owners.add(submission.owner)
    row.state, row.applied_at = "applied", datetime.now(UTC)
    for owner in sorted(owners):
        standings.rebuild(session, owner)
    session.flush()
    return len(changed)


def _chosen(found: Sequence[Sent]) -> list[Sent]:
    by_member: dict[str, dict[str, Sent]] = {}
    for each in found:  # the oldest first: of one source sent twice the first decides
        by_member.setdefault(each.member, {}).setdefault(each.source, each)
    chosen: list[Sent] = []
    for sources in by_member.values():
        theirs = list(sources.values())
        kept = theirs[-_MOST_A_MEMBER:]
        first = next((each for each in theirs if each.outcome is Outcome.passed), None)
        if first is not None and first not in kept:
            kept.insert(0, first)
        chosen += kept
    return chosen


def _words(verdict: dict[str, Any] | None) -> str | None:
    return None if verdict is None else failure_words.words(Verdict.model_validate(verdict))
