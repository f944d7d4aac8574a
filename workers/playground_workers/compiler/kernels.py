"""A student's kernel as Triton's compiler takes it, and what its parameters become at a launch.

The file's definitions are made, by its own decorators and defaults; no body of them is run.
"""

import ast
import builtins
import linecache
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import triton
import triton.language as tl
from triton.runtime.jit import JITFunction

from playground_workers.interpreter.source import Prepared, SourceProblem, names, prepare

SOURCE_FILE: Final = "<kernel>"
POINTERS: Final = {
    "float32": "*fp32",
    "float16": "*fp16",
    "int32": "*i32",
    "int64": "*i64",
    "int8": "*i8",
    "uint8": "*u8",
}
ALIGNED: Final = 16
"""Bytes that torch aligns a tensor to, and the divisor that Triton looks for in whole numbers."""

_DIVISIBLE: Final = [["tt.divisibility", ALIGNED]]
_SMALL_TENSOR: Final = ["tt.pointer_range", 32]
_BUILTINS: Final = names.BUILTINS | names.BUILTINS_INTERPRETER_ONLY.keys()


@dataclass(frozen=True)
class Kernel:
    """function: what Triton compiles. first_lines: by the text of each student's function, the line of its `def`."""

    function: JITFunction[Any]
    prepared: Prepared
    first_lines: Mapping[str, int]


@dataclass(frozen=True)
class Signature:
    """What ASTSource takes: types by parameter, constants and attributes by place."""

    types: dict[str, str]
    constants: dict[tuple[int], Any]
    attributes: dict[tuple[int], list[list[Any]]]


def load(source: str, kernel: str, *, rules: bool) -> Kernel:
    """Raises SourceProblem where the source rules refuse it. With rules off, the whole file is executed as it is."""
    prepared = prepare(source, kernel, rules=rules)
    lines = source.splitlines(keepends=True)
    linecache.cache[SOURCE_FILE] = (len(source), None, lines, SOURCE_FILE)
    namespace: dict[str, Any] = {"__name__": "kernel", "tl": tl, "triton": triton}
    if rules:
        namespace["__builtins__"] = {name: getattr(builtins, name) for name in _BUILTINS}
    try:
        code = compile(prepared.tree, SOURCE_FILE, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        raise SourceProblem("compile_error", f"Python cannot compile this: {error}.", line) from None
    exec(code, namespace)
    functions = {name: value for name, value in namespace.items() if isinstance(value, JITFunction)}
    tops = {node.name: node.lineno for node in prepared.tree.body if isinstance(node, ast.FunctionDef)}
    own = {value.src: tops[name] for name, value in functions.items() if name in tops}
    if kernel not in functions:
        raise SourceProblem("compile_error", f"{kernel} is not a Triton kernel.")
    if rules:
        _hold_against(prepared, functions)
    return Kernel(functions[kernel], prepared, own)


def _hold_against(prepared: Prepared, functions: Mapping[str, JITFunction[Any]]) -> None:
    """Raises SourceProblem where Triton, which reads the text again, would compile something that was not checked."""
    for node in prepared.tree.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        parsed = functions[node.name].parse().body[0]
        same = all(ast.dump(one) == ast.dump(two) for one, two in zip(_parts(node), _parts(parsed), strict=True))
        if not same:
            message = f"Triton reads {node.name} in another way than it is written."
            raise SourceProblem("rejected", message, node.lineno, hint="Write it plainly.")


def _parts(function: Any) -> list[ast.AST]:
    return [function.args, ast.Module(body=function.body, type_ignores=[])]


def sign(kernel: Kernel, tensors: Mapping[str, str], numbers: Mapping[str, Any], backend: str) -> Signature:
    """What Triton would compile for a launch with these: it looks at the numbers too.

    tensors: dtypes by parameter; numbers by parameter. A whole number that is 1 becomes a constant, one that 16
    divides is marked so, and a tensor of torch's begins at a multiple of 16 bytes.
    """
    types: dict[str, str] = {}
    constants: dict[tuple[int], Any] = {}
    attributes: dict[tuple[int], list[list[Any]]] = {}
    parameters: Sequence[Any] = kernel.function.params
    for place, parameter in enumerate(parameters):
        name = parameter.name
        if name in tensors:
            types[name] = POINTERS[tensors[name]]
            attributes[(place,)] = [*_DIVISIBLE, _SMALL_TENSOR] if backend == "hip" else _DIVISIBLE
            continue
        value = numbers.get(name, parameter.default)
        kind = "constexpr" if parameter.is_constexpr else _type_of(value, parameter.do_not_specialize)
        types[name] = kind
        if kind == "constexpr":
            constants[(place,)] = getattr(value, "value", value)
        elif _is_divisible(value) and not parameter.do_not_specialize:
            attributes[(place,)] = _DIVISIBLE
    return Signature(types, constants, attributes)


def _is_divisible(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value % ALIGNED == 0


def _type_of(value: Any, plain: bool) -> str:
    if value is None or (value == 1 and type(value) is int and not plain):
        return "constexpr"
    if isinstance(value, bool):
        return "i1"
    if isinstance(value, int):
        if -(1 << 31) <= value < 1 << 31:
            return "i32"
        return "i64" if value < 1 << 63 else "u64"
    if isinstance(value, float):
        return "fp32"
    return "constexpr"
