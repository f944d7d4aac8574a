"""What the names at the top of a file mean, found by reading it: none of it runs."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from playground_workers.interpreter.source.constants import NotConstant, Value, evaluate
from playground_workers.interpreter.source.text import Source, children

PROVIDED: Final = {"tl": ("triton", "language"), "triton": ("triton",)}
"""Names that a kernel has whether or not the file imports them."""


@dataclass(frozen=True)
class Import:
    """A name for a module or for something in one, as ("triton", "language")."""

    path: tuple[str, ...]
    node: ast.stmt


@dataclass(frozen=True)
class Constant:
    """annotated: written as `NAME: tl.constexpr = ...`."""

    name: str
    value: Value
    annotated: bool
    node: ast.stmt


@dataclass(frozen=True)
class Function:
    jit: bool
    node: ast.FunctionDef


@dataclass(frozen=True)
class Other:
    """Bound by code that is not run. why: a whole sentence."""

    why: str
    node: ast.stmt


Binding = Import | Constant | Function | Other


class Module:
    """The bindings of a parsed source. As in Python, where a name is bound several times, the last one counts."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.stars: set[tuple[str, ...]] = set()
        self.set_aside: list[ast.stmt] = []
        self.imports: list[ast.stmt] = []
        self._bindings: dict[str, list[Binding]] = {}
        for statement in source.tree.body:
            self._read(statement)

    def binding(self, name: str) -> Binding | None:
        """What the name means once the whole file is read."""
        found = self._bindings.get(name)
        return found[-1] if found else None

    def names(self) -> frozenset[str]:
        """The names that kernels can take from the file."""
        known = ((name, found[-1]) for name, found in self._bindings.items())
        return frozenset(name for name, found in known if isinstance(found, Constant | Function))

    def functions(self, name: str | None = None) -> list[Function]:
        """The functions at the top of the file, or those of one name, in source order."""
        lists = self._bindings.values() if name is None else [self._bindings.get(name, [])]
        found = [item for bindings in lists for item in bindings if isinstance(item, Function)]
        return sorted(found, key=lambda item: item.node.lineno)

    def constant_before(self, name: str, line: int) -> Value | None:
        """The constant that the name is bound to where line `line` runs, or None."""
        found = [item for item in self._bindings.get(name, []) if item.node.lineno < line]
        return found[-1].value if found and isinstance(found[-1], Constant) else None

    def path(self, node: ast.expr, local: frozenset[str] = frozenset()) -> tuple[str, ...] | None:
        """What a dotted name stands for where its first name is an import, as ("triton", "language", "load")."""
        attributes: list[str] = []
        while isinstance(node, ast.Attribute):
            attributes.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id in local:
            return None
        match self.binding(node.id):
            case Import(path=path):
                return (*path, *reversed(attributes))
            case None if node.id in PROVIDED:
                return (*PROVIDED[node.id], *reversed(attributes))
        return None

    def is_jit(self, decorator: ast.expr) -> bool:
        """True of `triton.jit` under any name, and of a call of it."""
        return self.path(decorator.func if isinstance(decorator, ast.Call) else decorator) == ("triton", "jit")

    def _read(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Import() | ast.ImportFrom():
                self.imports.append(statement)
                self._import(statement)
            case ast.FunctionDef():
                jit = any(self.is_jit(item) for item in statement.decorator_list)
                self._bind(statement.name, Function(jit, statement))
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(statement, target, value, annotated=False)
            case ast.AnnAssign(target=target, annotation=annotation, value=ast.expr() as value):
                annotated = self.path(annotation) == ("triton", "language", "constexpr")
                self._assign(statement, target, value, annotated=annotated)
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.AnnAssign():
                pass
            case _:
                self.set_aside.append(statement)
                for part in _run_on_import(statement):
                    self._bind_other(part)

    def _import(self, statement: ast.Import | ast.ImportFrom) -> None:
        if isinstance(statement, ast.Import):
            for item in statement.names:
                parts = tuple(item.name.split("."))
                self._bind(item.asname or parts[0], Import(parts if item.asname else parts[:1], statement))
            return
        module = ("." * statement.level + (statement.module or "")) or "."
        base = tuple(module.split(".")) if not statement.level else (module,)
        for item in statement.names:
            if item.name == "*":
                self.stars.add(base)
            else:
                self._bind(item.asname or item.name, Import((*base, item.name), statement))

    def _assign(self, statement: ast.stmt, target: ast.expr, value: ast.expr, *, annotated: bool) -> None:
        match target, value:
            case ast.Name(id=name), _:
                self._constant(statement, name, value, annotated=annotated)
            case (ast.Tuple(elts=names), ast.Tuple(elts=values)) if len(names) == len(values) and all(
                isinstance(item, ast.Name) for item in names
            ):
                for item, each in zip(names, values, strict=True):
                    self._assign(statement, item, each, annotated=False)
            case _:
                self.set_aside.append(statement)
                self._bind_other(statement)

    def _constant(self, statement: ast.stmt, name: str, value: ast.expr, *, annotated: bool) -> None:
        def lookup(other: str) -> Value | None:
            found = self.binding(other)
            return found.value if isinstance(found, Constant) else None

        try:
            if (deep := self.source.deep_node(value)) is not None:
                raise NotConstant(deep, "It is nested too deeply.")
            self._bind(name, Constant(name, evaluate(value, lookup, self.path), annotated, statement))
        except NotConstant as error:
            self.set_aside.append(statement)
            self._bind(name, Other(error.why, statement))

    def _bind_other(self, part: ast.AST) -> None:
        why = "It is set by code that is not run."
        for node in _own_nodes(part):
            match node:
                case ast.Import() | ast.ImportFrom():
                    self._import(node)
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    kind = "a class" if isinstance(node, ast.ClassDef) else "a function inside other code"
                    self._bind(node.name, Other(f"It is {kind}, which is not run.", node))
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                    statement = part if isinstance(part, ast.stmt) else ast.copy_location(ast.Pass(), node)
                    self._bind(name, Other(why, statement))

    def _bind(self, name: str, binding: Binding) -> None:
        self._bindings.setdefault(name, []).append(binding)


def _run_on_import(statement: ast.stmt) -> list[ast.stmt]:
    """The statement, or of `if __name__ == "__main__":` the part that runs where a file is imported."""
    match statement:
        case ast.If(
            test=ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")])
        ):
            return statement.orelse
    return [statement]


def _own_nodes(root: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it, without what is inside functions and classes: these have names of their own."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            todo.extend(reversed(children(node)))
