"""The right solutions that the mutation test starts from: two to each puzzle."""

from pathlib import Path
from typing import Final

from playground_puzzles.catalogue import Catalogue
from playground_puzzles.models import Kind, Puzzle

SECOND: Final = Path(__file__).with_name("second")


def right_solutions(catalogue: Catalogue) -> dict[str, tuple[Puzzle, str]]:
    """Puzzle and source by name: `reference/01` is the folder's own, `second/01` another way to the same result."""
    found = {}
    for puzzle in catalogue.puzzles:
        if puzzle.kind is Kind.puzzle and puzzle.number is not None:
            number = f"{puzzle.number:02}"
            reference = catalogue.folder(puzzle.slug) / "solution.py"
            found[f"reference/{number}"] = puzzle, reference.read_text()
            found[f"second/{number}"] = puzzle, (SECOND / f"{number}.py").read_text()
    return dict(sorted(found.items()))
