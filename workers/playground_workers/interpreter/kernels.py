"""A student's kernel, compiled as the interpreter needs it, and its parameters checked."""

import ast
import builtins
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from playground_workers.interpreter import driver
from playground_workers.interpreter.language import tl, triton
from playground_workers.interpreter.memory import SOURCE_FILE
from playground_workers.interpreter.source import Prepared, SourceProblem, names, nearest

BUILTINS: Final = names.BUILTINS | names.BUILTINS_INTERPRETER_ONLY.keys()
"""What the kernel's own globals offer of Python: what the source rules let be named, and nothing else."""


@dataclass(frozen=True)
class Kernel:
    """A student's kernel, ready to be called. parameters: those of the tensors first, in the order of the tensors.

    constexprs: parameters that are passed as plain Python numbers.
    """

    function: Callable[..., Any]
    parameters: tuple[str, ...]
    constexprs: frozenset[str]

    def taking(self, tensors: Sequence[str]) -> "Kernel":
        """The same kernel, for tensors that go to the parameters of these names."""
        return replace(self, parameters=(*tensors, *(name for name in self.parameters if name not in tensors)))


def compile_kernel(prepared: Prepared, *, rules: bool = True) -> Kernel:
    """Compile what the source rules let through, rewritten as the interpreter needs it.

    Helpers are plain functions here, not `triton.jit` objects: calling one is then a call, and its exceptions keep
    their lines. With rules off the module is executed as it is, decorators and all.
    """
    tree = prepared.tree
    if rules:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                node.decorator_list = []
    try:
        code = compile(driver.rewrite(tree), SOURCE_FILE, "exec", dont_inherit=True)
    except SyntaxError as error:  # what only the compiler sees, such as a `break` outside a loop
        raise SourceProblem("compile_error", f"Python cannot compile this: {error.msg}.", error.lineno) from None
    except ValueError as error:  # raised by Triton's own rewriting, which names no line
        raise SourceProblem("compile_error", _several_targets(tree) or str(error), *_several_at(tree)) from None
    namespace: dict[str, Any] = {"__name__": "kernel", "tl": tl, "triton": triton, **driver.rewrite_names()}
    if rules:
        namespace["__builtins__"] = {name: getattr(builtins, name) for name in BUILTINS}
    exec(code, namespace)
    for value in list(namespace.values()):
        if callable(value) and getattr(getattr(value, "__code__", None), "co_filename", "") == SOURCE_FILE:
            value.fn = value  # where `tl.reduce` looks for a combine function
    function = namespace[prepared.kernel]
    return Kernel(
        getattr(function, "fn", function),
        tuple(p.name for p in prepared.parameters),
        frozenset(p.name for p in prepared.parameters if p.constexpr),
    )


def bind(prepared: Prepared, tensors: Sequence[str], numbers: Mapping[str, int], optional: Sequence[str]) -> None:
    """Check the kernel's signature: first the tensors, by place, then sizes and blocks, by name.

    Raises SourceProblem that says what is expected and what was found.
    """
    found = prepared.parameters
    expected = ", ".join([*tensors, *numbers])
    if len(found) < len(tensors) or any(p.name in numbers for p in found[: len(tensors)]):
        given = ", ".join(p.name for p in found) or "none"
        raise SourceProblem(
            "compile_error",
            f"{prepared.kernel} should take {len(tensors)} pointers first, then the sizes and blocks. "
            f"Expected parameters: {expected}. Found: {given}.",
            found[0].line if found else None,
            found[0].column if found else None,
        )
    names = [p.name for p in found[len(tensors) :]]
    for parameter in found[len(tensors) :]:
        if parameter.name not in numbers and not parameter.has_default:
            raise SourceProblem(
                "compile_error",
                f"{prepared.kernel} asks for {parameter.name}, which this puzzle does not pass. "
                f"Expected parameters: {expected}.",
                parameter.line,
                parameter.column,
            )
    missing = [name for name in numbers if name not in names and name not in optional]
    if missing:
        raise SourceProblem(
            "compile_error",
            f"{prepared.kernel} lacks the parameter{'s' if len(missing) > 1 else ''} {', '.join(missing)}. "
            f"Expected parameters: {expected}.",
            found[-1].line if found else None,
            found[-1].column if found else None,
        )


def bind_by_name(prepared: Prepared, tensors: Sequence[str], numbers: Collection[str]) -> None:
    """Check the kernel's signature against a launch that names the parameter of each tensor and constant.

    Raises SourceProblem that says what is expected and what was given.
    """
    kernel, found = prepared.kernel, prepared.parameters
    given = [*tensors, *numbers]
    takes = f"{kernel} takes {', '.join(p.name for p in found) or 'no parameters'}"
    known = {p.name: p for p in found}
    unknown = [name for name in given if name not in known]
    if unknown:
        like = nearest(unknown[0], [name for name in known if name not in given])
        raise SourceProblem(
            "compile_error",
            f"The launch gives {_listed(unknown)}, which {kernel} does not take. {takes}.",
            found[0].line if found else None,
            found[0].column if found else None,
            f"Is {like} meant?" if like else None,
        )
    for name in tensors:
        if known[name].constexpr:
            raise SourceProblem(
                "compile_error",
                f"{name} is a tl.constexpr of {kernel}, so the launch must give it a constant, not a tensor.",
                known[name].line,
                known[name].column,
            )
    missing = [p for p in found if p.name not in given and not p.has_default]
    if missing:
        names = _listed([p.name for p in missing])
        raise SourceProblem(
            "compile_error",
            f"{kernel} asks for {names}, which the launch does not give. {takes}; "
            f"the launch gives {', '.join(given) or 'nothing'}.",
            missing[0].line,
            missing[0].column,
            "Add a tensor or a constant of that name to the launch.",
        )


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _several_at(tree: ast.Module) -> tuple[int | None, int | None]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) > 1:
            return node.lineno, node.col_offset + 1
    return None, None


def _several_targets(tree: ast.Module) -> str | None:
    if _several_at(tree)[0] is None:
        return None
    return "Triton cannot assign to several names at once (`a = b = ...`). Write one assignment a line."
