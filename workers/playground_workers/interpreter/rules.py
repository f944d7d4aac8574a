"""How each builder method is written in a plan. A method that is not here makes no plan: Triton's own path does it."""

import types
from typing import Any, Final

import numpy as np

from playground_workers.interpreter.language import stock
from playground_workers.interpreter.memory import Array
from playground_workers.interpreter.plans import Rule, Shape, Value, Writer
from playground_workers.interpreter.recording import NoPlan
from playground_workers.interpreter.tensors import NUMPY

Arguments = tuple[Any, ...]


def rules() -> dict[str, Rule]:
    """The rule of each method. Which numpy function an element-wise one is, is asked of Triton's builder itself."""
    found: dict[str, Rule] = {}
    for name in dir(stock.InterpreterBuilder):
        two, one = _numpy_function(name, "binary_op", 2), _numpy_function(name, "unary_op", 1)
        if two is not None:
            found[name] = _binary_rule(two)
        elif one is not None:
            found[name] = _unary_rule(one)
    for name in _DIVISIONS:
        found[name] = _division
    for name in _CASTS:
        found[name] = _cast
    return found | _RULES


def elementwise() -> set[str]:
    """Methods that do the same to every element, so that a program axis makes no difference to them."""
    return {name for name in rules() if name not in _RULES} | {"create_select", "create_fma", "create_ashr"}


class _Probe:
    """Takes the builder's place in one of its methods, to see which numpy function it applies."""

    def __init__(self) -> None:
        self.found: list[Any] = []

    def binary_op(self, left: Any, right: Any, function: Any) -> Any:
        return function

    def unary_op(self, operand: Any, function: Any) -> Any:
        return function


def _numpy_function(name: str, through: str, operands: int) -> Any:
    method = vars(stock.InterpreterBuilder).get(name)
    plain = isinstance(method, types.FunctionType) and method.__name__ == "<lambda>"
    if not plain or method.__code__.co_argcount != operands + 1 or through not in method.__code__.co_names:
        return None
    return method(_Probe(), *[None] * operands)


def _joint(*values: Value) -> Shape:
    return np.broadcast_shapes(*[value.shape for value in values])


def _no_pointers(*values: Value) -> None:
    if any(value.kind == "pointer" for value in values):
        raise NoPlan("a pointer")


_COMPARISONS: Final = {np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal}
_BITS: Final = {np.bitwise_and, np.bitwise_or, np.bitwise_xor}


def _binary_rule(function: Any) -> Rule:
    def rule(writer: Writer, arguments: Arguments, result: Any) -> Value:
        left, right = writer.value(arguments[0]), writer.value(arguments[1])
        _no_pointers(left, right)
        both = left.kind == right.kind == "number"
        one, two = (writer.typed(v) if both else v.expression for v in (left, right))
        ones = np.ones(1, left.dtype), np.ones(1, right.dtype)
        if left.dtype == right.dtype == bool and function not in _COMPARISONS | _BITS:
            one, two = (f"np.asarray({e}).astype(np.int8)" for e in (one, two))
            expression = f"({writer.constant(function)}({one}, {two}) & 1).astype(bool)"
        else:
            expression = f"{writer.constant(function)}({one}, {two})"
            if function(*ones).dtype != result.data.dtype:
                expression += f".astype({writer.constant(result.data.dtype)})"
        batched = left.batched or right.batched
        return Value(writer.let(expression), _joint(left, right), left.block, batched, result.data.dtype)

    return rule


def _unary_rule(function: Any) -> Rule:
    def rule(writer: Writer, arguments: Arguments, result: Any) -> Value:
        value = writer.value(arguments[0])
        _no_pointers(value)
        expression = writer.let(f"{writer.constant(function)}({writer.typed(value)})")
        return value.changed(expression=expression, dtype=result.data.dtype, kind="array")

    return rule


def _division(writer: Writer, arguments: Arguments, result: Any) -> Value:
    left, right = writer.value(arguments[0]), writer.value(arguments[1])
    _no_pointers(left, right)
    both = left.kind == right.kind == "number"
    one, two = (writer.typed(v) if both else v.expression for v in (left, right))
    expression = writer.let(f"({one} - np.fmod({one}, {two})) // {two}")
    return Value(expression, _joint(left, right), left.block, left.batched or right.batched, result.data.dtype)


def _shift_right(writer: Writer, arguments: Arguments, result: Any) -> Value:
    left, right = writer.value(arguments[0]), writer.value(arguments[1])
    if left.dtype.kind != "i" or right.dtype.kind != "i" or left.kind == right.kind == "number":
        raise NoPlan("a shift of unsigned integers")
    expression = writer.let(f"np.right_shift({left.expression}, {right.expression})")
    return Value(expression, _joint(left, right), left.block, left.batched or right.batched, result.data.dtype)


def _cast(writer: Writer, arguments: Arguments, result: Any) -> Value:
    value = writer.value(arguments[0])
    to = NUMPY.get(arguments[1].scalar.name)
    if value.kind == "pointer" or to is None or arguments[0].dtype.scalar.name not in NUMPY:
        raise NoPlan("a cast of its own")
    expression = writer.let(f"{writer.typed(value)}.astype({writer.constant(to)})")
    return value.changed(expression=expression, kind="array", dtype=to)


def _bitcast(writer: Writer, arguments: Arguments, result: Any) -> Value:
    value = writer.value(arguments[0])
    to = NUMPY.get(arguments[1].scalar.name)
    if value.kind != "array" or to is None or to.itemsize != value.dtype.itemsize:
        raise NoPlan("a cast of its own")
    expression = writer.let(f"{value.expression}.view({writer.constant(to)})")
    return value.changed(expression=expression, dtype=to)


def _select(writer: Writer, arguments: Arguments, result: Any) -> Value:
    condition, one, other = (writer.value(argument) for argument in arguments)
    _no_pointers(condition, one, other)
    both = one.kind == other.kind == "number"
    first, second = (writer.typed(v) if both else v.expression for v in (one, other))
    expression = writer.let(f"np.where({writer.typed(condition)}, {first}, {second})")
    batched = condition.batched or one.batched or other.batched
    return Value(expression, _joint(condition, one, other), one.block, batched, result.data.dtype)


def _splat(writer: Writer, arguments: Arguments, result: Any) -> Value:
    block = tuple(int(side) for side in arguments[0].shape)
    value = writer.value(arguments[1])
    if not value.batched or len(block) == 1:
        return value.changed(block=block)
    place = writer.constant((slice(None), slice(None)) + (None,) * (len(block) - 1))
    return value.changed(expression=writer.let(f"{value.expression}[{place}]"), block=block, shape=(1,) * len(block))


def _expand_dims(writer: Writer, arguments: Arguments, result: Any) -> Value:
    value, axis = writer.value(arguments[0]), int(arguments[1])
    if value.block is None:
        if value.batched:
            return value.changed(block=(1,), shape=(1,))
        return value.changed(block=(1,))
    axis %= len(value.block) + 1
    block = (*value.block[:axis], 1, *value.block[axis:])
    at = axis - (len(value.block) - len(value.shape))
    if at <= 0 and not value.batched:
        return value.changed(block=block)  # a leading axis more, which broadcasting adds
    lead = (slice(None),) * (at + int(value.batched))
    expression = writer.let(f"{value.expression}[{writer.constant((*lead, None, ...))}]")
    return value.changed(expression=expression, block=block, shape=(*value.shape[:at], 1, *value.shape[at:]))


def _broadcast(writer: Writer, arguments: Arguments, result: Any) -> Value:
    return writer.value(arguments[0]).changed(block=tuple(int(side) for side in arguments[1]))


def _reshape(writer: Writer, arguments: Arguments, result: Any) -> Value:
    value = writer.value(arguments[0])
    block = tuple(int(side) for side in arguments[1])
    full, sides = writer.full(value), writer.sides(block)
    shape = f"{full}.shape[:1] + {sides}" if value.batched else sides
    kind = "pointer" if value.kind == "pointer" else "array"
    return value.changed(expression=writer.let(f"{full}.reshape({shape})"), block=block, shape=block, kind=kind)


def _transpose(writer: Writer, arguments: Arguments, result: Any) -> Value:
    value = writer.value(arguments[0])
    axes = tuple(int(axis) for axis in arguments[1])
    if value.block is None:
        raise NoPlan("a scalar")
    block = tuple(value.block[axis] for axis in axes)
    order = (0, *(axis + 1 for axis in axes)) if value.batched else axes
    expression = writer.let(f"{writer.full(value)}.transpose({order})")
    return value.changed(expression=expression, block=block, shape=block)


def _dot(writer: Writer, arguments: Arguments, result: Any) -> Value:
    left, right, start = (writer.value(argument) for argument in arguments[:3])
    if any(argument.dtype.scalar.name not in NUMPY for argument in arguments[:3]):
        raise NoPlan("a type that numpy does not have")
    product = f"np.matmul({writer.full(left)}, {writer.full(right)}, dtype={writer.constant(start.dtype)})"
    expression = writer.let(f"{product} + {writer.typed(start)}")
    block = tuple(result.data.shape)
    return Value(expression, block, block, left.batched or right.batched or start.batched, result.data.dtype)


def _range(writer: Writer, arguments: Arguments, result: Any) -> Value:
    data: Array = result.data
    return Value(writer.constant(data), data.shape, data.shape, False, data.dtype)


def _add_pointer(writer: Writer, arguments: Arguments, result: Any) -> Value:
    pointer, offset = writer.value(arguments[0]), writer.value(arguments[1])
    if pointer.kind != "pointer" or offset.kind == "pointer":
        raise NoPlan("a pointer made of numbers")
    wide = ", dtype=np.int64" if offset.dtype.kind == "u" and offset.dtype.itemsize == 8 else ""
    expression = writer.let(f"np.add({pointer.expression}, {offset.expression}{wide})")
    block = pointer.block if pointer.block is not None else offset.block
    batched = pointer.batched or offset.batched
    return pointer.changed(expression=expression, shape=_joint(pointer, offset), block=block, batched=batched)


def _offsets(writer: Writer, pointer: Value, mask: Value | None) -> str:
    """A pointer's offsets; spread to the whole block where neither they nor the mask have its shape."""
    if pointer.kind != "pointer":
        raise NoPlan("addresses")
    shape = pointer.block if pointer.block is not None else (1,)
    if _joint(pointer, *([mask] if mask is not None else [])) == shape:
        return pointer.expression
    return writer.full(pointer)


def _load(writer: Writer, arguments: Arguments, result: Any) -> Value:
    masked = arguments[1] is not None and hasattr(arguments[1], "data")
    pointer = writer.value(arguments[0])
    mask = writer.value(arguments[1]) if masked else None
    other = writer.value(arguments[2]) if masked and arguments[2] is not None else None
    dtype = NUMPY.get(result.dtype.scalar.name)
    if dtype is None or dtype.kind == "b":
        raise NoPlan("a type that numpy does not have")
    offsets = _offsets(writer, pointer, mask)
    number, fallback = False, "None"
    if other is not None:
        number = other.kind == "number" or (not other.batched and other.shape in ((), (1,)))
        fallback = writer.typed(other) + ("[0]" if number and other.shape == (1,) else "")
    batched = pointer.batched or bool(mask is not None and mask.batched)
    where = "None" if mask is None else writer.typed(mask)
    expression = writer.let(f"{pointer.base}.load({offsets}, {where}, {fallback}, {number}, {batched})")
    batched = batched or bool(other is not None and other.batched)
    shape = pointer.block if pointer.block is not None else (1,)
    return Value(expression, shape, pointer.block, batched, dtype)


def _store(writer: Writer, arguments: Arguments, result: Any) -> None:
    masked = len(arguments) > 2 and arguments[2] is not None and hasattr(arguments[2], "data")
    pointer, value = writer.value(arguments[0]), writer.value(arguments[1])
    mask = writer.value(arguments[2]) if masked else None
    _no_pointers(value)
    if arguments[1].dtype.scalar.name not in NUMPY:
        raise NoPlan("a type that numpy does not have")
    offsets = _offsets(writer, pointer, mask)
    batched = pointer.batched or bool(mask is not None and mask.batched)
    where = "None" if mask is None else writer.typed(mask)
    call = f"{pointer.base}.store({offsets}, {writer.typed(value)}, {where}, {batched}, {value.batched})"
    writer.lines.append(call)


_DIVISIONS: Final = ["create_idiv", "create_sdiv", "create_udiv"]
_CASTS: Final = [
    "create_si_to_fp",
    "create_ui_to_fp",
    "create_fp_to_si",
    "create_fp_to_ui",
    "create_fp_ext",
    "create_fp_trunc",
    "create_int_cast",
]
_RULES: Final[dict[str, Rule]] = {
    "create_ashr": _shift_right,
    "create_bitcast": _bitcast,
    "create_select": _select,
    "create_splat": _splat,
    "create_expand_dims": _expand_dims,
    "create_broadcast": _broadcast,
    "create_reshape": _reshape,
    "create_trans": _transpose,
    "create_dot": _dot,
    "create_make_range": _range,
    "create_addptr": _add_pointer,
    "create_load": _load,
    "create_masked_load": _load,
    "create_store": _store,
    "create_masked_store": _store,
}
