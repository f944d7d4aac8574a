"""Help with a puzzle: hints counted, giving up, and the solution for who has solved it or given up."""

from fastapi import APIRouter, Response

from playground_backend import closing
from playground_backend.deps import AuthorDep, ServiceDep, VisitorDep
from playground_backend.errors import Invalid, NoSolution, Veiled
from playground_backend.messages import HelpTaken, OpenedHints
from playground_backend.service import Service
from playground_backend.store import help
from playground_puzzles.models import Kind, Puzzle, Solution

router = APIRouter(prefix="/api/puzzles/{slug}", tags=["help"])


@router.post("/hints", operation_id="openHints")
def open_hints(slug: str, told: OpenedHints, author: AuthorDep, service: ServiceDep) -> HelpTaken:
    """Count the most hints opened. Sending it again, or fewer, changes nothing."""
    puzzle = service.shelf.get(slug, author)
    if told.opened > len(puzzle.hints):
        raise Invalid(f"`{puzzle.slug}` has {len(puzzle.hints)} hints.", "opened")
    with service.database.write() as session:
        closing.demand_hints(session, author, puzzle.slug)
        help.open_hints(session, author, puzzle.slug, told.opened)
        return _taken(help.of_puzzle(session, author, puzzle.slug))


@router.post("/give-up", operation_id="giveUp")
def give_up(slug: str, author: AuthorDep, service: ServiceDep) -> HelpTaken:
    """Mark the puzzle as given up; its solution is open from then on. Nothing changes for who has solved it."""
    puzzle = _to_solve(service, slug, author)
    with service.database.write() as session:
        closing.demand_solutions(session, author, puzzle.slug)
        help.give_up(session, author, puzzle.slug)
        return _taken(help.of_puzzle(session, author, puzzle.slug))


@router.get("/solution", operation_id="getSolution")
def get_solution(slug: str, visitor: VisitorDep, service: ServiceDep, response: Response) -> Solution:
    """The reference solution and why it is right. 403 `veiled` until you have solved the puzzle or given up."""
    puzzle = _to_solve(service, slug, visitor)
    allowed = False
    if visitor is not None:
        with service.database.write() as session:
            closing.demand_solutions(session, visitor, puzzle.slug)
            allowed = help.see_solution(session, visitor, puzzle.slug)
    if not allowed:
        raise Veiled("The solution opens when you have solved the puzzle, or given up on it.")
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Vary"] = "Cookie"
    return service.shelf.solution(puzzle.slug)


def _to_solve(service: Service, slug: str, visitor: str | None) -> Puzzle:
    puzzle = service.shelf.get(slug, visitor)
    if puzzle.kind is Kind.demo:
        raise NoSolution("A demo has nothing to solve: its code is in the editor already.")
    return puzzle


def _taken(found: help.Help) -> HelpTaken:
    return HelpTaken(
        puzzle=found.puzzle,
        hints=found.hints,
        gave_up=found.gave_up_at is not None,
        gave_up_at=found.gave_up_at,
    )
