"""What submissions come to: one standing an owner, puzzle and device, and one rank an owner and device.

Verdicts may come in any order, and twice: a submission is counted once, and each column is a least, a most or a sum.
Times are those of sending, so that no queue and no restart decides who was first. Each function runs inside a
transaction that its caller holds.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from pydantic import ValidationError
from sqlalchemy import (
    ColumnElement,
    CursorResult,
    Row,
    Select,
    and_,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    not_,
    null,
    or_,
    select,
    text,
    true,
    update,
)
from sqlalchemy.orm import Session, aliased
from sqlalchemy.types import Interval

from playground_backend.store import copies
from playground_backend.store.tables import (
    Identity,
    Progress,
    Published,
    Rank,
    Share,
    ShareView,
    Source,
    Standing,
    Submission,
)
from playground_puzzles.catalogue import Catalogue
from playground_puzzles.models import SANDBOX, Kind, Outcome, Status, Verdict

_UNCOUNTED: Final = (Outcome.cancelled.value, Outcome.internal_error.value)
_PASSED: Final = Outcome.passed.value
_BATCH: Final = 500
_UNSYNCHRONISED: Final = {"synchronize_session": False}


@dataclass(frozen=True)
class Day:
    """attempts: counted submissions sent on that day. passed: how many of them did."""

    day: date
    attempts: int
    passed: int


def take(session: Session, submission: Submission, verdict: Verdict) -> None:
    """Fold in a submission's verdict. Nothing changes for one that is in already, or counts for nothing."""
    if not _counts(submission, verdict.outcome.value):
        return
    _lock(session, submission.owner)
    copied, moved = False, None
    if verdict.outcome is Outcome.passed:
        copied, moved = _is_copy(session, submission), _moved(verdict)
    if _mark(session, submission.id, copied, moved):
        session.refresh(submission, ["copied", "moved"])
        _fold(session, submission, verdict.outcome)
        if verdict.outcome is Outcome.passed:
            reckon(session, submission.owner)
        else:
            _count_attempt(session, submission)


def rebuild(session: Session, owner: str | None = None) -> None:
    """Make the standings and ranks of one owner, or of all, anew from the submissions that there are."""
    session.flush()
    if owner is not None:
        _lock(session, owner)
    failed = update(Submission).where(_uncounted(owner), Submission.outcome != _PASSED)
    session.execute(failed.values(copied=False), execution_options=_UNSYNCHRONISED)
    for submission in _unmarked(session, owner):
        _mark(session, submission.id, _is_copy(session, submission), _moved_then(submission.verdict))
    session.execute(delete(Standing).where(_of(Standing.owner, owner)), execution_options=_UNSYNCHRONISED)
    columns = ["owner", "puzzle", "device", "attempts", "tried_at", "solved_at", "moved", "copied", "given_up"]
    session.execute(insert(Standing).from_select(columns, _standings(owner)))
    reckon(session, owner)


def mark_anew(session: Session, owner: str) -> None:
    """Tell copies anew among what the owner passed, where the owner saw links: after two identities became one.

    What either had seen counts for both then, and a link of one is no other's to the other. Where the source is
    deleted, its time being over, the mark stays. `rebuild` is to follow.
    """
    session.flush()
    seen = select(Share.puzzle).join(ShareView, ShareView.share == Share.id).where(ShareView.viewer == owner)
    columns = ("id", "owner", "puzzle", "source", "created_at", "copied")
    query = (
        select(*(getattr(Submission, name) for name in columns))
        .join(Source, Source.sha256 == Submission.source)
        .where(
            Submission.owner == owner,
            Submission.outcome == _PASSED,
            Submission.copied.is_not(None),
            Submission.puzzle.in_(seen),
            Source.text != "",
        )
    )
    for row in session.execute(query).all():
        if (copied := _is_copy(session, row)) != row.copied:
            change = update(Submission).where(Submission.id == row.id).values(copied=copied)
            session.execute(change, execution_options=_UNSYNCHRONISED)


def hold(session: Session, submission: str) -> None:
    """Hold the owner of a submission until the transaction ends, before anything of theirs is written.

    Whoever moves or deletes all that an owner has holds them first too, so that neither waits for the other in a ring.
    """
    if session.get_bind().dialect.name == "sqlite":
        return
    owner = session.scalar(select(Submission.owner).where(Submission.id == submission))
    if owner is not None:
        _lock(session, owner)


def reckon(session: Session, owner: str | None = None) -> None:
    """Make the ranks of one owner, or of all, anew from the standings: after a puzzle or a visitor began to count."""
    session.flush()
    published = exists().where(Published.puzzle == Standing.puzzle)
    hidden = exists().where(Identity.id == Standing.owner, Identity.hidden_at.is_not(None))
    counts = and_(Standing.solved_at.is_not(None), not_(Standing.copied), not_(Standing.given_up), published)
    band = case((or_(not_(counts), hidden), null()), (Standing.moved.is_(None), 1), else_=0)
    ours = _of(Standing.owner, owner)
    unlike = Standing.band.is_distinct_from(band)
    session.execute(update(Standing).where(ours, unlike).values(band=band), execution_options=_UNSYNCHRONISED)
    session.execute(delete(Rank).where(_of(Rank.owner, owner)), execution_options=_UNSYNCHRONISED)
    ranked = Standing.band.is_not(None)
    rows = (
        select(
            Standing.owner,
            Standing.device,
            -func.count(Standing.band),
            func.max(case((ranked, Standing.solved_at), else_=null())),
            func.sum(Standing.attempts),
        )
        .where(ours, published)
        .group_by(Standing.owner, Standing.device)
        .having(func.count(Standing.band) > 0)
    )
    session.execute(insert(Rank).from_select(["owner", "device", "behind", "last_at", "attempts"], rows))


def publish(session: Session, catalogue: Catalogue) -> None:
    """Note which puzzles count and what their solutions are.

    Where there were none noted, which is after an upgrade from a schema without standings, all are made.
    """
    if session.get_bind().dialect.name == "postgresql":  # another process may be starting too
        session.execute(text("LOCK TABLE published IN EXCLUSIVE MODE"))
    puzzles = [puzzle for puzzle in catalogue.puzzles if puzzle.kind is not Kind.demo]
    wanted = {puzzle.slug: (puzzle.kernel, catalogue.solution(puzzle.slug).source) for puzzle in puzzles}
    found = {each.puzzle: (each.kernel, each.reference) for each in session.scalars(select(Published))}
    if wanted == found:
        return
    session.execute(delete(Published))
    session.add_all(Published(puzzle=slug, kernel=kernel, reference=text) for slug, (kernel, text) in wanted.items())
    session.flush()
    if not found:
        rebuild(session)
    elif wanted.keys() != found.keys():
        reckon(session)


def of_owner(session: Session, owner: str) -> list[Standing]:
    """Return the owner's standings, in no order."""
    query = select(Standing).where(Standing.owner == owner)
    return list(session.scalars(query, execution_options={"populate_existing": True}))


def activity(session: Session, owner: str, since: date, offset: timedelta) -> list[Day]:
    """Return the days, from one on, on which the owner sent what was counted. offset: of the zone, east of UTC."""
    begin = datetime(since.year, since.month, since.day, tzinfo=UTC) - offset
    if session.get_bind().dialect.name == "sqlite":
        # Its function takes and gives text.
        day = func.date(Submission.created_at, f"{int(offset.total_seconds()) // 60:+d} minutes")
    else:
        day = func.to_char(func.timezone("UTC", Submission.created_at) + cast(offset, Interval), "YYYY-MM-DD")
    query = (
        select(day, func.count(), func.count(case((Submission.outcome == _PASSED, 1))))
        .where(Submission.owner == owner, Submission.copied.is_not(None), Submission.created_at >= begin)
        .group_by(day)
        .order_by(day)
    )
    return [Day(date.fromisoformat(each), attempts, passed) for each, attempts, passed in session.execute(query)]


def _counts(submission: Submission, outcome: str | None) -> bool:
    replayed = submission.case is not None or submission.seed is not None
    return not replayed and submission.puzzle != SANDBOX and outcome not in _UNCOUNTED


def _lock(session: Session, owner: str) -> None:
    """Let one transaction at a time write an owner's standings; SQLite has one writer at a time anyway."""
    if session.get_bind().dialect.name == "sqlite":
        return
    session.execute(select(Identity.id).where(Identity.id == owner).with_for_update(key_share=True))


def _mark(session: Session, submission: str, copied: bool, moved: int | None) -> bool:
    """Note that the submission is counted, and as what; False where it was before."""
    unmarked = update(Submission).where(Submission.id == submission, Submission.copied.is_(None))
    result = session.execute(unmarked.values(copied=copied, moved=moved), execution_options=_UNSYNCHRONISED)
    assert isinstance(result, CursorResult)
    return result.rowcount == 1


def _fold(session: Session, new: Submission, outcome: Outcome) -> None:
    key = (new.owner, new.puzzle, new.device)
    row = session.get(Standing, key, populate_existing=True)
    if row is None:
        row = Standing(owner=new.owner, puzzle=new.puzzle, device=new.device, attempts=0, tried_at=new.created_at)
        row.copied = row.given_up = False
        session.add(row)
    row.attempts += 1
    row.tried_at = max(row.tried_at, new.created_at)
    if outcome is Outcome.passed:
        if row.solved_at is None or new.created_at < row.solved_at:
            row.solved_at, row.copied = new.created_at, bool(new.copied)
            taken = session.get(Progress, (new.owner, new.puzzle), populate_existing=True)
            row.given_up = taken is not None and taken.gave_up_at is not None and taken.gave_up_at < new.created_at
        elif new.created_at == row.solved_at:
            row.copied = row.copied and bool(new.copied)
        if new.moved is not None and not new.copied:
            row.moved = new.moved if row.moved is None else min(row.moved, new.moved)
    session.flush()


def _count_attempt(session: Session, new: Submission) -> None:
    """What `reckon` would come to after a run that did not pass."""
    published = exists().where(Published.puzzle == new.puzzle)
    ours = and_(Rank.owner == new.owner, Rank.device == new.device, published)
    change = update(Rank).where(ours).values(attempts=Rank.attempts + 1)
    session.execute(change, execution_options=_UNSYNCHRONISED)


def _moved(verdict: Verdict) -> int | None:
    """Return the first case's: the one that is traced always, so that scores are of the same sizes."""
    memory = verdict.cases[0].memory if verdict.cases else None
    return None if memory is None else memory.loaded + memory.stored


def _moved_then(verdict: dict[str, Any] | None) -> int | None:
    """As `_moved`, of a verdict that an older version wrote."""
    with suppress(ValidationError):
        return None if verdict is None else _moved(Verdict.model_validate(verdict))
    return None


def _is_copy(session: Session, submission: Submission | Row[Any]) -> bool:
    published = session.get(Published, submission.puzzle)
    if published is None:
        return False
    mine = session.get_one(Source, submission.source).text
    if copies.same(mine, published.reference, published.kernel):
        return True
    seen = (
        select(Source.text)
        .join(Share, Share.source == Source.sha256)
        .join(ShareView, ShareView.share == Share.id)
        .where(
            ShareView.viewer == submission.owner,
            ShareView.seen_at < submission.created_at,
            Share.puzzle == submission.puzzle,
            or_(Share.owner.is_(None), Share.owner != submission.owner),
        )
    )
    return any(copies.same(mine, shared, published.kernel) for shared in session.scalars(seen))


def _unmarked(session: Session, owner: str | None) -> Iterator[Row[Any]]:
    """Yield what passed and was not counted yet. All columns that counting needs, and no more, are in the rows."""
    columns = ("id", "owner", "puzzle", "source", "created_at", "verdict")
    query = (
        select(*(getattr(Submission, name) for name in columns))
        .where(_uncounted(owner), Submission.outcome == _PASSED)
        .order_by(Submission.id)
        .limit(_BATCH)
    )
    last = ""
    while rows := session.execute(query.where(Submission.id > last)).all():
        yield from rows
        last = rows[-1].id


def _uncounted(owner: str | None) -> ColumnElement[bool]:
    return and_(
        _of(Submission.owner, owner),
        Submission.copied.is_(None),
        Submission.status == Status.done.value,
        Submission.case.is_(None),
        Submission.seed.is_(None),
        Submission.puzzle != SANDBOX,
        Submission.outcome.not_in(_UNCOUNTED),
    )


def _standings(owner: str | None) -> Select[tuple[object, ...]]:
    passed = Submission.outcome == _PASSED
    sums = (
        select(
            Submission.owner,
            Submission.puzzle,
            Submission.device,
            func.count().label("attempts"),
            func.max(Submission.created_at).label("tried_at"),
            func.min(Submission.created_at).filter(passed).label("solved_at"),
            func.min(Submission.moved).filter(passed, Submission.copied.is_(False)).label("moved"),
        )
        .where(_of(Submission.owner, owner), Submission.copied.is_not(None))
        .group_by(Submission.owner, Submission.puzzle, Submission.device)
        .subquery()
    )
    first = aliased(Submission)
    own_work = exists().where(
        first.owner == sums.c.owner,
        first.puzzle == sums.c.puzzle,
        first.device == sums.c.device,
        first.created_at == sums.c.solved_at,
        first.outcome == _PASSED,
        first.copied.is_(False),
    )
    given_up = exists().where(
        Progress.owner == sums.c.owner, Progress.puzzle == sums.c.puzzle, Progress.gave_up_at < sums.c.solved_at
    )
    return select(*sums.c, and_(sums.c.solved_at.is_not(None), not_(own_work)), given_up)


def _of(column: object, owner: str | None) -> ColumnElement[bool]:
    return true() if owner is None else column == owner  # type: ignore[return-value]
