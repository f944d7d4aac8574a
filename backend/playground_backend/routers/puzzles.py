"""The puzzles: their list, and each with statement, starter and cases."""

from fastapi import APIRouter

from playground_backend import closing
from playground_backend.deps import ServiceDep, VisitorDep
from playground_puzzles.models import Puzzle, PuzzleSummary

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])


@router.get("", operation_id="listPuzzles")
def list_puzzles(visitor: VisitorDep, service: ServiceDep) -> list[PuzzleSummary]:
    """All puzzles and demos, in their order, then what your classes' teachers have written for you."""
    fields = set(PuzzleSummary.model_fields)
    puzzles = (*service.catalogue.puzzles, *service.shelf.of_classes(visitor))
    return [PuzzleSummary(**puzzle.model_dump(include=fields)) for puzzle in puzzles]


@router.get("/{slug}", operation_id="getPuzzle")
def get_puzzle(slug: str, visitor: VisitorDep, service: ServiceDep) -> Puzzle:
    """One puzzle, by slug or number. Without its hints for whom an assignment closes them just now."""
    puzzle = service.shelf.get(slug, visitor)
    if visitor is None or not puzzle.hints:
        return puzzle
    with service.database.read() as session:
        is_closed = closing.hints_are_closed(session, visitor, puzzle.slug)
    return puzzle.model_copy(update={"hints": ()}) if is_closed else puzzle
