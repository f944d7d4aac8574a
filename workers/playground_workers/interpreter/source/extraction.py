"""From a file to what is run of it: the kernel, the functions that it reaches, the constants that these use."""

import ast
import graphlib
import math
from typing import Final

from playground_workers.interpreter.source import luck
from playground_workers.interpreter.source.expressions import Uses
from playground_workers.interpreter.source.functions import check_function, parameters
from playground_workers.interpreter.source.module import PROVIDED, Constant, Function, Import, Module
from playground_workers.interpreter.source.problems import Prepared, SourceProblem, SourceWarning, nearest
from playground_workers.interpreter.source.text import Source

MAX_FUNCTIONS: Final = 200
"""How many functions one kernel may reach: enough for any, and it bounds the time that the rules take."""


def prepare(text: str, kernel: str, *, rules: bool = True) -> Prepared:
    """Read a source (LF, no byte-order mark) and return what is to be run of it for `kernel`.

    rules=False: the whole file, held against no rule, so that a test can show that the sandbox holds alone.
    Raises SourceProblem, and nothing else whatever the text. Runs none of the text.
    """
    source = Source(text)
    try:
        if rules:
            source.refuse_line_breakers()
        source.parse()
        module = Module(source)
        if rules:
            return _Extraction(source, module, kernel).prepared()
        function = _find(source, module, kernel, jit=False)
        return Prepared(source.tree, text, kernel, parameters(source, module, function), (kernel,))
    except (RecursionError, MemoryError):
        message = "The source is nested too deeply."
        raise SourceProblem("compile_error", message, hint="Split the longest expressions.") from None


class _Extraction:
    def __init__(self, source: Source, module: Module, kernel: str) -> None:
        self.source = source
        self.module = module
        self.kernel = kernel
        self.taken: dict[str, ast.FunctionDef] = {}
        self.uses: dict[str, Uses] = {}

    def prepared(self) -> Prepared:
        function = _find(self.source, self.module, self.kernel, jit=True)
        self._take(function)
        self._refuse_recursion()
        functions = sorted(self.taken.values(), key=lambda item: item.lineno)
        body: list[ast.stmt] = [*self._aliases(), *self._constants(), *functions]
        body.sort(key=lambda item: item.lineno)
        return Prepared(
            ast.Module(body=body, type_ignores=[]),
            self.source.text,
            self.kernel,
            parameters(self.source, self.module, function),
            tuple(item.name for item in functions),
            self._notes(),
            self._warnings(),
        )

    def _take(self, kernel: ast.FunctionDef) -> None:
        todo = [kernel]
        while todo:
            function = todo.pop()
            self.taken[function.name] = function
            self.uses[function.name] = uses = check_function(self.source, self.module, function)
            for name, node in uses.functions.items():
                found = self.module.binding(name)
                if name not in self.taken and isinstance(found, Function):
                    if len(self.taken) >= MAX_FUNCTIONS:
                        self.source.reject(node, f"A kernel may use at most {MAX_FUNCTIONS} functions.")
                    self.taken[name] = found.node
                    todo.append(found.node)

    def _refuse_recursion(self) -> None:
        calls = {name: set(uses.functions) for name, uses in self.uses.items()}
        try:
            graphlib.TopologicalSorter(calls).prepare()
        except graphlib.CycleError as error:
            cycle = list(reversed(error.args[1]))
            first = min(range(len(cycle) - 1), key=lambda index: self.taken[cycle[index]].lineno)
            name, called = cycle[first], cycle[first + 1]
            round_trip = "itself" if name == called else f"{called}, which calls {name} again"
            if len(cycle) > 3:
                round_trip = f"{called}, and comes back to {name}"
            node = self.uses[name].functions[called]
            message = f"{name} calls {round_trip}. Triton has no recursion."
            self.source.compile_error(node, message, "Write it as a loop.")

    def _aliases(self) -> list[ast.stmt]:
        body: list[ast.stmt] = []
        for name in sorted({name for uses in self.uses.values() for name in uses.aliases}):
            found = self.module.binding(name)
            if not isinstance(found, Import) or found.path == PROVIDED.get(name):
                continue
            value: ast.expr = ast.Name("triton", ast.Load())
            for part in found.path[1:]:
                value = ast.Attribute(value, part, ast.Load())
            body.append(_assign(name, value, found.node))
        return body

    def _constants(self) -> list[ast.stmt]:
        body: list[ast.stmt] = []
        for name in sorted({name for uses in self.uses.values() for name in uses.constants}):
            found = self.module.binding(name)
            if not isinstance(found, Constant):
                continue
            value: ast.expr = ast.Constant(found.value.number)
            if found.value.constexpr:
                constexpr = ast.Attribute(ast.Name("tl", ast.Load()), "constexpr", ast.Load())
                value = ast.Call(constexpr, [value], [])
            body.append(_assign(name, value, found.node))
        return body

    def _warnings(self) -> tuple[SourceWarning, ...]:
        found = [warning for uses in self.uses.values() for warning in uses.warnings]
        told: set[str] = set()
        for uses in self.uses.values():
            for name, node in uses.constants.items():
                constant = self.module.binding(name)
                if name in told or not isinstance(constant, Constant) or constant.value.constexpr:
                    continue
                told.add(name)
                line = self.source.place(constant.node)[0]
                what = "only annotated" if constant.annotated else "a plain number"
                message = (
                    f"{name} (line {line}) is {what}. It works here, but Triton refuses it on a GPU: write "
                    f"`{name} = tl.constexpr({_written(constant.value.number)})`."
                )
                found.append(SourceWarning("plain_global", message, self.source.place(node)[0]))
        for name, function in self.taken.items():
            entry = name == self.kernel
            given = parameters(self.source, self.module, function)
            run_time = frozenset(item.name for item in given if entry and not item.constexpr)
            found += luck.warnings(self.source, self.module, function, run_time, entry=entry)
        return tuple(sorted(found, key=lambda item: item.line))

    def _notes(self) -> tuple[str, ...]:
        everything = self.module.functions()
        taken = {id(node) for node in self.taken.values()}
        left = [item for item in everything if id(item.node) not in taken]
        kernels = sum(item.jit for item in left)
        others = [item.node for item in left if not item.jit] + self.module.set_aside
        notes = []
        if left or self.module.set_aside:
            parts = ["imports"] if self.module.imports else []
            if kernels:
                parts.append(f"{kernels} other kernel{'s' if kernels > 1 else ''}")
            if others:
                first = min(_first_line(item) for item in others)
                last = max(item.end_lineno or item.lineno for item in others)
                parts.append(
                    f"other code at line {first}" if first == last else f"other code in lines {first} to {last}"
                )
            notes.append(f"Set aside, not run: {', '.join(parts)}.")
        for name, node in self.taken.items():
            if len(self.module.functions(name)) > 1:
                notes.append(f"{name} is defined more than once; the one at line {node.lineno} counts.")
        return tuple(notes)


def _find(source: Source, module: Module, kernel: str, *, jit: bool) -> ast.FunctionDef:
    found = module.binding(kernel)
    if isinstance(found, Function) and (found.jit or not jit):
        return found.node
    if isinstance(found, Function):
        source.compile_error(
            found.node, f"{kernel} is not a Triton kernel yet.", f"Write @triton.jit above `def {kernel}`."
        )
    if found is not None:
        hint = f"Let `def {kernel}` be the only thing of that name, at the left margin of the file."
        source.compile_error(found.node, f"{kernel} is not a function at the top of the file.", hint)
    known = list(dict.fromkeys(item.node.name for item in module.functions() if item.jit or not jit))
    message = f"There is no kernel named {kernel}. "
    if not known:
        message += "The file defines no @triton.jit function."
    else:
        listed = ", ".join(known[:20]) + (f" and {len(known) - 20} more" if len(known) > 20 else "")
        message += f"The file defines {listed}."
    like = nearest(kernel, known)
    if like is None:
        raise SourceProblem("compile_error", message, hint=f"Name your kernel {kernel}.")
    node = module.functions(like)[-1].node
    source.compile_error(node, message, f"Rename {like} to {kernel}.")


def _assign(name: str, value: ast.expr, at: ast.stmt) -> ast.stmt:
    statement = ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), at)
    return ast.fix_missing_locations(statement)


def _written(number: float) -> str:
    return str(number) if math.isfinite(number) else f'float("{number}")'


def _first_line(node: ast.stmt) -> int:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.decorator_list:
        return node.decorator_list[0].lineno
    return node.lineno
