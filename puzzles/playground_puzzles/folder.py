"""One puzzle folder, read into a Puzzle and checked whole."""

import json
import re
import tomllib
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from playground_puzzles import rules, signatures
from playground_puzzles.errors import PuzzleError
from playground_puzzles.models import Kind, Puzzle, Role, Solution

FROM_FILES: Final = frozenset({"cases", "statement", "starter", "hints", "expected_output", "questions"})
"""Fields of Puzzle that have a file of their own and so may not stand in puzzle.toml."""


def read(folder: Path) -> Puzzle:
    """The puzzle in this folder, of which no file is executed. Raises PuzzleError, naming file and field."""
    table = _toml(folder, "puzzle.toml")
    for field in FROM_FILES & table.keys():
        raise _error(folder, "puzzle.toml", field, "has a file of its own and does not belong here")
    cases = _toml(folder, "cases.toml")
    for field in cases.keys() - {"cases"}:
        raise _error(folder, "cases.toml", field, "is no known field; each case is a [[cases]] table")
    lesson = _toml(folder, "lesson.toml") if (folder / "lesson.toml").exists() else {}
    for field in lesson.keys() - {"questions"}:
        raise _error(folder, "lesson.toml", field, "is no known field; each question is a [[questions]] table")
    puzzle = _puzzle(
        folder,
        {"number": None}  # TOML has no null: a puzzle without a number leaves it out
        | table
        | cases
        | lesson
        | {
            "statement": _text(folder, "statement.md"),
            "starter": _text(folder, "starter.py"),
            "hints": _hints(folder),
            "expected_output": _optional(folder, "expected_output.txt"),
        },
    )
    for file, field, what in chain(rules.broken(puzzle), rules.broken_explanation(puzzle, explanation(folder))):
        raise _error(folder, file, field, what)
    for file, field, what in signatures.broken(puzzle, _sources(folder, puzzle)):
        raise _error(folder, file, field, what)
    return puzzle


def solution(folder: Path, slug: str) -> Solution:
    """The reference solution in a puzzle's folder. Raises PuzzleError."""
    return Solution(puzzle=slug, source=_text(folder, "solution.py"), explanation=explanation(folder))


def explanation(folder: Path) -> str | None:
    """Why the reference solution is right; apart from Puzzle, which anybody may see."""
    return _optional(folder, "explanation.md")


def _puzzle(folder: Path, fields: Mapping[str, Any]) -> Puzzle:
    try:
        # Strict, or the text "32" would do as a size; and through JSON, since only from there strict validation
        # takes an array for a tuple.
        return Puzzle.model_validate_json(json.dumps(fields, default=str), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        file = {"cases": "cases.toml", "questions": "lesson.toml"}.get(str(first["loc"][0]), "puzzle.toml")
        raise _error(folder, file, _field(first["loc"]), _sentence(first)) from None


def _field(location: tuple[int | str, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location).lstrip(".")


def _sentence(error: ErrorDetails) -> str:
    match error["type"]:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return "is no known field; is it spelled right?"
        case "string_pattern_mismatch":
            return f"{error['input']!r} must be lower-case letters, digits and hyphens, and not digits alone"
        case _:
            message = error["msg"].removeprefix("Input ")
            return f"{message[:1].lower()}{message[1:]}, but is {error['input']!r}"


def _sources(folder: Path, puzzle: Puzzle) -> dict[str, str]:
    """The Python files that must be there, by name. A demo's starter is its solution."""
    names = ["starter.py"]
    if puzzle.kind is Kind.puzzle:
        names.append("solution.py")
    if any(tensor.role is Role.output for tensor in puzzle.tensors):
        names.append("spec.py")
    return {name: _text(folder, name) for name in names}


def _hints(folder: Path) -> list[str]:
    """The text below each `## ` heading of hints.md; the headings themselves are for the author."""
    text = _optional(folder, "hints.md")
    if text is None:
        return []
    before, *steps = re.split(r"^## .*$", text, flags=re.MULTILINE)
    if before.strip() or not steps:
        raise _error(folder, "hints.md", "line 1", "must be a heading such as `## The idea`; each one starts a hint")
    for number, step in enumerate(steps, 1):
        if not step.strip():
            raise _error(folder, "hints.md", f"hint {number}", "is empty")
    return [step.strip() for step in steps]


def _toml(folder: Path, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(_text(folder, file))
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"{folder.name}/{file}: is no valid TOML: {error}") from None


def _optional(folder: Path, file: str) -> str | None:
    return _text(folder, file) if (folder / file).exists() else None


def _text(folder: Path, file: str) -> str:
    try:
        return (folder / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise PuzzleError(f"{folder.name}/{file}: the file is missing") from None
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{folder.name}/{file}: cannot be read as UTF-8 text: {error}") from None


def _error(folder: Path, file: str, field: str, what: str) -> PuzzleError:
    return PuzzleError(f"{folder.name}/{file}: {field}: {what}")
