"""Puzzles that teachers write in the browser: their slugs, their files, and what they may be at most."""

import re
from collections.abc import Collection
from typing import Final

from playground_puzzles import folder
from playground_puzzles.errors import PuzzleError
from playground_puzzles.expressions import evaluate
from playground_puzzles.models import Kind, Puzzle
from playground_puzzles.texts import InMemory

PREFIX: Final = "own-"
"""Before the id, for the slug on this server. No folder may have such a slug."""

REQUIRED: Final = ("puzzle.toml", "cases.toml", "statement.md", "starter.py", "solution.py", "spec.py")
FILES: Final = (*REQUIRED, "hints.md", "explanation.md")

MAX_FILE_BYTES: Final = 64 * 1024
MAX_BYTES: Final = 128 * 1024
"""Of all files together. Each job carries some of it through Redis, and the queue holds hundreds of jobs."""

MAX_CASES: Final = 24
MAX_ELEMENTS: Final = 2**21
"""Of all tensors of all cases: they travel to the spec's sandbox, and float64 comes back."""

MAX_CPU_S: Final = 10
"""Of a submission. A built-in puzzle may have more, since its host has looked at it."""

_SLUG: Final = re.compile(rf"{PREFIX}([0-9a-f]{{1,28}})")


def slug_of(id: str) -> str:
    """What a puzzle of this id is called on this server."""
    return f"{PREFIX}{id}"


def id_of(slug: str | int) -> str | None:
    """The id in such a slug; None for another."""
    found = _SLUG.fullmatch(str(slug))
    return found[1] if found else None


def demand_sizes(files: dict[str, str]) -> None:
    """Raise PuzzleError where a file has an unknown name, is too long, or holds what no text file holds."""
    for name, text in files.items():
        if name not in FILES:
            raise PuzzleError(f"{name[:40]!r} is no file of a puzzle. There may be: {', '.join(FILES)}.")
        try:
            size = len(text.encode())
        except UnicodeEncodeError as error:
            line = text.count("\n", 0, error.start) + 1
            raise PuzzleError(f"{name}: line {line} holds half of a surrogate pair. Delete it.") from None
        if "\0" in text:
            raise PuzzleError(f"{name}: line {text.count(chr(10), 0, text.index(chr(0))) + 1} holds a NUL. Delete it.")
        if size > MAX_FILE_BYTES:
            raise PuzzleError(f"{name} is {size:,} bytes long; at most {MAX_FILE_BYTES:,} are taken.")
    total = sum(len(text.encode()) for text in files.values())
    if total > MAX_BYTES:
        raise PuzzleError(f"The files are {total:,} bytes long together; at most {MAX_BYTES:,} are taken.")


def read(files: dict[str, str], taken: Collection[str]) -> Puzzle:
    """The puzzle of these files, with the slug of its own folder. Raises PuzzleError, naming file and field.

    taken: slugs that it may not have.
    """
    demand_sizes(files)
    puzzle = folder.parse(InMemory(files))
    demand_limits(puzzle)
    if puzzle.slug in taken or puzzle.slug.startswith(PREFIX):
        raise PuzzleError(f"puzzle.toml: slug: {puzzle.slug!r} is taken; a puzzle of your own needs another")
    return puzzle


def demand_limits(puzzle: Puzzle) -> None:
    """Raise PuzzleError where a puzzle is more than a teacher's own may be."""
    if puzzle.kind is not Kind.puzzle:
        raise PuzzleError("puzzle.toml: kind: must be puzzle; a demo needs a folder on the server")
    if puzzle.number is not None:
        raise PuzzleError("puzzle.toml: number: leave it out; numbers are the built-in puzzles'")
    if puzzle.cpu_limit_s > MAX_CPU_S:
        raise PuzzleError(f"puzzle.toml: cpu_limit_s: at most {MAX_CPU_S} are allowed, but it is {puzzle.cpu_limit_s}")
    if len(puzzle.cases) > MAX_CASES:
        raise PuzzleError(f"cases.toml: cases: at most {MAX_CASES} are allowed, but there are {len(puzzle.cases)}")
    total = elements(puzzle)
    if total > MAX_ELEMENTS:
        raise PuzzleError(
            f"cases.toml: cases: the tensors of all cases have {total:,} elements; at most {MAX_ELEMENTS:,} are allowed"
        )


def elements(puzzle: Puzzle) -> int:
    """Of all tensors of all cases of a puzzle whose rules hold."""
    total = 0
    for case in puzzle.cases:
        for tensor in puzzle.tensors:
            count = 1
            for side in tensor.shape:
                count *= evaluate(side, case.sizes)
            total += count
    return total
