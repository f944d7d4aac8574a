"""`triton-playground compile`: a file compiled through the same sandbox as the service, with no server."""

from pathlib import Path
from typing import Final

import typer

from playground_puzzles import logs
from playground_puzzles.catalogue import extra_paths, load
from playground_puzzles.errors import PlaygroundError
from playground_puzzles.models import Compiled, CompileJob, Target
from playground_puzzles.source_text import normalise
from playground_workers.compiler.compiler import OURS, Compiler
from playground_workers.compiler.policy import compile_policy
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.errors import SandboxError
from playground_workers.source_file import read_source

COMPILES: Final = 0
DOES_NOT: Final = 1
USAGE: Final = 2
NOT_KNOWN: Final = 3


def compile_file(*, puzzle: str, file: Path, target: Target, case: str | None, as_json: bool) -> int:
    """Returns the exit status."""
    logs.configure("error")
    try:
        catalogue = load(extra_paths())
        found = catalogue.get(puzzle)
        source = normalise(read_source(file))
        names = [known.name for known in found.cases]
        if case is not None and case not in names:
            raise PlaygroundError(f"{found.slug} has no case {case}. Its cases: {', '.join(names)}.")
    except PlaygroundError as error:
        typer.echo(f"triton-playground: {error}", err=True)
        return USAGE
    try:
        with Box(compile_policy()) as box:
            job = CompileJob(id="command-line", puzzle=found.slug, source=source, case=case, target=target)
            compiled = Compiler(catalogue, box).compile(job)
    except SandboxError as error:
        typer.echo(f"triton-playground: {OURS} {error}", err=True)
        return NOT_KNOWN
    typer.echo(compiled.model_dump_json(indent=2) if as_json else "\n".join(_lines(compiled)))
    return {True: COMPILES, False: DOES_NOT, None: NOT_KNOWN}[compiled.compiles]


def _lines(compiled: Compiled) -> list[str]:
    """As a person reads it in a terminal."""
    words = {True: "Compiles", False: "Does not compile", None: "Not known whether it compiles"}
    numbers = ", ".join(f"{name} = {value}" for name, value in compiled.numbers.items())
    lines = [f"{words[compiled.compiles]} for {compiled.target.value}{f', with {numbers}' if numbers else ''}"]
    if compiled.error is not None:
        where = f"line {compiled.error.line}: " if compiled.error.line else ""
        lines.append(f"  {where}{compiled.error.message}")
        lines += [f"  {compiled.error.hint}"] if compiled.error.hint else []
    for lesson in compiled.lessons:
        lines.append(f"  {lesson.name.replace('_', ' ')}: {lesson.value}. {lesson.text}")
    return lines
