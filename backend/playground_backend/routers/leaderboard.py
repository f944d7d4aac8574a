"""The leaderboard, overall and of each puzzle."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from playground_backend import board
from playground_backend.board import Asked, Board
from playground_backend.deps import ServiceDep, VisitorDep, WhoDep
from playground_backend.errors import Invalid
from playground_backend.insiders import look_up
from playground_backend.rights import Action
from playground_backend.store.board import Scope
from playground_puzzles.models import Device, Kind

router = APIRouter(prefix="/api/leaderboard", tags=["leaderboard"])

_LAST_PAGE = 1_000_000  # beyond what there are people for, and far from what a database's integers end at


@router.get("", operation_id="getLeaderboard")
def get_leaderboard(
    who: WhoDep,
    visitor: VisitorDep,
    service: ServiceDep,
    response: Response,
    puzzle: Annotated[str | None, Query(max_length=100)] = None,
    device: Device = Device.interpreter,
    page: Annotated[int, Query(ge=1, le=_LAST_PAGE)] = 1,
    classroom: Annotated[str | None, Query(max_length=32)] = None,
) -> Board:
    """A page of 50 rows, and your own row whichever page that is.

    More puzzles solved come first, then the earlier time of the last one; attempts are shown and never counted
    against anybody. With a puzzle: fewer elements moved, then the earlier time. Equal rows share a rank. Puzzles that
    were given up, and code identical to a published or to a shared solution seen before, do not count.

    With a classroom of yours: its students alone. Its staff sees the names that the class knows them by.
    """
    insider = None if classroom is None else look_up(service, who, classroom)
    found = None if puzzle is None else service.catalogue.get(puzzle)
    if found is not None and found.kind is Kind.demo:
        raise Invalid("A demo counts for nothing, so it has no board.", "puzzle")
    counted = {each.slug for each in service.catalogue.puzzles if each.kind is not Kind.demo}
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie"
    slug = None if found is None else found.slug
    shows_members = insider is not None and insider.may(Action.see_members)
    scope = Scope(device, slug, None if insider is None else insider.classroom)
    asked = Asked(scope, page, visitor, shows_members)
    with service.database.read() as session:
        return board.read(session, service.rows, service.censuses, asked, counted)
