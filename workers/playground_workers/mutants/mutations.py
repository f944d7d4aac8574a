"""One-place mutants of a kernel: each is the kernel with one small mistake, of the kinds that people make."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

SIZES: Final = (
    "N0", "N1", "N2", "MID", "T", "H", "W", "KH", "KW", "B0", "B1", "B2", "B_MID", "GROUP", "FPINT",
    "D", "K", "ROWS", "STEP", "BINS", "SPLIT", "SEED", "PERCENT",
)  # fmt: skip
"""What the sizes and blocks of the built-in puzzles are called."""

COMPARISONS: Final[dict[type[ast.cmpop], tuple[str, ...]]] = {
    ast.Lt: ("<=", ">", "=="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<"),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
}
OPERATORS: Final[dict[type[ast.operator], tuple[str, ...]]] = {
    ast.Add: ("-", "*"),
    ast.Sub: ("+",),
    ast.Mult: ("+", "//"),
    ast.Div: ("*",),
    ast.FloorDiv: ("*", "%"),
    ast.Mod: ("//", "*"),
    ast.BitAnd: ("|", "^"),
    ast.BitOr: ("&",),
    ast.RShift: ("<<",),
    ast.LShift: (">>",),
}
SYMBOLS: Final[dict[type[ast.AST], str]] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.BitAnd: "&", ast.BitOr: "|", ast.RShift: ">>", ast.LShift: "<<",
}  # fmt: skip
FUNCTIONS: Final = {
    "sum": ("max",),
    "max": ("sum", "min"),
    "min": ("max",),
    "maximum": ("minimum",),
    "minimum": ("maximum",),
    "exp2": ("exp",),
    "exp": ("exp2",),
    "zeros": (),
}


@dataclass(frozen=True)
class Mutant:
    """A kernel with one change. kernel: which one, as `reference/07`; line: where, from 1; before and after: the text
    of that line, stripped; source: the whole file."""

    kernel: str
    kind: str
    line: int
    before: str
    after: str
    source: str

    @property
    def key(self) -> str:
        """How the list of equivalent mutants names it."""
        return f"{self.line}: {self.before} -> {self.after}"


def mutants(kernel: str, source: str, sizes: Sequence[str] = SIZES) -> list[Mutant]:
    """All mutants of the functions of a file, each source once, in the order of its lines.

    sizes: the parameters that are numbers, of which one is taken for another. The source must be valid Python.
    """
    return list(_Generator(kernel, source, sizes).run())


class _Generator:
    def __init__(self, kernel: str, source: str, sizes: Sequence[str]) -> None:
        self.kernel, self.source, self.sizes = kernel, source, sizes
        self.lines = source.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.seen = {source}

    def run(self) -> Iterator[Mutant]:
        tree = ast.parse(self.source)
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        constants = [node.value for node in tree.body if isinstance(node, ast.Assign)]
        found: list[Mutant] = []
        for constant in constants:
            for node in ast.walk(constant):
                if isinstance(node, ast.Constant):
                    found += self._constant(node)
        for function in functions:
            self.parameters = [item.arg for item in function.args.args]
            self.indices, self.conditions = _blocks(function)
            for node in (inner for statement in function.body for inner in ast.walk(statement)):
                found += self._node(node)
            for block in _bodies(function):
                for statement in block:
                    found += self._drop(statement, alone=len(block) == 1)
        yield from sorted(found, key=lambda mutant: (mutant.line, mutant.after))

    def _node(self, node: ast.AST) -> Iterator[Mutant]:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                for symbol in COMPARISONS.get(type(op), ()):
                    yield from self._operator("comparison", left, op, right, symbol)
            case ast.BinOp(left=left, op=op, right=right):
                for symbol in OPERATORS.get(type(op), ()):
                    yield from self._operator("operator", left, op, right, symbol)
            case ast.AugAssign(target=target, op=op, value=value):
                yield from self._change("operator", target.end_lineno, target.end_col_offset, value, " = ")
                for symbol in OPERATORS.get(type(op), ()):
                    yield from self._change("operator", target.end_lineno, target.end_col_offset, value, f" {symbol}= ")
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                yield from self._replace("operator", node, self._text(operand))
            case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
                yield from self._constant(node)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="tl"), attr=name)):
                yield from self._call(node, name)
            case ast.Call(func=ast.Name(id="range"), args=[_, _, _]):
                yield from self._replace("constant", node, f"range({', '.join(map(self._text, node.args[:2]))})")
            case ast.Subscript(slice=ast.Tuple(elts=parts)):
                texts = [self._text(part) for part in parts]
                for at in range(len(texts) - 1):
                    swapped = [*texts[:at], texts[at + 1], texts[at], *texts[at + 2 :]]
                    if swapped != texts:
                        yield from self._replace("subscript axes", node.slice, ", ".join(swapped))
            case ast.Name(id=name, ctx=ast.Load()):
                yield from self._name(node, name)

    def _constant(self, node: ast.Constant) -> Iterator[Mutant]:
        value = node.value
        if not isinstance(value, int | float) or isinstance(value, bool):
            return
        changed: list[int | float] = [value + 1]
        if isinstance(value, float):
            changed.append(value * 1.01 if value else -1.0)
        else:
            changed += [value - 1] if value else []
        for new in changed:
            if new == value:
                continue  # a float so large that 1 is lost
            yield from self._replace("constant", node, repr(new))

    def _call(self, node: ast.Call, name: str) -> Iterator[Mutant]:
        keywords = {item.arg for item in node.keywords}
        arguments = [self._text(item) for item in node.args]
        for dropped, kind in (({"mask", "other"}, "mask dropped"), ({"other"}, "other dropped"), ({"axis"}, "axis")):
            if dropped & keywords:
                kept = [f"{k.arg}={self._text(k.value)}" for k in node.keywords if k.arg not in dropped]
                yield from self._replace(kind, node, f"tl.{name}({', '.join(arguments + kept)})")
        for other in FUNCTIONS.get(name, ()):
            yield from self._replace("reduction", node.func, f"tl.{other}")
        if name == "where" and len(arguments) == 3:
            swapped = [arguments[0], arguments[2], arguments[1]]
            yield from self._replace("operator", node, f"tl.where({', '.join(swapped)})")
            yield from self._replace("mask dropped", node, arguments[1])
        if name == "dot" and len(arguments) >= 2:
            rest = [f"{k.arg}={self._text(k.value)}" for k in node.keywords]
            yield from self._replace("operator", node, f"tl.dot({', '.join([arguments[1], arguments[0], *rest])})")

    def _name(self, node: ast.Name, name: str) -> Iterator[Mutant]:
        pointers = [item for item in self.parameters if item.endswith("_ptr")]
        sizes = [item for item in self.parameters if item in self.sizes]
        for group in (pointers, sizes, self.indices, self.conditions):
            if name in group:
                for other in group:
                    if other != name:
                        yield from self._replace("name", node, other)

    def _drop(self, statement: ast.stmt, *, alone: bool) -> Iterator[Mutant]:
        if isinstance(statement, ast.Expr | ast.Assign | ast.AugAssign):
            yield from self._replace("statement dropped", statement, "pass")
        if isinstance(statement, ast.For):
            target = self._text(statement.target)
            bounds = statement.iter.args if isinstance(statement.iter, ast.Call) else []
            start = self._text(bounds[0]) if len(bounds) > 1 else "0"
            yield from self._replace("statement dropped", statement.iter, f"range({start}, {start} + 1)")
            del target

    def _operator(self, kind: str, left: ast.expr, op: ast.AST, right: ast.expr, symbol: str) -> Iterator[Mutant]:
        start, end = self._at(left.end_lineno, left.end_col_offset), self._at(right.lineno, right.col_offset)
        gap = self.source[start:end]
        changed = re.sub(re.escape(SYMBOLS[type(op)]), symbol, gap, count=1)
        yield from self._splice(kind, left.end_lineno or 0, start, end, changed)

    def _change(self, kind: str, line: int | None, column: int | None, until: ast.expr, text: str) -> Iterator[Mutant]:
        start, end = self._at(line, column), self._at(until.lineno, until.col_offset)
        parentheses = self.source[start:end].split("=")[1].strip()
        yield from self._splice(kind, line or 0, start, end, text + parentheses)

    def _replace(self, kind: str, node: ast.expr | ast.stmt, text: str) -> Iterator[Mutant]:
        start, end = self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)
        yield from self._splice(kind, node.lineno, start, end, text)

    def _splice(self, kind: str, line: int, start: int, end: int, text: str) -> Iterator[Mutant]:
        source = self.source[:start] + text + self.source[end:]
        if source in self.seen:
            return
        self.seen.add(source)
        last = self.source.count("\n", 0, end) + 1
        first = self.source.count("\n", 0, start) + 1
        after_last = first + text.count("\n")
        if self.source[start:end].count("\n"):
            after_last = first
        before = " ".join(part.strip() for part in self.lines[first - 1 : last])
        after = " ".join(part.strip() for part in source.split("\n")[first - 1 : after_last])
        yield Mutant(self.kernel, kind, line, before, after, source)

    def _at(self, line: int | None, column: int | None) -> int:
        """Columns of a syntax tree count bytes of UTF-8."""
        text = self.lines[(line or 1) - 1]
        return self.starts[(line or 1) - 1] + len(text.encode()[: column or 0].decode(errors="ignore"))

    def _text(self, node: ast.expr) -> str:
        return ast.get_source_segment(self.source, node) or ast.unparse(node)


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.FunctionDef | ast.For | ast.While | ast.If):
            yield inner.body


def _blocks(function: ast.FunctionDef) -> tuple[list[str], list[str]]:
    """Names that hold index blocks, and names that hold conditions, in the order in which they are set."""
    indices: list[str] = []
    conditions: list[str] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, value = node.targets[0].id, ast.unparse(node.value)
            if "arange" in value and "load" not in value and name not in indices:
                indices.append(name)
            if any(isinstance(inner, ast.Compare) for inner in ast.walk(node.value)) and "tl." not in value:
                conditions += [name] if name not in conditions else []
    return indices, conditions
