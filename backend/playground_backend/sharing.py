"""What a visitor may see behind a share link. The veil is drawn here, for every form of a link."""

import json
from typing import Final

from sqlalchemy.orm import Session

from playground_backend import closing
from playground_backend.errors import ShareDeleted, UnknownShare, Veiled
from playground_backend.service import Service
from playground_backend.share_messages import ListedSolution, OwnShare, SharedSolution, ShareLink
from playground_backend.store import help, own_puzzles, shares, tables
from playground_backend.store.shares import Shared, ShareKind
from playground_puzzles import own
from playground_puzzles.errors import UnknownPuzzle
from playground_puzzles.models import CaseVerdict, Device, Kind, Launch, Verdict

VEILED: Final = "This is a solution to a puzzle that you have not solved. It opens when you have, or when you say so."


def link(service: Service, id: str) -> ShareLink:
    """The address is the one of the settings, never the one that a request claims."""
    return ShareLink(id=id, url=f"{service.settings.public_url or ''}/s/{id}")


def find(session: Session, id: str) -> Shared:
    """Return what a link leads to. Raises UnknownShare, and ShareDeleted."""
    found = shares.find(session, id)
    if found is None:
        raise UnknownShare("There is no such link.")
    if found.row.deleted_at is not None or found.source is None or found.row.verdict is None:
        raise ShareDeleted("Its owner has deleted this link.")
    return found


def view(session: Session, service: Service, found: Shared, visitor: str | None) -> SharedSolution:
    """Return a link as the visitor may see it. Raises ClosedByClass, and UnknownShare."""
    closing.demand_link(session, visitor, found.row)
    demand_puzzle(session, found.row, visitor)
    row, source = found.row, found.source
    assert source is not None
    is_veiled = veiled(session, service, row, visitor)
    own = visitor is not None and row.owner == visitor
    verdict = Verdict.model_validate(row.verdict)
    launch = None if row.launch is None else Launch.model_validate(row.launch)
    return SharedSolution(
        id=row.id,
        url=link(service, row.id).url,
        kind=ShareKind(row.kind),
        puzzle=row.puzzle,
        title=service.shelf.title(row.puzzle),
        device=Device(row.device),
        created_at=row.created_at,
        by=found.by,
        own=own,
        listed=row.unlisted_at is None if own else None,
        veiled=is_veiled,
        looked=not own and not is_veiled and _hides(service, row) and not _entitled(session, row, visitor),
        lines=lines_of(source),
        source=None if is_veiled else source,
        launch=None if is_veiled else launch,
        constants={} if is_veiled or launch is None else {k: json.dumps(v) for k, v in launch.constants.items()},
        verdict=bare(verdict) if is_veiled else verdict,
    )


def opened(session: Session, service: Service, id: str, visitor: str | None) -> Shared:
    """Return a link whose source the visitor may see. Raises as `find`, ClosedByClass and Veiled."""
    found = find(session, id)
    closing.demand_link(session, visitor, found.row)
    demand_puzzle(session, found.row, visitor)
    if veiled(session, service, found.row, visitor):
        raise Veiled(VEILED)
    return found


def demand_puzzle(session: Session, row: tables.Share, visitor: str | None) -> None:
    """Raise UnknownShare for a link to a puzzle of some class's own, where the visitor may not see the puzzle."""
    is_own_link = visitor is not None and row.owner == visitor
    if own.id_of(row.puzzle) is not None and not is_own_link and not own_puzzles.may_see(session, row.puzzle, visitor):
        raise UnknownShare("There is no such link.")


def veiled(session: Session, service: Service, row: tables.Share, visitor: str | None) -> bool:
    """Tell whether the source is kept back from the visitor."""
    if not _hides(service, row) or (visitor is not None and row.owner == visitor):
        return False
    return visitor is None or not (_entitled(session, row, visitor) or shares.has_seen(session, visitor, row.id))


def note_view(service: Service, seen: SharedSolution, visitor: str | None) -> None:
    """Remember that a visitor with an identity sees a solution: an identical one of theirs is marked later."""
    if visitor is None or seen.veiled or seen.own or seen.kind is not ShareKind.solution:
        return
    with service.database.read() as session:
        known = shares.has_seen(session, visitor, seen.id)
    if not known:
        with service.database.write() as session:
            shares.see(session, visitor, seen.id)


def bare(verdict: Verdict) -> Verdict:
    """Return what a verdict says without a word of the source: outcomes, sizes and counts."""
    kept = {"name", "title", "sizes", "blocks", "grid", "seed", "outcome", "memory"}
    cases = [CaseVerdict(**case.model_dump(include=kept)) for case in verdict.cases]
    told = verdict.model_dump(include={"outcome", "puzzle", "device", "triton_version", "seed", "timings_ms"})
    return Verdict(**told, cases=cases)


def own_view(service: Service, row: tables.Share) -> OwnShare:
    return OwnShare(
        **link(service, row.id).model_dump(),
        kind=ShareKind(row.kind),
        puzzle=row.puzzle,
        title=service.shelf.title(row.puzzle),
        device=Device(row.device),
        outcome=Verdict.model_validate(row.verdict).outcome,
        created_at=row.created_at,
        listed=row.unlisted_at is None,
    )


def listed_view(found: Shared) -> ListedSolution:
    verdict = Verdict.model_validate(found.row.verdict)
    score = next((case.memory for case in verdict.cases if case.memory is not None), None)
    least = None
    if score is not None and score.least_loaded is not None and score.least_stored is not None:
        least = score.least_loaded + score.least_stored
    return ListedSolution(
        id=found.row.id,
        by=found.by,
        device=Device(found.row.device),
        created_at=found.row.created_at,
        lines=lines_of(found.source or ""),
        moved=None if score is None else score.loaded + score.stored,
        least=least,
    )


def lines_of(source: str) -> int:
    return len(source.rstrip().split("\n"))


def _hides(service: Service, row: tables.Share) -> bool:
    """Tell whether there is something to give away: a demo's code is in its editor already."""
    if row.kind != ShareKind.solution.value:
        return False
    try:
        return service.catalogue.get(row.puzzle).kind is not Kind.demo
    except UnknownPuzzle:
        return True


def _entitled(session: Session, row: tables.Share, visitor: str | None) -> bool:
    """Tell whether the visitor has solved the puzzle, or given it up."""
    if visitor is None:
        return False
    return (
        help.solved(session, visitor, row.puzzle) or help.of_puzzle(session, visitor, row.puzzle).gave_up_at is not None
    )
