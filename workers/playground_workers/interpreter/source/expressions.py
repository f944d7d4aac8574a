"""The source rules for expressions: every node, name and attribute of a kernel against the allow-lists of `names`."""

import ast
import builtins
from dataclasses import dataclass, field
from typing import Final, Literal, NoReturn

from playground_workers.interpreter.source import names
from playground_workers.interpreter.source.constants import MAX_BITS, Number, TooLarge, combine, negate
from playground_workers.interpreter.source.module import PROVIDED, Constant, Function, Import, Module, Other
from playground_workers.interpreter.source.problems import SourceWarning, nearest
from playground_workers.interpreter.source.text import Source

Role = Literal["value", "call", "argument", "type"]
"""Where a name stands: called, an argument of a call, a type of an annotation or isinstance(), or anywhere else."""

_TL: Final = PROVIDED["tl"]
_AS_STATEMENTS: Final = "Write it as statements in the kernel, or as a function of its own with @triton.jit."

_REFUSED: Final[dict[type[ast.AST], tuple[str, str]]] = {
    ast.Lambda: ("a lambda", "Write a function of its own with @triton.jit and call it."),
    ast.NamedExpr: ("an assignment inside an expression (`:=`)", "Assign on a line of its own."),
    ast.ListComp: ("a comprehension", "Use a block such as tl.arange, or a for loop."),
    ast.SetComp: ("a comprehension", "Use a block such as tl.arange, or a for loop."),
    ast.DictComp: ("a comprehension", "Use a block such as tl.arange, or a for loop."),
    ast.GeneratorExp: ("a comprehension", "Use a block such as tl.arange, or a for loop."),
    ast.Dict: ("a dictionary", "Use plain variables."),
    ast.Set: ("a set", "Use plain variables."),
    ast.Starred: ("a `*`", "Write the values out, one by one."),
    ast.Await: ("`await`", _AS_STATEMENTS),
    ast.Yield: ("`yield`", "Use tl.store for results."),
    ast.YieldFrom: ("`yield`", "Use tl.store for results."),
}

_MODULE_HINTS: Final = {
    "math": "Python's math takes no blocks: use tl.exp, tl.sqrt and the like, or tl.math. For a constant, write "
    "`PI = tl.constexpr(math.pi)` at the top of the file.",
    "torch": "For a dtype write tl.float32 and the like; for functions, what tl offers.",
    "numpy": "For a dtype write tl.float32 and the like; for functions, what tl offers.",
}


@dataclass
class Uses:
    """What a kernel takes from the top of its file, each with the place where it is first used."""

    functions: dict[str, ast.expr] = field(default_factory=dict)
    constants: dict[str, ast.expr] = field(default_factory=dict)
    aliases: dict[str, ast.expr] = field(default_factory=dict)
    warnings: list[SourceWarning] = field(default_factory=list)


class Expressions:
    """Checks the expressions of one function. local: the names that the function itself sets."""

    def __init__(self, source: Source, module: Module, local: frozenset[str], uses: Uses) -> None:
        self.source = source
        self.module = module
        self.local = local
        self.uses = uses
        self._outer: ast.expr | None = None  # the f-string being read: Python 3.11 misplaces what is inside one

    def check(self, node: ast.expr, role: Role = "value") -> Number | None:
        """Return the number where the expression is a constant one. Raises SourceProblem at what is not allowed.

        `node` must be nested no deeper than MAX_DEPTH.
        """
        match node:
            case ast.Constant():
                return self._constant(node)
            case ast.Name():
                return self._name(node, role)
            case ast.Attribute():
                self._attribute(node, role)
            case ast.Call():
                self._call(node)
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp(op=operation, operand=operand):
                value = self.check(operand)
                return None if value is None else negate(operation, value)
            case ast.Compare():
                self._compare(node)
            case ast.BoolOp(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self.check(part, role if isinstance(node, ast.Tuple) and role == "type" else "value")
            case ast.IfExp(test=test, body=body, orelse=orelse):
                for part in (test, body, orelse):
                    self.check(part)
            case ast.Subscript():
                self._subscript(node)
            case ast.Slice(lower=lower, upper=upper, step=step):
                for bound in (lower, upper, step):
                    if bound is not None:
                        self.check(bound)
            case ast.JoinedStr():
                self._text(node)
            case _:
                self.refuse(node)
        return None

    def annotation(self, node: ast.expr) -> bool:
        """Check an annotation and return whether it says constexpr."""
        match node:
            case ast.Constant(value="tl.constexpr"):
                return True
            case ast.Constant(value=None):
                return False
            case ast.Name(id="int" | "float" | "bool" as name) if self.module.binding(name) is None:
                return False
        path = self.module.path(node)
        if path == (*_TL, "constexpr"):
            self.check(node)
            return True
        if path and path[:-1] == _TL and path[-1] in names.TYPES | names.DTYPES:
            self.check(node, "type")
            return False
        self.reject(
            node,
            "This annotation is not one that a kernel may have.",
            "Write `: tl.constexpr`, or no annotation at all.",
        )

    def refuse(self, node: ast.AST) -> NoReturn:
        """Raise for a kind of expression that no kernel may hold."""
        what, hint = _REFUSED.get(type(node), (f"this ({type(node).__name__})", _AS_STATEMENTS))
        self.reject(node, f"A kernel cannot hold {what}.", hint)

    def reject(self, node: ast.AST, message: str, hint: str | None = None) -> NoReturn:
        self.source.reject(self._outer or node, message, hint)

    def compile_error(self, node: ast.AST, message: str, hint: str | None = None) -> NoReturn:
        self.source.compile_error(self._outer or node, message, hint)

    def interpreter_only(self, node: ast.AST, what: str, instead: str) -> None:
        """Warn that something works here and does not compile for a GPU."""
        message = f"{what} works here, but Triton cannot compile it for a GPU. {instead}"
        if all(item.message != message for item in self.uses.warnings):
            line = self.source.place(self._outer or node)[0]
            self.uses.warnings.append(SourceWarning("interpreter_only", message, line))

    # ---- leaves -----------------------------------------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> Number | None:
        value = node.value
        if isinstance(value, int | float):
            if value >= 2**MAX_BITS:
                if isinstance(value, int):
                    self.reject(node, f"The number is too large: Triton's integers have at most {MAX_BITS} bits.")
                return None
            return value
        if value is None or isinstance(value, str):
            return None
        if value is Ellipsis:
            self.reject(node, "Triton has no `...`.", "Write one `:` for each axis, as in x[:, None].")
        self.reject(node, f"A kernel cannot hold a {type(value).__name__} value.", "Use numbers.")

    def _name(self, node: ast.Name, role: Role) -> Number | None:
        name = node.id
        if name in self.local:
            return None
        self._own(node)
        match self.module.binding(name):
            case Function() as function:
                self._function(node, function, role)
            case Constant(value=value):
                self.uses.constants.setdefault(name, node)
                return value.number
            case Import(path=path):
                self._path(node, node, path, role)
            case Other(why=why, node=statement):
                self._other(node, why, self.source.place(statement)[0])
            case None if name in PROVIDED:
                self._path(node, node, PROVIDED[name], role)
            case None if name in names.BUILTINS:
                pass
            case None if name in names.BUILTINS_INTERPRETER_ONLY:
                self.interpreter_only(node, f"Python's {name}", names.BUILTINS_INTERPRETER_ONLY[name])
            case None:
                self._unknown(node, name)
        return None

    def _function(self, node: ast.Name, function: Function, role: Role) -> None:
        line = self.source.place(function.node)[0]
        if not function.jit:
            self.compile_error(
                node,
                f"{node.id} (line {line}) is a plain Python function, which a kernel cannot call.",
                f"Write @triton.jit above `def {node.id}`.",
            )
        if role not in ("call", "argument"):
            self.reject(node, f"{node.id} is a kernel: it can be called, or passed to a function, and no more.")
        self.uses.functions.setdefault(node.id, node)

    def _own(self, node: ast.Name) -> None:
        """Refuse names at the top of a file that would stand in for tl, triton, or Python's and Triton's own."""
        name, found = node.id, self.module.binding(node.id)
        if name.startswith("__") or name in names.RESERVED - PROVIDED.keys():
            self.reject(node, f"{name} is not available in a kernel.", "Use what tl offers.")
        if name in PROVIDED and found is not None and found != Import(PROVIDED[name], found.node):
            own = ".".join(PROVIDED[name])
            message = f"The name {name} is given another meaning in line {found.node.lineno}."
            self.reject(node, message, f"Let {name} be {own} alone.")

    def _other(self, node: ast.Name, why: str, line: int) -> NoReturn:
        if why.startswith("It is a "):
            hint = "Write a function with @triton.jit at the left margin of the file."
        else:
            hint = f"Write it as a number, as in `{node.id} = tl.constexpr(8)`, or pass it as a parameter."
        self.reject(node, f"{node.id} (line {line}) cannot be used in a kernel. {why}", hint)

    def _unknown(self, node: ast.Name, name: str) -> NoReturn:
        if hasattr(builtins, name):
            self.reject(node, f"{name} is not available in a kernel.", "Use what tl offers.")
        hint = None
        if name in names.ALLOWED_TL:
            hint = f"Write tl.{name}."
        elif (like := nearest(name, self.local | names.BUILTINS | {"tl"} | self.module.names())) is not None:
            hint = f"Did you mean {like}?"
        self.compile_error(node, f"{name} is not defined.", hint)

    # ---- dotted names -----------------------------------------------------------------------------------------------

    def _attribute(self, node: ast.Attribute, role: Role) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.reject(node, "A kernel cannot set an attribute.", "Use a plain variable.")
        path = self.module.path(node, self.local)
        if path is None:
            self.check(node.value)
            self._member(node, node.attr)
            return
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        assert isinstance(root, ast.Name)
        self._path(node, root, path, role)

    def _member(self, node: ast.AST, name: str) -> None:
        if name in names.ATTRIBUTES:
            return
        if name.startswith("_"):
            self.reject(
                node, f".{name} is not available: names with a leading underscore are Python's and Triton's own."
            )
        if (reason := names.LEFT_OUT_ATTRIBUTES.get(name)) is not None:
            self.reject(node, f".{name} is not available here: {reason}.")
        like = nearest(name, names.ATTRIBUTES)
        self.compile_error(
            node, f"Blocks have no .{name}.", f"Did you mean .{like}?" if like else "Use the functions of tl."
        )

    def _path(self, node: ast.expr, root: ast.Name, path: tuple[str, ...], role: Role) -> None:
        self._own(root)
        if path[0] != "triton":
            hint = _MODULE_HINTS.get(path[0], "Use what tl offers.")
            self.reject(node, f"{path[0]} cannot be used in a kernel: only tl and triton can.", hint)
        if path in (("triton",), _TL, (*_TL, "math")):
            self.reject(
                node, f"{root.id} cannot be a value by itself.", "Write a dot and one of its functions after it."
            )
        if root.id not in PROVIDED or self.module.binding(root.id) is not None:
            self.uses.aliases.setdefault(root.id, root)
        if path[1] == "language":
            self._language(node, path[2:], role)
        elif path[1] not in names.ALLOWED_TRITON:
            allowed = " and ".join(f"triton.{name}" for name in sorted(names.ALLOWED_TRITON))
            hint = f"Write tl.{path[1]}." if path[1] in names.ALLOWED_TL else f"Of triton, {allowed} can be used."
            self.reject(node, f"triton.{path[1]} is not available in a kernel.", hint)
        elif len(path) > 2:
            self.reject(node, f"triton.{path[1]} has no .{path[2]}.")

    def _language(self, node: ast.expr, rest: tuple[str, ...], role: Role) -> None:
        name, members = rest[0], rest[1:]
        if name.startswith("_"):
            self.reject(node, f"tl.{name} is not available: names with a leading underscore are Triton's own.")
        if (reason := names.LEFT_OUT_TL.get(name)) is not None:
            self.reject(node, f"tl.{name} is not available here: {reason}.")
        if name not in names.ALLOWED_TL:
            like = nearest(name, names.ALLOWED_TL)
            self.compile_error(
                node,
                f"tl.{name} does not exist." + (f" Did you mean tl.{like}?" if like else ""),
                None,
            )
        if name in names.TYPES and (role != "type" or members):
            self.reject(node, f"tl.{name} is a type: it can stand in an annotation and in isinstance() alone.")
        if name in names.MEMBERS:
            self._submember(node, name, members[0] if members else "")
            members = members[1:]
        for member in members:
            self._member(node, member)

    def _submember(self, node: ast.expr, name: str, found: str) -> None:
        known = names.MEMBERS[name] or names.ALLOWED_MATH
        if found in known:
            return
        if not found or found.startswith("_") or found in names.LEFT_OUT_MATH:
            self.reject(node, f"tl.{name}{'.' * bool(found)}{found} is not available here.", "Use what tl offers.")
        like = nearest(found, known)
        hint = f"Write tl.{found}." if found in names.ALLOWED_TL else None
        suggestion = f" Did you mean tl.{name}.{like}?" if like and not hint else ""
        self.compile_error(node, f"tl.{name}.{found} does not exist.{suggestion}", hint)

    # ---- compounds --------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> None:
        if not isinstance(node.func, ast.Name | ast.Attribute):
            self.check(node.func)
            self.reject(
                node, "A kernel can only call a function by its name.", "Give the parts names of their own first."
            )
        self.check(node.func, "call")
        builtin = node.func.id if isinstance(node.func, ast.Name) and self._is_builtin(node.func.id) else ""
        for index, argument in enumerate(node.args):
            self.check(argument, "type" if builtin == "isinstance" and index else "argument")
        for keyword in node.keywords:
            if keyword.arg is None:
                self.reject(keyword.value, "A kernel cannot hold a `**` call.", "Write the arguments out, one by one.")
            if keyword.arg.startswith("_"):
                self.reject(
                    keyword, f"{keyword.arg}= is not available: names with a leading underscore are Triton's own."
                )
            if builtin == "print" and keyword.arg not in ("sep", "end", "flush"):
                self.reject(keyword, f"print takes no {keyword.arg}= here.", "It takes sep=, end= and flush=.")
            self.check(keyword.value, "argument")

    def _is_builtin(self, name: str) -> bool:
        return name not in self.local and self.module.binding(name) is None

    def _binary(self, node: ast.BinOp) -> Number | None:
        if isinstance(node.op, ast.MatMult):
            self.reject(node, "Triton has no `@` between blocks.", "Write tl.dot(a, b).")
        left, right = self.check(node.left), self.check(node.right)
        if left is None or right is None:
            return None
        try:
            return combine(node.op, left, right)
        except TooLarge:
            self.reject(node, f"The number is too large: Triton's integers have at most {MAX_BITS} bits.")

    def _compare(self, node: ast.Compare) -> None:
        for operation in node.ops:
            if isinstance(operation, ast.In | ast.NotIn):
                self.reject(
                    node, "Triton has no `in`.", "Write comparisons with `==`, joined by `or` (by `|` for blocks)."
                )
        for part in (node.left, *node.comparators):
            self.check(part)

    def _subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.reject(
                node,
                "A kernel cannot set elements with [...] = ...",
                "Write to memory with tl.store(z_ptr + offsets, value, mask=mask); make a new block with tl.where.",
            )
        if isinstance(node.value, ast.Name) and node.value.id not in self.local:
            found = self.module.binding(node.value.id)
            if isinstance(found, Function) and found.jit:
                self.reject(node, "A kernel cannot launch another one.", f"Call it, as in {node.value.id}(...).")
        self.check(node.value)
        self.check(node.slice)

    def _text(self, node: ast.JoinedStr) -> None:
        outer, self._outer = self._outer, self._outer or node
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.check(part.value)
                if part.format_spec is not None and not _is_plain_text(part.format_spec):
                    self.reject(node, "A format inside a text must be written out.", "Write it as in {x:>8}.")
        self._outer = outer


def _is_plain_text(spec: ast.expr) -> bool:
    return isinstance(spec, ast.JoinedStr) and all(
        isinstance(part, ast.Constant) and len(str(part.value)) <= 8 for part in spec.values
    )
