"""A recorded semantic call turned into a short numpy function, a plan, that is run in its place from then on.

A plan takes the operands' handles (Python numbers as they are) and returns the result as a Triton tensor. It leaves
splats and broadcasts to numpy until the end. With batched operands the same text has one more leading axis.

What is written is a template: the sides of blocks are kept apart from the text (`Sized`), so that blocks of other
sides can have the same one where only the sides differ.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from playground_workers.interpreter.handles import Handle, PointerHandle
from playground_workers.interpreter.language import core
from playground_workers.interpreter.recording import (
    Entry,
    MarkedFloat,
    MarkedInt,
    NoPlan,
    Number,
    mark,
    record,
)
from playground_workers.interpreter.tensors import NUMPY, block, is_addresses, make, shape_of, type_key

Shape = tuple[int, ...]
Plan = Callable[..., Any]


@dataclass(frozen=True)
class Sized:
    """A constant of a template that is made of a block's sides: they themselves, the block's type, or that type's key.

    shape: of the block that the template was written for. scalar: the type of its elements.
    """

    kind: Literal["sides", "type", "key"]
    shape: Shape
    scalar: Any = None
    batched: bool = False

    def value(self, sides: Mapping[int, int] | None) -> Any:
        """The constant for other blocks. sides: theirs, by the side that stands for it in the template; None: those."""
        shape = self.shape if sides is None else tuple(sides[side] for side in self.shape)
        if self.kind == "sides":
            return shape
        type_ = block(self.scalar, shape)
        return type_ if self.kind == "type" else type_key(type_) + int(self.batched)


@dataclass(frozen=True)
class Template:
    """A plan's code and constants. sized: names of the constants that are made of sides."""

    code: types.CodeType
    constants: dict[str, Any]
    sized: list[str]

    def plan(self, sides: Mapping[int, int] | None) -> Plan:
        """The plan for blocks of these sides (see `Sized`). Raises NoPlan where Triton has no such blocks."""
        try:
            made = {name: self.constants[name].value(sides) for name in self.sized}
        except (KeyError, ValueError):
            raise NoPlan("a block that Triton does not have") from None
        return types.FunctionType(self.code, {**_GLOBALS, **self.constants, **made})


class Value:
    """A value while a plan is written.

    kind: array, number (a Python one) or pointer (its expression is offsets). shape: of the array without the program
    axis; it broadcasts to block, the shape that Triton means (None: a scalar, and the array is (1,) or ()). A batched
    array has a side for every side of the block.
    """

    __slots__ = ("base", "batched", "block", "dtype", "expression", "kind", "shape")

    def __init__(
        self,
        expression: str,
        shape: Shape,
        block: Shape | None,
        batched: bool,
        dtype: Any,
        kind: str = "array",
        base: str = "",
    ) -> None:
        self.expression, self.shape, self.block, self.batched = expression, shape, block, batched
        self.dtype, self.kind, self.base = dtype, kind, base

    def changed(self, **changes: Any) -> "Value":
        copy = Value(self.expression, self.shape, self.block, self.batched, self.dtype, self.kind, self.base)
        for name, value in changes.items():
            setattr(copy, name, value)
        return copy


class Writer:
    """The text of a plan so far, its constants, and the values of the handles in the record, by identity."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.constants: dict[str, Any] = {}
        self.values: dict[int, Value] = {}

    def value(self, handle: Any) -> Value:
        """The value of a handle or marked number."""
        found = self.values.get(id(handle))
        if found is None:
            raise NoPlan("a value from elsewhere")
        return found

    def constant(self, value: Any) -> str:
        name = f"c{len(self.constants)}"
        self.constants[name] = value
        return name

    def sides(self, shape: Shape) -> str:
        return self.constant(Sized("sides", shape))

    def let(self, expression: str) -> str:
        name = f"v{len(self.lines)}"
        self.lines.append(f"{name} = {expression}")
        return name

    def typed(self, value: Value) -> str:
        """The value's array; a Python number as a numpy number of its Triton type."""
        if value.kind == "number":
            return self.let(f"{self.constant(value.dtype.type)}({value.expression})")
        return value.expression

    def full(self, value: Value) -> str:
        """The value with the whole shape of its block."""
        shape = value.block if value.block is not None else (1,)
        expression = self.typed(value)
        if value.shape == shape:
            return expression
        lead = len(shape) - len(value.shape)
        if not value.batched and shape == (1,) * lead + value.shape:
            return self.let(f"{expression}[{self.constant((None,) * lead)}]")  # much cheaper than spreading
        sides = self.sides(shape)
        if value.batched:
            return self.let(f"spread({expression}, {expression}.shape[:1] + {sides})")
        return self.let(f"spread({expression}, {sides})")


Rule = Callable[[Writer, tuple[Any, ...], Any], Value | None]
"""Writes one builder call: its arguments and its result as recorded, to the value of the result (None: nothing)."""


@dataclass(frozen=True)
class Recording:
    """A call on samples. samples: of its tensors and numbers, in the order of a plan's parameters."""

    samples: list[Any]
    result: Any
    entries: list[Entry]


def record_call(
    semantic: Any, call: Callable[..., Any], arguments: list[Any], named: dict[str, Any]
) -> list[Recording]:
    """Record a call; one with Python numbers twice, with different ones. It does not matter what is batched.

    arguments, named: tensors and `Number`s, which stand for all of their kind, and fixed values.
    """
    numbers = any(isinstance(argument, Number) for argument in (*arguments, *named.values()))
    found = []
    for probe in range(2 if numbers else 1):
        kept: list[Any] = []
        samples = [_sample(argument, probe, kept) for argument in arguments]
        named_samples = {name: _sample(argument, probe, kept) for name, argument in named.items()}
        result, entries = record(semantic, call, samples, named_samples)
        found.append(Recording(kept, result, entries))
    return found


def make_template(rules: dict[str, Rule], recordings: list[Recording], batched: list[bool]) -> Template:
    """The plan of a call, but for its sides. batched: of each of its parameters. Raises NoPlan where there is none."""
    texts = [_write(rules, recording, batched) for recording in recordings]
    if len(texts) > 1 and not _equal(*texts):
        raise NoPlan("depends on the number")
    text, constants = texts[0]
    code = _CODE.get(text)
    if code is None:
        code = _CODE[text] = compile(text, "<plan>", "exec").co_consts[0]
    return Template(code, constants, [name for name, value in constants.items() if value.__class__ is Sized])


_CODE: Final[dict[str, types.CodeType]] = {}
_GLOBALS: Final[dict[str, Any]] = {
    "np": np,
    "spread": np.broadcast_to,
    "new": object.__new__,
    "Handle": Handle,
    "PointerHandle": PointerHandle,
    "tensor": core.tensor,
}


def _sample(argument: Any, probe: int, kept: list[Any]) -> Any:
    """What stands for an argument while it is recorded. Values are known by identity, so samples are kept."""
    if isinstance(argument, Number):
        kept.append(mark(argument.probes[probe]))
        return kept[-1]
    if argument.__class__ is not core.tensor:
        return argument
    scalar, shape = argument.type.scalar, shape_of(argument.type) or (1,)
    if scalar.is_ptr():
        if is_addresses(argument):
            raise NoPlan("addresses")
        handle = Handle(np.broadcast_to(np.uint64(0), shape), scalar)
    elif scalar.name in NUMPY:
        handle = Handle(np.broadcast_to(NUMPY[scalar.name].type(1), shape), scalar)
    else:
        raise NoPlan("a type that numpy does not have")
    kept.append(make(handle, argument.type))
    return kept[-1]


def _write(rules: dict[str, Rule], recording: Recording, batched: list[bool]) -> tuple[str, dict[str, Any]]:
    writer = Writer()
    parameters = [f"h{place}" for place in range(len(recording.samples))]
    for name, sample, has_axis in zip(parameters, recording.samples, batched, strict=True):
        if sample.__class__ is not core.tensor:
            writer.values[id(sample)] = Value(name, (), None, False, None, "number")
            continue
        block = shape_of(sample.type)
        shape = block if block is not None else (1,)
        if sample.type.scalar.is_ptr():
            value = Value(writer.let(f"{name}.offsets"), shape, block, has_axis, None, "pointer", f"{name}.base")
        else:
            value = Value(writer.let(f"{name}.data"), shape, block, has_axis, sample.handle.data.dtype)
        writer.values[id(sample.handle)] = value
    for entry in recording.entries:
        _apply(writer, rules, entry)
    _return(writer, recording.result)
    body = "".join(f"    {line}\n" for line in writer.lines)
    return f"def plan({', '.join(parameters)}):\n{body}", writer.constants


def _apply(writer: Writer, rules: dict[str, Rule], entry: Entry) -> None:
    name, arguments, result = entry
    if name.startswith("get_"):
        value: Value | None = _number(writer, arguments, result)
    else:
        rule = rules.get(name)
        if rule is None:
            raise NoPlan(name)
        value = rule(writer, arguments, result)
    if value is not None:
        writer.values[id(result)] = value


def _number(writer: Writer, arguments: tuple[Any, ...], result: Any) -> Value:
    """A number made a scalar: one of the parameters, or a constant of the semantic method's own."""
    if result.dtype.scalar.name not in NUMPY:
        raise NoPlan("a type that numpy does not have")
    if arguments and isinstance(arguments[0], MarkedInt | MarkedFloat):
        return writer.value(arguments[0]).changed(dtype=result.data.dtype)
    return Value(writer.constant(result.data), (1,), None, False, result.data.dtype)


def _return(writer: Writer, result: Any) -> None:
    """Write what the plan returns."""
    if result is None or result.__class__ is not core.tensor:
        raise NoPlan("no single result")
    if result.handle is None:
        writer.lines.append(f"return {writer.constant(make(None, core.void))}")
        return
    value = writer.value(result.handle)
    if result.type.scalar.is_ptr():
        if value.kind != "pointer":
            raise NoPlan("a pointer made of numbers")
        lines = ["h = new(PointerHandle)", f"h.base = {value.base}", f"h.offsets = {writer.full(value)}"]
    else:
        lines = ["h = new(Handle)", f"h.data = {writer.full(value)}"]
    block, scalar = shape_of(result.type), result.type.scalar
    if block is None:
        type_, key = writer.constant(scalar), writer.constant(type_key(scalar) + int(value.batched))
    else:
        type_ = writer.constant(Sized("type", block, scalar))
        key = writer.constant(Sized("key", block, scalar, value.batched))
    writer.lines += [
        *lines,
        f"h.dtype = {writer.constant(scalar)}; h.batched = {value.batched}",
        f"t = new(tensor); t.handle = h; t.type = {type_}; t.key = {key}",
        "return t",
    ]


def _equal(one: tuple[str, dict[str, Any]], other: tuple[str, dict[str, Any]]) -> bool:
    """Whether two texts with their constants say the same."""
    if one[0] != other[0] or one[1].keys() != other[1].keys():
        return False
    return all(_same(one[1][name], other[1][name]) for name in one[1])


def _same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if one.__class__ is core.tensor and other.__class__ is core.tensor:
        return one.handle is None and other.handle is None
    return bool(type(one) is type(other) and one == other)
