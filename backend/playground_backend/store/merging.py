"""Making one identity of two, inside a transaction that its caller holds."""

from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from playground_backend.rights import ClassRole
from playground_backend.store import members, records, standings
from playground_backend.store.class_tables import Member, Seat, Teacher
from playground_backend.store.own_tables import OwnPuzzle
from playground_backend.store.tables import (
    Batch,
    BrowserSession,
    Identity,
    Login,
    Progress,
    Rank,
    Share,
    ShareView,
    Standing,
    Submission,
    Ticket,
    Token,
)
from playground_puzzles.models import Outcome

_MOVED: tuple[Any, ...] = (Submission, Batch, Login, Share, OwnPuzzle)
_DROPPED: tuple[Any, ...] = (Ticket, BrowserSession, Token, Standing)


def merge(session: Session, other: str, into: str) -> None:
    """Give `into` all that `other` has, who is no more then: what is solved, shared and connected.

    Where both have a name or a password, those of `into` stay. What either had seen or been helped with counts. Other
    browsers and tokens of `other` are signed out: who shares an anonymous identity must not come into an account by it.
    """
    if other == into:
        return
    # Held first: what is being sent for either comes before all that is moved here, or finds nobody.
    both = select(Identity.id).where(Identity.id.in_([other, into])).order_by(Identity.id)
    session.execute(both.with_for_update())
    old, kept = session.get(Identity, other), session.get_one(Identity, into)
    if old is None:
        return
    for table in _MOVED:
        session.execute(update(table).where(table.owner == other).values(owner=into))
    for table in _DROPPED:
        session.execute(delete(table).where(table.owner == other))
    session.execute(delete(Rank).where(Rank.owner == other))
    _merge_progress(session, other, into)
    _merge_views(session, other, into)
    _merge_seats(session, other, into)
    _merge_account(session, old, kept)
    session.delete(old)
    session.flush()
    standings.mark_anew(session, into)
    standings.rebuild(session, into)


def _merge_account(session: Session, old: Identity, kept: Identity) -> None:
    name, key, password, listed = old.name, old.name_key, old.password, old.is_listed
    old.name_key = None
    session.flush()  # two rows cannot have one key, not even for a moment
    if kept.name is None and name is not None:
        kept.name, kept.name_key, kept.is_listed = name, key, listed
        kept.password = kept.password or password
    kept.created_at = min(kept.created_at, old.created_at)
    # What an administrator hid stays hidden.
    kept.hidden_at = _first(kept.hidden_at, old.hidden_at)
    kept.name_hidden_at = _first(kept.name_hidden_at, old.name_hidden_at)


def _merge_progress(session: Session, other: str, into: str) -> None:
    theirs = {row.puzzle: row for row in session.scalars(select(Progress).where(Progress.owner == into))}
    for row in list(session.scalars(select(Progress).where(Progress.owner == other))):
        mine = theirs.get(row.puzzle)
        if mine is None:
            mine = Progress(owner=into, puzzle=row.puzzle, hints=0)
            session.add(mine)
            theirs[row.puzzle] = mine
        mine.hints = max(mine.hints, row.hints)
        mine.gave_up_at = _first(mine.gave_up_at, row.gave_up_at)
        mine.solution_seen_at = _first(mine.solution_seen_at, row.solution_seen_at)
        session.delete(row)
    session.flush()
    solved = _first_solved(session, into)
    for puzzle, mine in theirs.items():
        # Who solved it first gave nothing up, whichever of the two it was.
        if mine.gave_up_at is not None and puzzle in solved and solved[puzzle] <= mine.gave_up_at:
            mine.gave_up_at = None
    session.flush()


def _merge_views(session: Session, other: str, into: str) -> None:
    seen = {row.share: row for row in session.scalars(select(ShareView).where(ShareView.viewer == into))}
    for row in list(session.scalars(select(ShareView).where(ShareView.viewer == other))):
        if (mine := seen.get(row.share)) is None:
            session.add(ShareView(viewer=into, share=row.share, seen_at=row.seen_at))
        else:
            mine.seen_at = min(mine.seen_at, row.seen_at)
        session.delete(row)
    session.flush()


def _merge_seats(session: Session, other: str, into: str) -> None:
    """Who was in a class as two members is one then: the one with more rights, else the one of the roster."""
    right = session.get(Teacher, other)
    if right is not None:
        if session.get(Teacher, into) is None:
            session.add(Teacher(owner=into, id=records.new_id(), name=right.name, created_at=right.created_at))
        session.delete(right)
    for seat in list(session.scalars(select(Seat).where(Seat.owner == other))):
        here = members.seated(session, seat.classroom, into)
        there = session.get_one(Member, seat.member)
        session.delete(seat)
        session.flush()
        if here is None:
            members.sit(session, there, into)
        elif here.id != there.id:
            stays, goes = (there, here) if _weight(there) > _weight(here) else (here, there)
            members.merge(session, goes, stays)


def _weight(member: Member) -> tuple[int, bool]:
    order = {ClassRole.student: 0, ClassRole.assistant: 1, ClassRole.teacher: 2}
    return order[ClassRole(member.role)], member.from_roster


def _first_solved(session: Session, owner: str) -> dict[str, datetime]:
    query = (
        select(Submission.puzzle, func.min(Submission.finished_at))
        .where(
            Submission.owner == owner,
            Submission.outcome == Outcome.passed.value,
            Submission.case.is_(None),
            Submission.seed.is_(None),
        )
        .group_by(Submission.puzzle)
    )
    return {puzzle: at for puzzle, at in session.execute(query) if at is not None}


def _first(one: datetime | None, other: datetime | None) -> datetime | None:
    """Return the earlier of two times, of which each may be null."""
    return min((each for each in (one, other) if each is not None), default=None)
