"""The files of one puzzle, read into a Puzzle and checked whole."""

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
from playground_puzzles.texts import OnDisk, Texts

FROM_FILES: Final = frozenset({"cases", "statement", "starter", "hints", "expected_output", "questions"})
"""Fields of Puzzle that have a file of their own and so may not stand in puzzle.toml."""


def read(path: Path) -> Puzzle:
    """The puzzle in this folder, of which no file is executed. Raises PuzzleError, naming file and field."""
    return parse(OnDisk(path))


def parse(folder: Texts) -> Puzzle:
    """The puzzle of these files, as `read`."""
    table = _toml(folder, "puzzle.toml")
    for field in FROM_FILES & table.keys():
        raise _error(folder, "puzzle.toml", field, "has a file of its own and does not belong here")
    cases = _toml(folder, "cases.toml")
    for field in cases.keys() - {"cases"}:
        raise _error(folder, "cases.toml", field, "is no known field; each case is a [[cases]] table")
    lesson = _toml(folder, "lesson.toml") if folder.text("lesson.toml") is not None else {}
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
            "expected_output": folder.text("expected_output.txt"),
        },
    )
    for file, field, what in chain(
        rules.broken(puzzle), rules.broken_explanation(puzzle, folder.text("explanation.md"))
    ):
        raise _error(folder, file, field, what)
    for file, field, what in signatures.broken(puzzle, _sources(folder, puzzle)):
        raise _error(folder, file, field, what)
    return puzzle


def solution(path: Path, slug: str) -> Solution:
    """The reference solution in a puzzle's folder. Raises PuzzleError."""
    folder = OnDisk(path)
    return Solution(puzzle=slug, source=_text(folder, "solution.py"), explanation=folder.text("explanation.md"))


def _puzzle(folder: Texts, fields: Mapping[str, Any]) -> Puzzle:
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


def _sources(folder: Texts, puzzle: Puzzle) -> dict[str, str]:
    """The Python files that must be there, by name. A demo's starter is its solution."""
    names = ["starter.py"]
    if puzzle.kind is Kind.puzzle:
        names.append("solution.py")
    if any(tensor.role is Role.output for tensor in puzzle.tensors):
        names.append("spec.py")
    return {name: _text(folder, name) for name in names}


def _hints(folder: Texts) -> list[str]:
    """The text below each `## ` heading of hints.md; the headings themselves are for the author."""
    text = folder.text("hints.md")
    if text is None:
        return []
    before, *steps = re.split(r"^## .*$", text, flags=re.MULTILINE)
    if before.strip() or not steps:
        raise _error(folder, "hints.md", "line 1", "must be a heading such as `## The idea`; each one starts a hint")
    for number, step in enumerate(steps, 1):
        if not step.strip():
            raise _error(folder, "hints.md", f"hint {number}", "is empty")
    return [step.strip() for step in steps]


def _toml(folder: Texts, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(_text(folder, file))
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"{folder.where(file)}: is no valid TOML: {error}") from None
    except ValueError:  # the same, of a number with thousands of digits
        raise PuzzleError(f"{folder.where(file)}: is no valid TOML: a number in it is too long") from None
    except RecursionError:
        raise PuzzleError(f"{folder.where(file)}: is no valid TOML: it is nested too deeply") from None


def _text(folder: Texts, file: str) -> str:
    text = folder.text(file)
    if text is None:
        raise PuzzleError(f"{folder.where(file)}: the file is missing")
    return text


def _error(folder: Texts, file: str, field: str, what: str) -> PuzzleError:
    return PuzzleError(f"{folder.where(file)}: {field}: {what}")
