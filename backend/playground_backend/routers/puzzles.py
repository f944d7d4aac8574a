"""The puzzles: their list, and each with statement, starter and cases."""

from fastapi import APIRouter

from playground_backend.deps import ServiceDep
from playground_puzzles.models import Puzzle, PuzzleSummary

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])


@router.get("", operation_id="listPuzzles")
def list_puzzles(service: ServiceDep) -> list[PuzzleSummary]:
    """All puzzles and demos, in their order."""
    fields = set(PuzzleSummary.model_fields)
    return [PuzzleSummary(**puzzle.model_dump(include=fields)) for puzzle in service.catalogue.puzzles]


@router.get("/{slug}", operation_id="getPuzzle")
def get_puzzle(slug: str, service: ServiceDep) -> Puzzle:
    """One puzzle, by slug or number."""
    return service.catalogue.get(slug)
