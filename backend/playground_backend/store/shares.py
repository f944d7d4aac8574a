"""Reading and writing share links, each function inside a transaction that its caller holds."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import exists, or_, select, update
from sqlalchemy.orm import Session

from playground_backend.store import records
from playground_backend.store.tables import Identity, Share, ShareView, Source, Submission
from playground_puzzles.models import SANDBOX, Outcome, Verdict

PAGE: Final = 50


class ShareKind(StrEnum):
    """What is shared. Only a solution is veiled from who has not solved its puzzle."""

    solution = "solution"
    failure = "failure"
    run = "run"


@dataclass(frozen=True)
class Shared:
    """A link with what it leads to. by: the owner's name where others may see it. source: null once deleted."""

    row: Share
    source: str | None
    by: str | None


def share(session: Session, submission: Submission, id: str) -> Share | None:
    """Return the link of a judged submission, made with this id where the same source has none yet.

    A link that was deleted is returned as it is: deleted. None where the owner is leaving at this moment: a link made
    now would stay behind as nobody's.
    """
    assert submission.verdict is not None
    hold = select(Identity.id).where(Identity.id == submission.owner).with_for_update(read=True, key_share=True)
    if session.scalar(hold) is None:
        return None
    kept = _of_source(session, submission)
    if kept is not None:
        return kept
    verdict = Verdict.model_validate(submission.verdict)
    row = Share(
        id=id,
        owner=submission.owner,
        kind=_kind(session, submission).value,
        puzzle=submission.puzzle,
        device=submission.device,
        source=submission.source,
        launch=submission.launch,
        verdict=_snapshot(verdict).model_dump(mode="json"),
        created_at=datetime.now(UTC),
    )
    records.add_once(session, row, id)
    return session.get_one(Share, id)


def veil_passed(session: Session, submission: Submission) -> None:
    """Make solutions of all links to a source that has passed now: it may have failed, by its time, when shared."""
    if submission.outcome == Outcome.passed.value and submission.case is None:
        failures = update(Share).where(
            Share.source == submission.source,
            Share.puzzle == submission.puzzle,
            Share.kind == ShareKind.failure.value,
        )
        session.execute(failures.values(kind=ShareKind.solution.value))


def find(session: Session, id: str) -> Shared | None:
    """Return what a link leads to, deleted or not; None where there is none."""
    if not _may_be(id):
        return None
    row = session.get(Share, id)
    return None if row is None else _with_source(session, row)


def own(session: Session, owner: str) -> list[Share]:
    """Return the owner's links that are not deleted, the newest first."""
    query = select(Share).where(Share.owner == owner, Share.deleted_at.is_(None))
    return list(session.scalars(query.order_by(Share.created_at.desc(), Share.id)))


def listed(session: Session, puzzle: str, besides: str, page: int) -> list[Shared]:
    """Return others' listed solutions to a puzzle, the newest first: one more than a page where there are more."""
    query = (
        select(Share, Source.text, Identity)
        .join(Source, Source.sha256 == Share.source)
        .outerjoin(Identity, Identity.id == Share.owner)
        .where(
            Share.puzzle == puzzle,
            Share.kind == ShareKind.solution.value,
            Share.deleted_at.is_(None),
            Share.unlisted_at.is_(None),
            Share.owner != besides,
        )
        .order_by(Share.created_at.desc(), Share.id)
        .offset((page - 1) * PAGE)
        .limit(PAGE + 1)
    )
    return [Shared(row, text, public_name(owner)) for row, text, owner in session.execute(query)]


def delete(session: Session, id: str) -> None:
    """Empty a link for good: it keeps its id, so that it stays deleted, and nothing else."""
    nothing = {"owner": None, "source": None, "launch": None, "verdict": None, "deleted_at": datetime.now(UTC)}
    session.execute(update(Share).where(Share.id == id, Share.deleted_at.is_(None)).values(nothing))


def set_listed(session: Session, share: Share, listed: bool) -> None:
    """Put it into the list of others' solutions, or take it out; at its link it stays."""
    if listed != (share.unlisted_at is None):
        share.unlisted_at = None if listed else datetime.now(UTC)


def see(session: Session, viewer: str, share: str) -> None:
    """Note that the viewer sees the source behind a link; the first time counts."""
    now = datetime.now(UTC)
    records.add_once(session, Identity(id=viewer, created_at=now), viewer)
    records.add_once(session, ShareView(viewer=viewer, share=share, seen_at=now), (viewer, share))


def has_seen(session: Session, viewer: str, share: str) -> bool:
    return session.get(ShareView, (viewer, share)) is not None


def public_name(owner: Identity | None) -> str | None:
    """Return the name that others may see of an identity."""
    if owner is None or not owner.is_listed or owner.hidden_at is not None or owner.name_hidden_at is not None:
        return None
    return owner.name


def _with_source(session: Session, row: Share) -> Shared:
    source = None if row.source is None else session.get(Source, row.source)
    owner = None if row.owner is None else session.get(Identity, row.owner)
    return Shared(row, None if source is None else source.text, public_name(owner))


def _of_source(session: Session, submission: Submission) -> Share | None:
    """The link that the owner's source has already, also where the owner had another identity when it was made."""
    query = select(Share).where(
        Share.owner == submission.owner,
        Share.puzzle == submission.puzzle,
        Share.device == submission.device,
        Share.source == submission.source,
    )
    same = [row for row in session.scalars(query) if _unseeded(row.launch) == _unseeded(submission.launch)]
    return same[0] if same else None


def _kind(session: Session, submission: Submission) -> ShareKind:
    """What passed once is a solution, whoever sent it and whatever this run of it came to.

    A pass of one case alone is none: a kernel that fails has cases that pass, and is shared to ask about it.
    """
    if submission.puzzle == SANDBOX:
        return ShareKind.run
    passed = exists().where(
        Submission.puzzle == submission.puzzle,
        Submission.source == submission.source,
        Submission.outcome == Outcome.passed.value,
        or_(Submission.case.is_(None), Submission.id == submission.id),
    )
    return ShareKind.solution if session.scalar(select(passed)) else ShareKind.failure


def _snapshot(verdict: Verdict) -> Verdict:
    """What is kept of a verdict: all but that accesses can be fetched, which they cannot for long."""
    cases = [case.model_copy(update={"traced": False}) for case in verdict.cases]
    return verdict.model_copy(update={"cases": cases})


def _unseeded(launch: dict[str, object] | None) -> dict[str, object] | None:
    return launch and {key: value for key, value in launch.items() if key != "seed"}


def _may_be(id: str) -> bool:
    """Tell whether this may be an id at all: some databases refuse to be asked for a NUL."""
    return len(id) == 11 and id.isascii() and id.replace("-", "a").replace("_", "a").isalnum()
