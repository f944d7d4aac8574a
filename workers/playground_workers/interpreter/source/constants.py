"""Constants at the top of a file, worked out here as plain numbers, so that none of the file's code runs for them."""

import ast
import math
import operator
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from playground_workers.interpreter.source.names import MATH_CONSTANTS, MATH_FUNCTIONS

Number = int | float

MAX_BITS: Final = 64
"""Triton's integers have at most 64 bits."""

MAX_WORKING_BITS: Final = 128
"""What a step of a sum may reach on its way, as in 2**64 - 1. It also keeps `9**9**9` from running for years."""

_BINARY: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_UNARY: Final[dict[type[ast.unaryop], Callable[[Any], Any]]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}


class Value(NamedTuple):
    """A number. constexpr: it is, or was computed from, a `tl.constexpr(...)`."""

    number: Number
    constexpr: bool = False


class NotConstant(Exception):
    """The expression is no constant. node: the part that is none; why: in plain words, a whole sentence."""

    def __init__(self, node: ast.AST, why: str) -> None:
        super().__init__(why)
        self.node = node
        self.why = why


class TooLarge(ArithmeticError):
    """A number outgrows MAX_WORKING_BITS."""


def evaluate(
    node: ast.expr, lookup: Callable[[str], Value | None], path: Callable[[ast.expr], tuple[str, ...] | None]
) -> Value:
    """The value of a constant expression: numbers, arithmetic, other constants, float("inf"), tl.constexpr, math.pi.

    lookup: the constant of a name; path: what a dotted name stands for, as ("triton", "language", "constexpr").
    `node` must be nested less deep than Python's recursion limit. Raises NotConstant.
    """
    value = _evaluate(node, lookup, path)
    if isinstance(value.number, int) and not -(2 ** (MAX_BITS - 1)) <= value.number < 2**MAX_BITS:
        raise NotConstant(node, f"The number is too large: Triton's integers have at most {MAX_BITS} bits.")
    return value


def combine(operation: ast.operator, left: Number, right: Number) -> Number | None:
    """The result of an operation on two numbers, or None where it has none. Raises TooLarge, and never takes long."""
    function = _BINARY.get(type(operation))
    if function is None:
        return None
    if isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length()
        if isinstance(operation, ast.Pow):
            if right * max(bits - 1, 0) > MAX_WORKING_BITS:
                raise TooLarge
        elif isinstance(operation, ast.LShift):
            if left and right + bits > MAX_WORKING_BITS:
                raise TooLarge
        elif isinstance(operation, ast.Mult) and bits + right.bit_length() > 2 * MAX_WORKING_BITS:
            raise TooLarge
    try:
        result = function(left, right)
    except (ArithmeticError, ValueError, TypeError):
        return None
    if isinstance(result, int) and result.bit_length() > MAX_WORKING_BITS:
        raise TooLarge
    return result if isinstance(result, int | float) else None


def negate(operation: ast.unaryop, value: Number) -> Number | None:
    """The result of a one-sided operation (`-`, `+`, `~`, `not`), or None where it has none."""
    if isinstance(operation, ast.Invert) and not isinstance(value, int):
        return None
    result = _UNARY[type(operation)](int(value) if isinstance(operation, ast.Invert) else value)
    return result if isinstance(result, int | float) else None


def _evaluate(
    node: ast.expr, lookup: Callable[[str], Value | None], path: Callable[[ast.expr], tuple[str, ...] | None]
) -> Value:
    match node:
        case ast.Constant(value=bool() | int() | float() as number):
            return Value(number)
        case ast.Name(id=name) if (known := lookup(name)) is not None:
            return known
        case ast.UnaryOp(op=unary, operand=operand):
            inner = _evaluate(operand, lookup, path)
            if (negated := negate(unary, inner.number)) is not None:
                return Value(negated, inner.constexpr)
        case ast.BinOp(left=left, op=binary, right=right):
            a, b = _evaluate(left, lookup, path), _evaluate(right, lookup, path)
            try:
                result = combine(binary, a.number, b.number)
            except TooLarge:
                raise NotConstant(node, "The number is too large.") from None
            if result is None:
                raise NotConstant(node, "This has no result: a division by zero, or an operation that numbers lack.")
            return Value(result, a.constexpr or b.constexpr)
        case ast.Call(func=function, args=[argument], keywords=[]):
            return _call(node, function, argument, lookup, path)
        case ast.Attribute() if (parts := path(node)) and len(parts) == 2 and parts[0] == "math":
            if parts[1] in MATH_CONSTANTS:
                return Value(getattr(math, parts[1]))
        case ast.Constant():
            raise NotConstant(node, "It is no number.")
    raise NotConstant(node, "It is computed by code that is not run.")


def _call(
    node: ast.expr,
    function: ast.expr,
    argument: ast.expr,
    lookup: Callable[[str], Value | None],
    path: Callable[[ast.expr], tuple[str, ...] | None],
) -> Value:
    parts = path(function)
    if parts == ("triton", "language", "constexpr"):
        return Value(_evaluate(argument, lookup, path).number, constexpr=True)
    if parts and len(parts) == 2 and parts[0] == "math" and parts[1] in MATH_FUNCTIONS:
        name = parts[1]
    elif isinstance(function, ast.Name) and function.id in ("float", "int"):
        name = function.id
    else:
        raise NotConstant(node, "It is computed by code that is not run.")
    try:
        match argument:
            case ast.Constant(value=str() as text) if name == "float" and len(text) <= 40:
                return Value(float(text))
        number = _evaluate(argument, lookup, path).number
        known: dict[str, Callable[[Any], Number]] = {"float": float, "int": int}
        return Value(known[name](number) if name in known else getattr(math, name)(number))
    except (ArithmeticError, ValueError):
        raise NotConstant(node, "This has no result: the number is outside of what the function takes.") from None
