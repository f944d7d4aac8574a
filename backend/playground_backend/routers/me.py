"""The visitor: what is tried and solved."""

from fastapi import APIRouter

from playground_backend.deps import ServiceDep, VisitorDep
from playground_backend.messages import Me, PuzzleProgress
from playground_backend.store import records

router = APIRouter(prefix="/api/me", tags=["me"])


@router.get("", operation_id="getMe")
def get_me(visitor: VisitorDep, service: ServiceDep) -> Me:
    """Your progress. Looking makes no identity: the first submission does."""
    if visitor is None:
        return Me(puzzles=[])
    with service.database.read() as session:
        found = records.progress(session, visitor)
    order = {puzzle.slug: place for place, puzzle in enumerate(service.catalogue.puzzles)}
    found.sort(key=lambda each: (order.get(each.puzzle, len(order)), each.puzzle, each.device))
    return Me(
        puzzles=[
            PuzzleProgress(
                puzzle=each.puzzle,
                device=each.device,
                attempts=each.attempts,
                solved=each.solved_at is not None,
                solved_at=each.solved_at,
            )
            for each in found
        ]
    )
