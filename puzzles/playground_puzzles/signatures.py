"""What a puzzle's Python files must define. They are parsed, never executed."""

import ast
from collections.abc import Iterator, Mapping

from playground_puzzles.models import Puzzle, Role
from playground_puzzles.rules import Broken


def broken(puzzle: Puzzle, sources: Mapping[str, str]) -> Iterator[Broken]:
    """What is not right in the files, given by name, most basic first."""
    for file, source in sources.items():
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            yield file, f"line {line}", f"is no valid Python: {getattr(error, 'msg', error)}"
            return
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        yield from _spec(puzzle, functions) if file == "spec.py" else _kernel(puzzle, file, functions)


def _kernel(puzzle: Puzzle, file: str, functions: Mapping[str, ast.FunctionDef]) -> Iterator[Broken]:
    kernel = functions.get(puzzle.kernel)
    if kernel is None:
        yield file, puzzle.kernel, "this kernel, which puzzle.toml names, is not defined"
        return
    if not any(ast.unparse(decorator).split("(")[0] in ("triton.jit", "jit") for decorator in kernel.decorator_list):
        yield file, puzzle.kernel, "must be decorated with @triton.jit"
    arguments = [*kernel.args.posonlyargs, *kernel.args.args, *kernel.args.kwonlyargs]
    names = [argument.arg for argument in arguments]
    tensors = [tensor.parameter for tensor in puzzle.tensors]
    if names[: len(tensors)] != tensors:
        yield file, puzzle.kernel, f"must take the tensors first, in this order: {', '.join(tensors)}"
    known = set(tensors)
    for parameter in (*puzzle.sizes, *puzzle.blocks):
        known.add(parameter.name)
        if parameter.name not in names and not parameter.optional:
            yield file, puzzle.kernel, f"has no parameter {parameter.name}"
    for name in names:
        if name not in known:
            yield file, puzzle.kernel, f"takes {name}, which puzzle.toml does not name"
    blocks = {block.name for block in puzzle.blocks}
    for argument in arguments:
        annotation = "" if argument.annotation is None else ast.unparse(argument.annotation)
        if argument.arg in blocks and annotation.split(".")[-1] != "constexpr":
            yield file, puzzle.kernel, f"{argument.arg} is a block and must be annotated tl.constexpr"


def _spec(puzzle: Puzzle, functions: Mapping[str, ast.FunctionDef]) -> Iterator[Broken]:
    inputs = [tensor.name for tensor in puzzle.tensors if tensor.role is Role.input]
    for name, wanted in (("spec", [*inputs, "sizes"]), ("bound", [*inputs, "sizes", "expected"])):
        if name not in functions:
            yield "spec.py", name, f"is not defined; it must be a function of ({', '.join(wanted)})"
        elif [argument.arg for argument in functions[name].args.args] != wanted:
            yield "spec.py", name, f"must take these arguments: {', '.join(wanted)}"
