"""Luck warnings: what works here and does not on a GPU, or does something else there, told from the source alone.

A name counts as a block only where every assignment to it certainly makes one, so that what is told is sure.
"""

import ast
from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from playground_workers.interpreter.source.module import Constant, Module
from playground_workers.interpreter.source.problems import SourceWarning
from playground_workers.interpreter.source.text import Source, nodes

_TL: Final = ("triton", "language")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BLOCKS: Final = _words("arange zeros_like rand randn randint join")
_SHAPED: Final = _words("zeros full")
_LANE_BY_LANE: Final = _words(
    """abs cdiv ceil clamp cos div_rn erf exp exp2 fdiv floor fma log log2 maximum minimum rsqrt sigmoid sin softmax
    sqrt sqrt_rn where broadcast_to expand_dims reshape trans view permute ravel flip sort cumsum cumprod"""
)
_FLOATS: Final = _words("exp exp2 log log2 sin cos sqrt rsqrt erf sigmoid softmax rand randn")
_METHODS: Final = _words("to exp exp2 log log2 sin cos sqrt abs reshape trans permute broadcast_to view")


class Kind(IntEnum):
    """What is certain of a value: nothing, that it is a number of Python, a run-time number, or a block."""

    unknown = 0
    number = 1
    runtime = 2
    block = 3


def warnings(
    source: Source, module: Module, function: ast.FunctionDef, run_time: frozenset[str], *, entry: bool
) -> tuple[SourceWarning, ...]:
    """The warnings for one function, by line. run_time: parameters that are passed as run-time numbers or pointers;
    entry: it is the kernel that is launched."""
    values = _Values(module, function, run_time)
    found = [
        SourceWarning(code, message, source.place(node)[0])
        for code, node, message in _Luck(function, values, entry=entry).found()
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda item: item.line))


Finding = tuple[str, ast.AST, str]


class _Luck:
    def __init__(self, function: ast.FunctionDef, values: "_Values", *, entry: bool) -> None:
        self.function, self.values, self.entry = function, values, entry

    def found(self) -> Iterator[Finding]:
        for statement in self.function.body:
            for node in nodes(statement):
                yield from self._node(node)

    def _node(self, node: ast.AST) -> Iterator[Finding]:
        match node:
            case ast.BoolOp(values=parts) if any(map(self._block, parts)):
                word, symbol = ("and", "&") if isinstance(node.op, ast.And) else ("or", "|")
                yield (
                    "boolean_on_block",
                    node,
                    f"`{word}` with a block: here Python takes one of the two sides as a whole, on a GPU each lane is "
                    f"taken by itself. Write `{symbol}`, with parentheses around each comparison.",
                )
            case ast.UnaryOp(op=ast.Not(), operand=operand) if self._block(operand):
                yield (
                    "boolean_on_block",
                    node,
                    "`not` with a block: here it is one answer for the whole block, on a GPU one for each lane. "
                    "Write `~` before the mask.",
                )
            case ast.Compare(left=left, ops=[_, _, *_], comparators=parts) if any(map(self._block, (left, *parts))):
                yield (
                    "chained_comparison",
                    node,
                    "A chain of comparisons on blocks is read in different ways by different releases of Triton. "
                    "Write `(a <= b) & (b < c)`.",
                )
            case ast.If(test=test) | ast.While(test=test) if self._block(test):
                word = "while" if isinstance(node, ast.While) else "if"
                yield (
                    "condition_on_block",
                    test,
                    f"`{word}` on a block: it cannot decide for each lane, and Triton refuses it on a GPU. Here any "
                    "block counts as true. Write `tl.where(condition, a, b)`, or a mask.",
                )
            case ast.IfExp(test=test) if self._block(test):
                yield (
                    "condition_on_block",
                    test,
                    "`a if condition else b` on a block: it cannot decide for each lane. Write "
                    "`tl.where(condition, a, b)`.",
                )
            case ast.Call(func=ast.Name(id="print"), args=arguments) if self.values.is_builtin("print"):
                yield from self._print(node, arguments)
            case ast.Return(value=ast.expr() as value) if self.entry and not _is_none(value):
                yield (
                    "kernel_returns",
                    node,
                    "A kernel that is launched cannot return a value: nobody receives it, and Triton refuses it on a "
                    "GPU. Write `return` alone, and tl.store for results.",
                )
            case ast.For() | ast.While():
                yield from self._loop(node)

    def _print(self, node: ast.Call, arguments: list[ast.expr]) -> Iterator[Finding]:
        formatted = next((item for item in arguments if isinstance(item, ast.JoinedStr)), None)
        if formatted is not None:
            parts = [item.value for item in formatted.values if isinstance(item, ast.FormattedValue)]
            if any(self.values.kind(part) >= Kind.runtime for part in parts):
                yield (
                    "formatted_print",
                    node,
                    "An f-string with a value of the kernel works here only: on a GPU the text is fixed before the "
                    'kernel runs. Write `print("x", x)`.',
                )
            return
        if not arguments:
            return
        if self.values.kind(arguments[0]) >= Kind.runtime:
            yield (
                "print_without_text",
                node,
                'On a GPU print needs a text first. Write `print("x", x)`.',
            )
        elif any(isinstance(item, ast.Constant) and isinstance(item.value, str) for item in arguments[1:]):
            yield (
                "print_with_texts",
                node,
                "On a GPU print takes one text, the first argument, and only values after it. Put the words there.",
            )

    def _loop(self, loop: ast.For | ast.While) -> Iterator[Finding]:
        """A name that enters a loop as one type and leaves a turn of it as another."""
        if isinstance(loop, ast.For) and self.values.path_of_call(loop.iter) == (*_TL, "static_range"):
            return
        for node in (inner for statement in loop.body for inner in nodes(statement)):
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AugAssign(target=ast.Name(id=name), value=value)
                ):
                    before = self.values.before(name, loop)
                    if before is None or not self._carried(name, node):
                        continue
                    if self.values.kind(before) is Kind.number and self._block(value):
                        yield (
                            "accumulator_type",
                            node,
                            f"{name} is a number before the loop and a block after its first turn. Triton refuses "
                            f"that on a GPU: start with a block, as in `{name} = tl.zeros([B0], dtype=tl.float32)`.",
                        )
                    elif self.values.is_integer(before) and self.values.is_float(value):
                        yield (
                            "accumulator_type",
                            node,
                            f"{name} holds integers before the loop and floats after its first turn. Triton refuses "
                            "that on a GPU: give it `dtype=tl.float32` from the start.",
                        )

    def _carried(self, name: str, node: ast.Assign | ast.AugAssign) -> bool:
        """True where the new value is made from the old one, so that it goes from turn to turn."""
        if isinstance(node, ast.AugAssign):
            return True
        return any(isinstance(inner, ast.Name) and inner.id == name for inner in nodes(node.value))

    def _block(self, node: ast.expr) -> bool:
        return self.values.kind(node) is Kind.block


class _Values:
    """What is certain of the values of one function."""

    def __init__(self, module: Module, function: ast.FunctionDef, run_time: frozenset[str]) -> None:
        self.module = module
        self.parameters = {item.arg for item in (*function.args.args, *function.args.kwonlyargs)}
        self.assigned: dict[str, list[tuple[ast.stmt, ast.expr | None]]] = {}
        for node in (inner for statement in function.body for inner in nodes(statement)):
            self._note(node)
        self.local = frozenset(self.parameters | self.assigned.keys())
        self.known: dict[str, Kind] = {
            name: Kind.runtime if name in run_time else Kind.unknown for name in self.parameters - self.assigned.keys()
        }
        changed = True
        while changed:
            changed = False
            for name in self.assigned.keys() - self.known.keys() - self.parameters:
                kind = self._common(name)
                if kind is not Kind.unknown:
                    self.known[name] = kind
                    changed = True

    def kind(self, node: ast.expr) -> Kind:
        match node:
            case ast.Constant(value=bool() | int() | float()):
                return Kind.number
            case ast.Name(id=name) if name in self.local:
                return self.known.get(name, Kind.unknown)
            case ast.Name(id=name) if isinstance(self.module.binding(name), Constant):
                return Kind.number
            case ast.BinOp(left=left, right=right):
                return self._joined([left, right])
            case ast.UnaryOp(op=ast.Not()):
                return Kind.unknown
            case ast.UnaryOp(operand=operand):
                return self.kind(operand)
            case ast.Compare(left=left, comparators=parts):
                return self._joined([left, *parts])
            case ast.Subscript(value=value):
                return Kind.block if self.kind(value) is Kind.block else Kind.unknown
            case ast.Call():
                return self._call(node)
        return Kind.unknown

    def is_builtin(self, name: str) -> bool:
        return name not in self.local and self.module.binding(name) is None

    def path_of_call(self, node: ast.expr) -> tuple[str, ...] | None:
        return self.module.path(node.func, self.local) if isinstance(node, ast.Call) else None

    def before(self, name: str, loop: ast.stmt) -> ast.expr | None:
        """The one value that a name is given before a loop; None where there is none, or are several."""
        values = [value for statement, value in self.assigned.get(name, []) if statement.lineno < loop.lineno]
        return values[0] if len(values) == 1 and name not in self.parameters else None

    def is_integer(self, node: ast.expr) -> bool:
        """True of a block of integers, made here."""
        path = self.path_of_call(node)
        if path == (*_TL, "arange"):
            return True
        if path and path[:-1] == _TL and path[-1] in _SHAPED and isinstance(node, ast.Call):
            dtype = next((item.value for item in node.keywords if item.arg == "dtype"), None)
            place = 1 if path[-1] == "zeros" else 2
            if dtype is None and len(node.args) > place:
                dtype = node.args[place]
            name = self.module.path(dtype, self.local) if dtype is not None else None
            return bool(name and name[-1].startswith(("int", "uint")))
        return False

    def is_float(self, node: ast.expr) -> bool:
        match node:
            case ast.Constant(value=float()):
                return True
            case ast.BinOp(op=ast.Div()):
                return self.kind(node) is Kind.block
            case ast.BinOp(left=left, right=right, op=ast.Add() | ast.Sub() | ast.Mult()):
                return self.is_float(left) or self.is_float(right)
        path = self.path_of_call(node)
        return bool(path and path[:-1] in (_TL, (*_TL, "math")) and path[-1] in _FLOATS)

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.assigned.setdefault(name, []).append((node, value))
            case (
                ast.AnnAssign(target=ast.Name(id=name), value=value)
                | ast.AugAssign(target=ast.Name(id=name), value=value)
            ):
                self.assigned.setdefault(name, []).append((node, value))
            case ast.For(target=target):
                for inner in nodes(target):
                    if isinstance(inner, ast.Name):
                        self.assigned.setdefault(inner.id, []).append((node, None))
            case ast.Assign(targets=targets):
                for inner in (item for target in targets for item in nodes(target)):
                    if isinstance(inner, ast.Name):
                        self.assigned.setdefault(inner.id, []).append((node, None))

    def _common(self, name: str) -> Kind:
        """The kind that all assignments agree on, taking for granted that the name has it already."""
        values = self.assigned[name]
        for kind in (Kind.block, Kind.runtime, Kind.number):
            self.known[name] = kind
            agreed = all(
                value is not None
                and (self.kind(value) is kind or (isinstance(statement, ast.AugAssign) and self.kind(value) < kind))
                for statement, value in values
            )
            plain = any(
                not isinstance(statement, ast.AugAssign) and not _mentions(value, name) for statement, value in values
            )
            del self.known[name]
            if agreed and plain:
                return kind
        return Kind.unknown

    def _joined(self, parts: list[ast.expr]) -> Kind:
        kinds = [self.kind(part) for part in parts]
        if Kind.block in kinds:
            return Kind.block
        if Kind.unknown in kinds:
            return Kind.unknown
        return max(kinds)

    def _call(self, node: ast.Call) -> Kind:
        path = self.path_of_call(node)
        if path is None:
            if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
                return Kind.block if self.kind(node.func.value) is Kind.block else Kind.unknown
            return Kind.unknown
        name = path[-1]
        if path[:-1] not in (_TL, (*_TL, "math")):
            return Kind.unknown
        if name in _BLOCKS:
            return Kind.block
        if name in _SHAPED:
            shape = node.args[0] if node.args else None
            sides = shape.elts if isinstance(shape, ast.List | ast.Tuple) else []
            return Kind.block if sides else Kind.unknown
        if name in ("program_id", "num_programs"):
            return Kind.runtime
        arguments = [*node.args, *(item.value for item in node.keywords)]
        if name == "load":
            return Kind.block if node.args and self.kind(node.args[0]) is Kind.block else Kind.unknown
        if name in _LANE_BY_LANE and any(self.kind(item) is Kind.block for item in arguments):
            return Kind.block
        return Kind.unknown


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _mentions(node: ast.expr | None, name: str) -> bool:
    return node is not None and any(isinstance(inner, ast.Name) and inner.id == name for inner in nodes(node))
