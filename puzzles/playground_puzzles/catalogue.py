"""All puzzles that this installation knows: the built-in folders, and those that PUZZLES_PATH names."""

import difflib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playground_puzzles import folder
from playground_puzzles.errors import PuzzleError, UnknownPuzzle
from playground_puzzles.models import SANDBOX, Kind, Puzzle, Solution
from playground_puzzles.own import PREFIX

BUILT_IN: Final = Path(__file__).with_name("folders")
PUZZLES_PATH: Final = "PUZZLES_PATH"
SHOWN_KEY: Final = 60  # characters of an unknown key that a message repeats


def load(extra: Sequence[Path] = ()) -> "Catalogue":
    """Read and check the built-in puzzles and each puzzle folder found in the folders of `extra`.

    Raises PuzzleError, which names the file and the field, at the first thing that is not right.
    """
    found: dict[str, tuple[Puzzle, Path]] = {}
    numbers: dict[int, Path] = {}
    for root in (BUILT_IN, *extra):
        for path in _puzzle_folders(root):
            puzzle = folder.read(path)
            if puzzle.slug == SANDBOX:
                raise PuzzleError(f"{path.name}/puzzle.toml: slug: {SANDBOX!r} is what free runs are called")
            if puzzle.slug.startswith(PREFIX):
                what = f"what begins with {PREFIX!r} is a puzzle that a teacher writes in the browser"
                raise PuzzleError(f"{path.name}/puzzle.toml: slug: {what}")
            if puzzle.slug in found:
                other = found[puzzle.slug][1]
                raise PuzzleError(f"{path.name}/puzzle.toml: slug: {puzzle.slug!r} is also the slug of {other}")
            if puzzle.number is not None:
                if puzzle.number in numbers:
                    other = numbers[puzzle.number]
                    raise PuzzleError(
                        f"{path.name}/puzzle.toml: number: {puzzle.number} is also the number of {other}; "
                        "leave number out for a puzzle of your own"
                    )
                numbers[puzzle.number] = path
            found[puzzle.slug] = puzzle, path
    puzzles = sorted((puzzle for puzzle, _ in found.values()), key=_place)
    return Catalogue(tuple(puzzles), {slug: path for slug, (_, path) in found.items()})


def extra_paths() -> tuple[Path, ...]:
    """The folders of puzzle folders that the environment variable PUZZLES_PATH names, in its order."""
    return tuple(Path(part).expanduser() for part in os.environ.get(PUZZLES_PATH, "").split(os.pathsep) if part)


@dataclass(frozen=True)
class Catalogue:
    """puzzles: demos first, then by number, then those without a number by slug."""

    puzzles: tuple[Puzzle, ...]
    _folders: Mapping[str, Path]

    def get(self, key: str | int) -> Puzzle:
        """The puzzle of this slug or number; a number may come as text. Raises UnknownPuzzle."""
        text = str(key)
        for puzzle in self.puzzles:
            if text == puzzle.slug or (puzzle.number is not None and text == str(puzzle.number)):
                return puzzle
        shown = text if len(text) <= SHOWN_KEY else text[:SHOWN_KEY] + "..."
        near = difflib.get_close_matches(text[:SHOWN_KEY].lower(), self._folders, n=1)
        advice = f"Did you mean {near[0]}?" if near else "`triton-playground puzzles` lists them all."
        raise UnknownPuzzle(f"No puzzle has the slug or number {shown!a}. {advice}")

    def folder(self, slug: str) -> Path:
        """Where the puzzle's spec.py and solution.py are. Raises UnknownPuzzle."""
        return self._folders[self.get(slug).slug]

    def solution(self, slug: str) -> Solution:
        """The reference solution of a puzzle that is no demo. Raises UnknownPuzzle, PuzzleError."""
        return folder.solution(self.folder(slug), self.get(slug).slug)


def _puzzle_folders(root: Path) -> Iterator[Path]:
    if not root.is_dir():
        raise PuzzleError(f"{root}: there is no such folder; {PUZZLES_PATH} must name folders of puzzle folders")
    for path in sorted(root.iterdir()):
        if path.is_dir() and not path.name.startswith((".", "_")):
            yield path


def _place(puzzle: Puzzle) -> tuple[int, int, str]:
    if puzzle.kind is Kind.demo:
        return 0, 0, puzzle.slug
    if puzzle.number is not None:
        return 1, puzzle.number, puzzle.slug
    return 2, 0, puzzle.slug
