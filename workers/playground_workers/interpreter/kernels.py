"""A student's kernel, compiled as the interpreter needs it."""

import ast
import builtins
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from playground_workers.interpreter import driver
from playground_workers.interpreter.language import tl, triton
from playground_workers.interpreter.memory import SOURCE_FILE
from playground_workers.interpreter.source import Prepared, SourceProblem, names

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


def _several_at(tree: ast.Module) -> tuple[int | None, int | None]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) > 1:
            return node.lineno, node.col_offset + 1
    return None, None


def _several_targets(tree: ast.Module) -> str | None:
    if _several_at(tree)[0] is None:
        return None
    return "Triton cannot assign to several names at once (`a = b = ...`). Write one assignment a line."
