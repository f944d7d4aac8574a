"""Share links: any of one's own runs at an address of its own, never changed, for as long as its owner lets it be."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse
from sqlalchemy.orm import Session

from playground_backend import closing, sharing
from playground_backend.deps import COUNTED, AuthorDep, ServiceDep, VisitorDep
from playground_backend.errors import NotJudged, NotYours, ShareDeleted, UnknownSubmission, Veiled
from playground_backend.messages import Accepted
from playground_backend.service import Service
from playground_backend.share_messages import (
    ListedSolutions,
    NewShare,
    OwnShare,
    ShareChange,
    SharedSolution,
    ShareLink,
)
from playground_backend.store import help, records, shares, tables
from playground_backend.store.records import Wanted
from playground_puzzles.errors import UnknownPuzzle
from playground_puzzles.models import SANDBOX, Device, Launch, Outcome, Verdict

_PRIVATE: Final = {"Cache-Control": "private, no-store", "Vary": "Cookie"}

router = APIRouter(tags=["solutions"])


@router.post("/api/solutions", operation_id="shareSolution", status_code=201, dependencies=[COUNTED])
def share_solution(new: NewShare, visitor: VisitorDep, service: ServiceDep) -> ShareLink:
    """Make a link to one of your own judged submissions. The same source gives the same link; what it shows stays.

    410 `share_deleted` where you have deleted the link to this source.
    """
    with service.database.write() as session:
        closing.demand_shares(session, visitor)
        row = records.find(session, new.submission, visitor)
        if row is None:
            raise UnknownSubmission("You have no submission of this id.")
        if row.verdict is None or row.outcome in (Outcome.cancelled.value, Outcome.internal_error.value):
            raise NotJudged("This run has come to no verdict of its own. Run it again, then share it.")
        if row.trimmed_at is not None and not session.get_one(tables.Source, row.source).text:
            raise NotJudged("The code of this run was deleted when its time was over. Run it again, then share it.")
        made = shares.share(session, row, service.links.of(row))
        if made is None:
            raise UnknownSubmission("You have no submission of this id.")
        if made.deleted_at is not None:
            raise ShareDeleted(
                "You have deleted the link to this source, so it stays deleted. Change it and share that."
            )
        return sharing.link(service, made.id)


@router.get("/api/solutions", operation_id="listOwnShares")
def list_own_shares(visitor: VisitorDep, service: ServiceDep) -> list[OwnShare]:
    """Your links, the newest first."""
    if visitor is None:
        return []
    with service.database.read() as session:
        return [sharing.own_view(service, row) for row in shares.own(session, visitor)]


@router.get("/api/solutions/{id}", operation_id="getSharedSolution")
def get_shared_solution(id: str, visitor: VisitorDep, service: ServiceDep, response: Response) -> SharedSolution:
    """What a link leads to. A solution to a puzzle that you have not solved comes veiled: without its source."""
    response.headers.update(_PRIVATE)
    return _seen(service, id, visitor)


@router.post("/api/solutions/{id}/reveal", operation_id="revealSolution")
def reveal_solution(id: str, author: AuthorDep, service: ServiceDep) -> SharedSolution:
    """Lift the veil for yourself. An answer identical to this one is not ranked afterwards; nothing else changes."""
    with service.database.write() as session:
        found = sharing.find(session, id)
        closing.demand_link(session, author, found.row)
        sharing.demand_puzzle(session, found.row, author)
        if sharing.veiled(session, service, found.row, author):
            shares.see(session, author, id)
    return _seen(service, id, author)


@router.get(
    "/api/solutions/{id}/raw",
    operation_id="getSharedSource",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "The source alone"}},
)
def get_shared_source(id: str, visitor: VisitorDep, service: ServiceDep) -> Response:
    """The source as plain text. 403 `veiled` where it is kept back."""
    with service.database.read() as session:
        found = sharing.opened(session, service, id, visitor)
        seen = sharing.view(session, service, found, visitor)
    sharing.note_view(service, seen, visitor)
    # A sandbox of its own, so that no browser takes it for anything but text.
    policy = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox"}
    return PlainTextResponse(seen.source, headers=_PRIVATE | policy)


@router.post("/api/solutions/{id}/again", operation_id="runSharedAgain", status_code=202)
def run_shared_again(id: str, author: AuthorDep, service: ServiceDep) -> Accepted:
    """Judge it now, with the same seed: a replay of your own, never counted. 403 `veiled` where it is kept back."""
    with service.database.read() as session:
        found = sharing.opened(session, service, id, author)
        row, source = found.row, found.source
    assert source is not None
    verdict = Verdict.model_validate(row.verdict)
    if row.launch is None:
        service.shelf.get(row.puzzle, author)  # raises where the host has taken the puzzle away
        wanted = Wanted(row.puzzle, Device(row.device), _only_case(service, verdict, author), verdict.seed)
    else:
        launch = Launch.model_validate({**row.launch, "seed": verdict.seed})
        wanted = Wanted(SANDBOX, Device(row.device), seed=verdict.seed, launch=launch)
    entry = service.accept(author, source, [wanted])[0]
    return Accepted(id=entry.id, status=entry.status, position=entry.position)


@router.patch("/api/solutions/{id}", operation_id="changeShare", dependencies=[COUNTED])
def change_share(id: str, change: ShareChange, visitor: VisitorDep, service: ServiceDep) -> SharedSolution:
    """List your link among the solutions to its puzzle, or take it out of there. It stays at its address."""
    with service.database.write() as session:
        row = _own(session, id, visitor)
        shares.set_listed(session, row, change.listed)
    return _seen(service, id, visitor)


@router.delete("/api/solutions/{id}", operation_id="deleteShare", status_code=204, dependencies=[COUNTED])
def delete_share(id: str, visitor: VisitorDep, service: ServiceDep) -> None:
    """Delete your link for good: its address answers 410 from then on, also should you share the same source again."""
    with service.database.write() as session:
        _own(session, id, visitor)
        shares.delete(session, id)


@router.get("/api/puzzles/{slug}/solutions", operation_id="listSolutions")
def list_solutions(
    slug: str,
    visitor: VisitorDep,
    service: ServiceDep,
    response: Response,
    page: Annotated[int, Query(ge=1, le=10_000)] = 1,
) -> ListedSolutions:
    """Others' shared solutions, for who has solved the puzzle: 403 `veiled` to others."""
    puzzle = service.shelf.get(slug, visitor)
    response.headers.update(_PRIVATE)
    with service.database.read() as session:
        if visitor is None or not help.solved(session, visitor, puzzle.slug):
            raise Veiled("Others' solutions open when you have solved the puzzle.")
        closing.demand_solutions(session, visitor, puzzle.slug)
        found = shares.listed(session, puzzle.slug, visitor, page)
    return ListedSolutions(
        solutions=[sharing.listed_view(each) for each in found[: shares.PAGE]], more=len(found) > shares.PAGE
    )


def _seen(service: Service, id: str, visitor: str | None) -> SharedSolution:
    with service.database.read() as session:
        seen = sharing.view(session, service, sharing.find(session, id), visitor)
    sharing.note_view(service, seen, visitor)
    return seen


def _own(session: Session, id: str, visitor: str | None) -> tables.Share:
    """Raises as `sharing.find`, and NotYours."""
    row = sharing.find(session, id).row
    if visitor is None or row.owner != visitor:
        raise NotYours("Only its owner can change or delete a link.")
    return row


def _only_case(service: Service, verdict: Verdict, visitor: str) -> str | None:
    """The case of a run that judged one alone."""
    try:
        known = {case.name for case in service.shelf.get(verdict.puzzle, visitor).cases}
    except UnknownPuzzle:
        return None
    judged = [case.name for case in verdict.cases]
    return judged[0] if len(judged) == 1 and len(known) > 1 and judged[0] in known else None
