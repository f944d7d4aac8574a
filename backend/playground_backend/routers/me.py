"""The visitor: what is tried and solved, and with what help."""

from fastapi import APIRouter

from playground_backend.deps import ServiceDep, WhoDep
from playground_backend.messages import Me, PuzzleProgress
from playground_backend.routers.account import account_of
from playground_backend.store import help, standings
from playground_backend.store.help import Help
from playground_backend.store.tables import Standing
from playground_puzzles.models import Device

router = APIRouter(prefix="/api/me", tags=["me"])


@router.get("", operation_id="getMe")
def get_me(who: WhoDep, service: ServiceDep) -> Me:
    """Who you are, and your progress. Looking makes no identity: the first submission, or the first hint, does."""
    if who is None:
        return Me(puzzles=[])
    visitor = who.owner
    with service.database.read() as session:
        account = account_of(session, service, visitor, is_admin=who.is_admin)
        tried = standings.of_owner(session, visitor)
        helped = {each.puzzle: each for each in help.of_owner(session, visitor)}
    entries = [_entry(each, helped.get(each.puzzle, Help(each.puzzle))) for each in tried]
    known = {each.puzzle for each in tried}
    entries += [_untried(each) for each in helped.values() if each.puzzle not in known]
    order = {puzzle.slug: place for place, puzzle in enumerate(service.catalogue.puzzles)}
    entries.sort(key=lambda each: (order.get(each.puzzle, len(order)), each.puzzle, each.device))
    return Me(puzzles=entries, account=account)


def _entry(tried: Standing, helped: Help) -> PuzzleProgress:
    return PuzzleProgress(
        puzzle=tried.puzzle,
        device=Device(tried.device),
        attempts=tried.attempts,
        solved=tried.solved_at is not None,
        solved_at=tried.solved_at,
        tried_at=tried.tried_at,
        hints=helped.hints,
        gave_up=helped.gave_up_at is not None,
        copied=tried.copied,
        ranked=tried.band is not None,
        moved=tried.moved,
    )


def _untried(helped: Help) -> PuzzleProgress:
    return PuzzleProgress(
        puzzle=helped.puzzle,
        device=Device.interpreter,
        attempts=0,
        solved=False,
        solved_at=None,
        tried_at=None,
        moved=None,
        hints=helped.hints,
        gave_up=helped.gave_up_at is not None,
    )
