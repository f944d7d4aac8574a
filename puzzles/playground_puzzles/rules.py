"""What must hold between the fields of a puzzle, beyond the type of each."""

import ast
import math
import re
from collections.abc import Iterator
from typing import Final

from playground_puzzles.expressions import LONGEST, evaluate
from playground_puzzles.models import Case, Fill, Kind, Puzzle, Role

MAX_ELEMENTS: Final = 2**20
"""Of one tensor. The interpreter takes seconds for more, and a submission has seconds for all its cases."""

MAX_PROGRAMS: Final = 2**16
"""Of one launch: the judge keeps some bytes for each."""

Broken = tuple[str, str, str]
"""File, field, and what is not right there."""


def broken(puzzle: Puzzle) -> Iterator[Broken]:
    """What is not right, most basic first. Later findings may follow from the first."""
    yield from _words(puzzle)
    yield from _names(puzzle)
    yield from _tensors(puzzle)
    yield from _cases(puzzle)
    yield from _launches(puzzle)


def _words(puzzle: Puzzle) -> Iterator[Broken]:
    for field in ("track", "title", "summary"):
        if not getattr(puzzle, field).strip():
            yield "puzzle.toml", field, "is empty"
    if not puzzle.statement.strip():
        yield "statement.md", "text", "is empty"
    yield from _unpaired_dollar("statement.md", puzzle.statement)
    for number, hint in enumerate(puzzle.hints, 1):
        for file, line, what in _unpaired_dollar("hints.md", hint):
            yield file, f"hint {number}, {line}", what

    yield from _texts(puzzle)


def broken_explanation(puzzle: Puzzle, text: str | None) -> Iterator[Broken]:
    """What is not right in explanation.md, which is no part of Puzzle: that is for everybody's eyes."""
    if text is None:
        return
    if puzzle.kind is Kind.demo:
        yield "explanation.md", "text", "a demo has no solution to explain; its questions are in lesson.toml"
    if not text.strip():
        yield "explanation.md", "text", "is empty"
    yield from _unpaired_dollar("explanation.md", text)


def _texts(puzzle: Puzzle) -> Iterator[Broken]:
    """What is told after a run, and what a lesson asks before it."""
    if puzzle.further is not None:
        if not puzzle.further.strip():
            yield "puzzle.toml", "further", "is empty"
        for file, line, what in _unpaired_dollar("puzzle.toml", puzzle.further):
            yield file, f"further, {line}", what
    if puzzle.questions and puzzle.kind is Kind.puzzle:
        yield "lesson.toml", "questions", "only a demo asks before it runs; delete this file"
    for at, one in enumerate(puzzle.questions):
        field = f"questions[{at}]"
        if one.answer >= len(one.choices):
            yield (
                "lesson.toml",
                f"{field}.answer",
                f"must be the place of a choice, 0 to {len(one.choices) - 1}, but is {one.answer}",
            )
        if len(set(one.choices)) < len(one.choices):
            yield "lesson.toml", f"{field}.choices", "two of them are the same"
        texts = [("question", one.question), ("explanation", one.explanation)]
        texts += [(f"choices[{place}]", choice) for place, choice in enumerate(one.choices)]
        for name, text in texts:
            if not text.strip():
                yield "lesson.toml", f"{field}.{name}", "is empty"
            for file, line, what in _unpaired_dollar("lesson.toml", text):
                yield file, f"{field}.{name}, {line}", what


def _unpaired_dollar(file: str, text: str) -> Iterator[Broken]:
    """Mathematics stands between dollar signs, and no formula goes on past an empty line."""
    blank = re.sub(r"```.*?```|`[^`\n]*`|\\\$", lambda code: re.sub(r"[^\n]", " ", code[0]), text, flags=re.DOTALL)
    line = 1
    for paragraph in re.split(r"(\n[ \t]*\n)", blank):
        if paragraph.count("$") % 2:
            yield file, f"line {line}", "the paragraph has an odd number of $; write \\$ for the sign itself"
        line += paragraph.count("\n")


def _names(puzzle: Puzzle) -> Iterator[Broken]:
    seen: set[str] = set()
    fields = [(f"tensors[{at}].parameter", tensor.parameter) for at, tensor in enumerate(puzzle.tensors)]
    fields += [(f"sizes[{at}].name", size.name) for at, size in enumerate(puzzle.sizes)]
    fields += [(f"blocks[{at}].name", block.name) for at, block in enumerate(puzzle.blocks)]
    for field, name in (*fields, ("kernel", puzzle.kernel)):
        if not name.isidentifier():
            yield "puzzle.toml", field, f"{name!r} is no Python name"
        if name in seen:
            yield "puzzle.toml", field, f"{name!r} is used twice"
        seen.add(name)
    tensors: set[str] = set()
    for at, tensor in enumerate(puzzle.tensors):
        field = f"tensors[{at}].name"
        if not tensor.name.isidentifier() or tensor.name in ("sizes", "expected"):
            yield "puzzle.toml", field, f"{tensor.name!r} cannot be the name of an argument of spec and bound"
        if tensor.name in tensors:
            yield "puzzle.toml", field, f"{tensor.name!r} is used twice"
        tensors.add(tensor.name)
        if tensor.parameter != f"{tensor.name}_ptr":
            yield (
                "puzzle.toml",
                f"tensors[{at}].parameter",
                f"must be {tensor.name}_ptr, the tensor's name with _ptr, but is {tensor.parameter}",
            )


def _tensors(puzzle: Puzzle) -> Iterator[Broken]:
    outputs = sum(tensor.role is Role.output for tensor in puzzle.tensors)
    if outputs > 1 or (outputs == 0 and puzzle.kind is Kind.puzzle):
        yield "puzzle.toml", "tensors", f"one tensor must have the role output, but {outputs} have it"
    if outputs == 0 and puzzle.expected_output is None:
        yield (
            "expected_output.txt",
            "text",
            "a demo must have this file, a tensor with the role output, or both",
        )
    if puzzle.kind is Kind.puzzle and puzzle.expected_output is not None:
        yield "expected_output.txt", "text", "only a demo is judged by what it prints; delete this file"
    for at, tensor in enumerate(puzzle.tensors):
        if tensor.role is Role.input:
            for field, what in _fill(tensor.fill, tensor.dtype):
                yield "puzzle.toml", f"tensors[{at}].fill.{field}", what


def _fill(fill: Fill, dtype: str) -> Iterator[tuple[str, str]]:
    integer = "int" in dtype
    if integer and fill.kind in ("normal", "uniform"):
        yield "kind", f"{fill.kind} does not fill {dtype}; use integers, bits, ones or arange"
    if not integer and fill.kind == "bits":
        yield "kind", f"bits does not fill {dtype}; use normal, uniform, integers, ones or arange"
    if not all(math.isfinite(value) for value in (fill.mean, fill.std, fill.low, fill.high)):
        yield "kind", "mean, std, low and high must be finite"
    if fill.std < 0:
        yield "std", f"must not be negative, but is {fill.std}"
    if fill.low > fill.high:
        yield "low", f"{fill.low} is greater than high, {fill.high}"


def _cases(puzzle: Puzzle) -> Iterator[Broken]:
    if not puzzle.cases:
        yield "cases.toml", "cases", "there must be at least one"
    names: set[str] = set()
    for at, case in enumerate(puzzle.cases):
        if case.name in names:
            yield "cases.toml", f"cases[{at}].name", f"{case.name!r} is used twice"
        names.add(case.name)
        for kind, declared, given in (
            ("sizes", puzzle.sizes, case.sizes),
            ("blocks", puzzle.blocks, case.blocks),
        ):
            known = {parameter.name for parameter in declared}
            for name in sorted(known - given.keys()):
                yield "cases.toml", f"cases[{at}].{kind}.{name}", "is missing"
            for name in given.keys() - known:
                yield (
                    "cases.toml",
                    f"cases[{at}].{kind}.{name}",
                    f"puzzle.toml has no [[{kind}]] of this name",
                )
        for name, block in case.blocks.items():
            if block & (block - 1):
                yield "cases.toml", f"cases[{at}].blocks.{name}", f"must be a power of two, but is {block}"
        inputs = {tensor.name: tensor for tensor in puzzle.tensors if tensor.role is Role.input}
        for name, fill in case.fills.items():
            if name not in inputs:
                yield (
                    "cases.toml",
                    f"cases[{at}].fills.{name}",
                    "puzzle.toml has no input tensor of this name",
                )
            else:
                for field, what in _fill(fill, inputs[name].dtype):
                    yield "cases.toml", f"cases[{at}].fills.{name}.{field}", what


def _launches(puzzle: Puzzle) -> Iterator[Broken]:
    """Shapes, grid and the least accesses, worked out for each case."""
    if not 1 <= len(puzzle.grid) <= 3:
        yield "puzzle.toml", "grid", f"must have one, two or three axes, but has {len(puzzle.grid)}"
    for tensor_at, tensor in enumerate(puzzle.tensors):
        for axis, expression in enumerate(tensor.shape):
            for block in puzzle.blocks:
                if block.name in _names_in(expression):
                    field = f"tensors[{tensor_at}].shape[{axis}]"
                    yield (
                        "puzzle.toml",
                        field,
                        f"`{expression}` uses the block {block.name}; a shape has sizes alone",
                    )
    for case in puzzle.cases:
        for tensor_at, tensor in enumerate(puzzle.tensors):
            elements = 1
            for axis, expression in enumerate(tensor.shape):
                field = f"tensors[{tensor_at}].shape[{axis}]"
                wrong = list(_positive(field, expression, case, case.sizes))
                yield from wrong
                elements *= 1 if wrong else evaluate(expression, case.sizes)
            if elements > MAX_ELEMENTS:
                what = f"{elements:,} elements in case {case.name}; at most {MAX_ELEMENTS:,} are allowed"
                yield "puzzle.toml", f"tensors[{tensor_at}].shape", what
        for axis, expression in enumerate(puzzle.grid):
            yield from _positive(f"grid[{axis}]", expression, case, case.sizes | case.blocks)
        yield from _programs(puzzle, case)
        for field in ("loads", "stores") if puzzle.memory is not None else ():
            yield from _positive(f"memory.{field}", getattr(puzzle.memory, field), case, case.sizes | case.blocks)


def _programs(puzzle: Puzzle, case: Case) -> Iterator[Broken]:
    try:
        programs = math.prod(evaluate(expression, case.sizes | case.blocks) for expression in puzzle.grid)
    except ValueError:
        return  # each axis says so
    if programs > MAX_PROGRAMS:
        yield (
            "puzzle.toml",
            "grid",
            f"{programs:,} programs in case {case.name}; at most {MAX_PROGRAMS:,} are allowed",
        )


def _positive(field: str, expression: str, case: Case, names: dict[str, int]) -> Iterator[Broken]:
    try:
        value = evaluate(expression, names)
    except ValueError as error:
        yield "puzzle.toml", field, str(error)
        return
    if value < 1:
        yield "puzzle.toml", field, f"`{expression}` must be at least 1, but is {value} in case {case.name}"


def _names_in(expression: str) -> set[str]:
    if len(expression) > LONGEST:
        return set()  # evaluate says so
    try:
        tree = ast.parse(expression, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return set()  # the same
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
