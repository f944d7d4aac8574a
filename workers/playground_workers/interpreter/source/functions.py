"""The source rules for a function: its decorator, parameters and statements."""

import ast
import re
from typing import Final

from playground_workers.interpreter.source import names
from playground_workers.interpreter.source.constants import NotConstant, Value, evaluate
from playground_workers.interpreter.source.expressions import Expressions, Uses
from playground_workers.interpreter.source.module import Module
from playground_workers.interpreter.source.problems import Parameter
from playground_workers.interpreter.source.text import Source, nodes

MAX_PARAMETERS: Final = 100
"""More than any puzzle has; it bounds the time that a signature takes."""

_HELPER: Final = "Write a function of its own with @triton.jit at the left margin of the file."

_REFUSED: Final[dict[type[ast.stmt], tuple[str, str]]] = {
    ast.FunctionDef: ("a function inside it", _HELPER),
    ast.AsyncFunctionDef: ("a function inside it", _HELPER),
    ast.ClassDef: ("a class", "Use plain variables."),
    ast.Import: ("an import", "tl and triton are there already; a kernel can use nothing else."),
    ast.ImportFrom: ("an import", "tl and triton are there already; a kernel can use nothing else."),
    ast.With: ("`with`", "Write the statements without it."),
    ast.AsyncWith: ("`with`", "Write the statements without it."),
    ast.AsyncFor: ("`async for`", "Write a plain for loop."),
    ast.Try: ("`try`", "Use masks, so that nothing can fail."),
    ast.Raise: ("`raise`", "Use tl.static_assert or tl.device_assert."),
    ast.Delete: ("`del`", "Leave the variable as it is."),
    ast.Global: ("`global`", "Pass the value as a parameter, or return it."),
    ast.Nonlocal: ("`nonlocal`", "Pass the value as a parameter, or return it."),
    ast.Match: ("`match`", "Use if and elif."),
}


def check_function(source: Source, module: Module, function: ast.FunctionDef) -> Uses:
    """Hold a function against the rules and return what it uses of the file.

    Its defaults are replaced by their values and its decorator by plain `triton.jit`, so that to define it runs no
    code of the file's. Raises SourceProblem at the first thing that is not allowed.
    """
    source.refuse_depth(function)
    uses = Uses()
    checker = _Statements(source, module, function, uses)
    checker.header(function)
    checker.block(function.body)
    _one_def(source, function)
    return uses


def parameters(source: Source, module: Module, function: ast.FunctionDef) -> tuple[Parameter, ...]:
    """The parameters of a function, in order."""
    given = function.args
    plain = [*given.posonlyargs, *given.args]
    first_default = len(plain) - len(given.defaults)
    pairs = [(item, index >= first_default) for index, item in enumerate(plain)]
    pairs += [(item, default is not None) for item, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    return tuple(
        Parameter(item.arg, _says_constexpr(module, item.annotation), has_default, *source.place(item))
        for item, has_default in pairs
    )


def _says_constexpr(module: Module, annotation: ast.expr | None) -> bool:
    match annotation:
        case None:
            return False
        case ast.Constant(value=value):
            return value == "tl.constexpr"
    return module.path(annotation) == ("triton", "language", "constexpr")


class _Statements:
    def __init__(self, source: Source, module: Module, function: ast.FunctionDef, uses: Uses) -> None:
        self.source = source
        self.module = module
        self.name = function.name
        given = function.args
        arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs]
        local = {item.arg for item in arguments}
        for item in arguments:
            self._settable(item, item.arg)
        for statement in function.body:
            for node in nodes(statement):
                if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                    self._settable(node, node.id)
                    local.add(node.id)
        self.expressions = Expressions(source, module, frozenset(local), uses)
        self.outside = Expressions(source, module, frozenset(), uses)  # annotations mean what the file's top means

    def header(self, function: ast.FunctionDef) -> None:
        self._decorators(function)
        self._settable(function, function.name)
        if getattr(function, "type_params", None):
            self.source.reject(function, "A kernel takes no type parameters.", "Leave the square brackets out.")
        given = function.args
        for extra, stars in ((given.vararg, "*"), (given.kwarg, "**")):
            if extra is not None:
                self.source.reject(extra, f"A kernel takes no `{stars}{extra.arg}`.", "Name each parameter.")
        if given.posonlyargs:
            self.source.reject(given.posonlyargs[0], "A kernel takes no `/` among its parameters.", "Leave it out.")
        if len(given.args) + len(given.kwonlyargs) > MAX_PARAMETERS:
            self.source.reject(function, f"A kernel takes at most {MAX_PARAMETERS} parameters.")
        for item in (*given.args, *given.kwonlyargs):
            if item.annotation is not None:
                self.outside.annotation(item.annotation)
        if function.returns is not None:
            self.outside.annotation(function.returns)
        given.defaults = [self._default(item, function) for item in given.defaults]
        given.kw_defaults = [item and self._default(item, function) for item in given.kw_defaults]

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        check = self.expressions.check
        match node:
            case ast.Expr(value=value):
                check(value)
            case ast.Assign(targets=targets, value=value):
                if len(targets) > 1:
                    hint = "Write one assignment a line."
                    self.source.compile_error(node, "Triton takes one target an assignment, not `a = b = ...`.", hint)
                self._target(targets[0])
                check(value)
            case ast.AugAssign(target=target, value=value):
                self._target(target)
                check(value)
            case ast.AnnAssign(target=target, annotation=annotation):
                self._target(target)
                self.outside.annotation(annotation)
                if node.value is not None:
                    check(node.value)
            case ast.For():
                self._for(node)
            case ast.While(test=test, body=body, orelse=orelse):
                self._no_else(node, orelse)
                check(test)
                self.block(body)
            case ast.If(test=test, body=body, orelse=orelse):
                check(test)
                self.block(body)
                self.block(orelse)
            case ast.Return(value=value):
                if value is not None:
                    check(value)
            case ast.Assert(test=test, msg=message):
                check(test)
                if message is not None:
                    check(message)
            case ast.Break() | ast.Continue():
                word = "break" if isinstance(node, ast.Break) else "continue"
                self.expressions.interpreter_only(node, f"`{word}`", "Use a mask, an if, or the condition of a while.")
            case ast.Pass():
                pass
            case _:
                what, hint = _REFUSED.get(type(node), (f"this ({type(node).__name__})", "Write it in another way."))
                self.source.reject(node, f"A kernel cannot hold {what}.", hint)

    def _for(self, node: ast.For) -> None:
        self._no_else(node, node.orelse)
        if not isinstance(node.target, ast.Name):
            self._target(node.target)
        self.expressions.check(node.iter)
        called = node.iter.func if isinstance(node.iter, ast.Call) else None
        path = self.module.path(called, self.expressions.local) if called is not None else None
        plain = isinstance(called, ast.Name) and called.id == "range"
        if not plain and (path is None or path[-1] not in ("range", "static_range")):
            self.expressions.interpreter_only(
                node.iter, "A loop over something else than a range", "Use range, tl.range or tl.static_range."
            )
        self.block(node.body)

    def _no_else(self, node: ast.For | ast.While, orelse: list[ast.stmt]) -> None:
        if orelse:
            self.source.reject(orelse[0], "Triton has no `else` after a loop.", "Write the statements after the loop.")

    def _target(self, node: ast.expr) -> None:
        match node:
            case ast.Name():
                pass
            case ast.Tuple(elts=parts):
                for part in parts:
                    self._target(part)
            case ast.List():
                self.source.reject(node, "Triton takes no list as a target.", "Write the names with commas alone.")
            case _:
                self.expressions.check(node)
                self.expressions.refuse(node)

    def _decorators(self, function: ast.FunctionDef) -> None:
        for item in function.decorator_list:
            hint = f"Write @triton.jit alone above `def {function.name}`."
            if not self.module.is_jit(item):
                self.source.reject(item, f"{function.name} has a decorator that is not available here.", hint)
            if isinstance(item, ast.Call) and (item.args or item.keywords):
                self.source.reject(item, "Options of triton.jit are not available here.", hint)
        at = function.decorator_list[0]
        plain = ast.Attribute(ast.copy_location(ast.Name("triton", ast.Load()), at), "jit", ast.Load())
        function.decorator_list = [ast.copy_location(plain, at)]

    def _default(self, node: ast.expr, function: ast.FunctionDef) -> ast.expr:
        if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, str)):
            return node
        path = self.module.path(node)
        if path and path[:-1] == ("triton", "language") and path[-1] in names.DTYPES:
            self.outside.check(node)
            return node

        def lookup(name: str) -> Value | None:
            return self.module.constant_before(name, function.lineno)

        try:
            return ast.copy_location(ast.Constant(evaluate(node, lookup, self.module.path).number), node)
        except NotConstant as error:
            self.outside.check(node)
            hint = "A default may be a number, a constant of the file, None, a text, or a dtype such as tl.float32."
            self.source.reject(error.node, f"This cannot be a default. {error.why}", hint)

    def _settable(self, node: ast.AST, name: str) -> None:
        if name in names.RESERVED:
            self.source.reject(node, f"The name {name} cannot be set: a kernel needs it.", "Choose another name.")
        if name.startswith("__"):
            self.source.reject(
                node, f"The name {name} cannot be set: two underscores are Python's.", "Choose another name."
            )


def _one_def(source: Source, function: ast.FunctionDef) -> None:
    """Refuse a second line that opens with `def`: Triton looks for such a line in the text to find a kernel's start,
    and would take the inside of a string for the kernel."""
    for number in range(function.decorator_list[0].lineno, (function.end_lineno or function.lineno) + 1):
        line = source.lines[number - 1]
        if number != function.lineno and re.match(r"\s*def\b", line):
            at = ast.copy_location(ast.Pass(), function)
            at.lineno, at.col_offset = number, len(line[: len(line) - len(line.lstrip())].encode())
            source.reject(
                at, "A line of a text in this kernel begins with `def`.", "Begin that line with another word."
            )
