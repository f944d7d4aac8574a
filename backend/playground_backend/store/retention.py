"""What is deleted when its time is over, each function a piece of it, inside a transaction that its caller holds.

In pieces, so that no transaction holds up the writers for long. Each can be repeated at any time.
"""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import ColumnElement, CursorResult, and_, delete, exists, or_, select, update
from sqlalchemy.orm import Session

from playground_backend.store.class_tables import Invitation, RejudgedRun, Seat, Teacher
from playground_backend.store.tables import (
    BrowserSession,
    Identity,
    Login,
    Share,
    Source,
    Submission,
    Ticket,
    Token,
)
from playground_puzzles.models import Outcome, Verdict

PIECE: Final = 200
_UNSYNCED: Final = {"synchronize_session": False}
TRIMMED: Final = "The details of this verdict were deleted when its time was over."


def prune_idle(session: Session, before: datetime, after: str = "") -> str | None:
    """Delete identities that never solved anything and were last seen before a time, with all that is theirs.

    Who has signed in, has a token, a shared link or a name that others see, may make classes or is in one, or
    administers the server, is kept.
    after: the identity that the last piece ended with. Returns where the next piece begins; None where all is done.
    """
    passed = _submission(
        Submission.outcome == Outcome.passed.value, Submission.case.is_(None), Submission.seed.is_(None)
    )
    kept = or_(
        _administers(),
        Identity.is_listed,
        Identity.password.is_not(None),
        exists().where(Login.owner == Identity.id),
        exists().where(Token.owner == Identity.id),
        exists().where(Teacher.owner == Identity.id),
        exists().where(Seat.owner == Identity.id),
        exists().where(Share.owner == Identity.id, Share.deleted_at.is_(None)),
        passed,
    )
    return _prune(session, ~kept, before, after)


def prune_unseen(session: Session, before: datetime, after: str = "") -> str | None:
    """Delete identities that were last seen before a time, whatever they solved; administrators alone are kept.

    Their links go with them: nobody could delete those afterwards.
    """
    return _prune(session, ~_administers(), before, after)


def trim(session: Session, before: datetime) -> int:
    """Reduce verdicts that were given before a time to what progress is counted from; return how many.

    Outcome, time, memory score and the source's hash stay; the source's text goes with `blank_sources`.
    """
    now = datetime.now(UTC)
    query = (
        select(Submission)
        .where(Submission.finished_at < before, Submission.trimmed_at.is_(None))
        .order_by(Submission.finished_at)
        .limit(PIECE)
    )
    rows = list(session.scalars(query))
    for row in rows:
        if row.verdict is not None:
            row.verdict = _trimmed(Verdict.model_validate(row.verdict)).model_dump(mode="json")
        row.launch = None
        row.diagnosis = None
        row.trimmed_at = now
    again = update(RejudgedRun).where(RejudgedRun.submission.in_([row.id for row in rows]))
    session.execute(again.values(verdict=None), execution_options=_UNSYNCED)
    return len(rows)


def blank_sources(session: Session, before: datetime, after: str = "") -> str | None:
    """Delete the text of sources that no link shows and no submission since a time has. Pieces as in `prune_idle`.

    The hash stays where submissions name it.
    """
    shown = exists().where(Share.source == Source.sha256)
    recent = exists().where(
        Submission.source == Source.sha256, or_(Submission.finished_at.is_(None), Submission.finished_at >= before)
    )
    unused = and_(~shown, ~recent, Source.created_at < before, Source.text != "")
    held = _hold(session, unused, after)
    session.execute(update(Source).where(Source.sha256.in_(held), unused).values(text=""), execution_options=_UNSYNCED)
    return held[-1] if held else None


def drop_orphans(session: Session, before: datetime, after: str = "") -> str | None:
    """Delete sources that were first sent before a time and that nothing names any more. Pieces as in `prune_idle`."""
    named = or_(
        exists().where(Submission.source == Source.sha256),
        exists().where(Share.source == Source.sha256),
    )
    orphan = and_(~named, Source.created_at < before)
    held = _hold(session, orphan, after)
    session.execute(delete(Source).where(Source.sha256.in_(held), orphan), execution_options=_UNSYNCED)
    return held[-1] if held else None


def drop_expired(session: Session, now: datetime) -> int:
    """Delete sessions, tickets, one-time links and tokens whose time is over; return how many."""
    total = 0
    for table in (BrowserSession, Ticket, Token, Invitation):
        result = session.execute(delete(table).where(table.expires_at < now), execution_options=_UNSYNCED)
        assert isinstance(result, CursorResult)
        total += result.rowcount
    return total


def _prune(session: Session, wanted: ColumnElement[bool], before: datetime, after: str) -> str | None:
    unseen = and_(
        Identity.id > after,
        Identity.created_at < before,
        or_(Identity.seen_at.is_(None), Identity.seen_at < before),
        ~_submission(or_(Submission.created_at >= before, Submission.finished_at.is_(None))),
        wanted,
    )
    found = list(session.scalars(select(Identity.id).where(unseen).order_by(Identity.id).limit(PIECE)))
    if not found:
        return None
    gone = select(Identity.id).where(Identity.id.in_(found), unseen)
    empty = {"source": None, "launch": None, "verdict": None, "unlisted_at": None, "deleted_at": datetime.now(UTC)}
    links = update(Share).where(Share.owner.in_(gone), Share.deleted_at.is_(None)).values(empty)
    session.execute(links, execution_options=_UNSYNCED)
    session.execute(delete(Identity).where(Identity.id.in_(found), unseen), execution_options=_UNSYNCED)
    return found[-1]


def _hold(session: Session, wanted: ColumnElement[bool], after: str) -> list[str]:
    """Return a piece of sources, locked. The statement that changes them asks again: one sent anew is then seen."""
    query = select(Source.sha256).where(Source.sha256 > after, wanted).order_by(Source.sha256).limit(PIECE)
    return list(session.scalars(query.with_for_update(skip_locked=True)))


def _submission(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(Submission.owner == Identity.id, *conditions)


def _administers() -> ColumnElement[bool]:
    return exists().where(BrowserSession.owner == Identity.id, BrowserSession.admin_until.is_not(None))


def _trimmed(verdict: Verdict) -> Verdict:
    cases = [
        case.model_copy(update={"reason": None, "advice": None, "mismatch": None, "invalid_accesses": []})
        for case in verdict.cases
    ]
    error = None if verdict.error is None else verdict.error.model_copy(update={"message": TRIMMED, "hint": None})
    gone = {"cases": cases, "output": [], "error": error, "warnings": [], "notes": [TRIMMED]}
    return verdict.model_copy(update=gone)
