"""Shapes and grids as small arithmetic over sizes and blocks: `N0`, `MID // 8`, `cdiv(N0, B0)`, `min(KH, H)`."""

import ast
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

LONGEST: Final = 200
"""Characters. A longer one could nest as deep as to end what reads it."""


def evaluate(expression: str, names: Mapping[str, int]) -> int:
    """Value of integers, names, + - * //, cdiv(a, b) and min(a, b). Raises ValueError that says what is wrong."""
    return _value(_parse(expression), names, expression)


@lru_cache(maxsize=1024)
def _parse(expression: str) -> ast.expr:
    if len(expression) > LONGEST:
        raise ValueError(f"`{expression[:20]}...` is longer than {LONGEST} characters")
    try:
        return ast.parse(expression, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError(f"`{expression}` is no expression") from None


def _value(node: ast.expr, names: Mapping[str, int], expression: str) -> int:
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return value
        case ast.Name(id=name):
            if name not in names:
                raise ValueError(f"`{expression}` uses {name}, which is neither a size nor a block")
            return names[name]
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _value(left, names, expression), _value(right, names, expression)
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.FloorDiv() if b != 0:
                    return a // b
        case ast.Call(func=ast.Name(id="cdiv" | "min" as function), args=[left, right], keywords=[]):
            a, b = _value(left, names, expression), _value(right, names, expression)
            if function == "min":
                return min(a, b)
            if b != 0:
                return -(-a // b)
    raise ValueError(f"`{expression}` may use integers, sizes, blocks, + - * //, cdiv(a, b) and min(a, b) only")
