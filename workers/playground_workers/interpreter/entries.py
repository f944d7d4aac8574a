"""The operations of the language, each with a cache in front: what they are given picks a plan, which does the work.

Where there is no plan the operation is Triton's own, as it was. Plans are picked by the operands' types, by the class
of a Python number, and by the value of everything else.
"""

from typing import Any, Final, Literal

import numpy as np

from playground_workers.interpreter.access import load_entry, store_entry
from playground_workers.interpreter.handles import Handle
from playground_workers.interpreter.language import core, tl
from playground_workers.interpreter.planner import MANY, Function, Planner, Unkeyed, fixed, plain
from playground_workers.interpreter.plans import Plan, Rule
from playground_workers.interpreter.recording import CLASSES, NATURAL, NEGATIVE, REAL, number_class
from playground_workers.interpreter.state import state
from playground_workers.interpreter.tensors import NUMPY, is_batched, shape_of, type_key

_tensor, _constexpr = core.tensor, core.constexpr

_BINARY: Final = ["add", "sub", "mul", "truediv", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift"]
_COMPARE: Final = ["lt", "le", "gt", "ge", "eq", "ne"]
_UNARY: Final = ["exp", "exp2", "log", "log2", "sqrt", "sqrt_rn", "rsqrt", "sin", "cos", "abs", "floor", "ceil"]
_GENERAL: Final = {
    "where": 3,
    "maximum": 2,
    "minimum": 2,
    "clamp": 3,
    "fma": 3,
    "dot": 3,
    "reshape": 1,
    "view": 1,
    "trans": 1,
    "permute": 1,
    "expand_dims": 1,
    "broadcast_to": 1,
    "ravel": 1,
    "cast": 1,
    "fdiv": 2,
    "div_rn": 2,
}
"""Operations by name, and how many of their first arguments may be blocks or numbers; the others are fixed."""

_LANE_BY_LANE: Final = {"where", "maximum", "minimum", "clamp", "fma", "cast", "fdiv", "div_rn"}

_REDUCTIONS: Final = {
    "sum": np.add.reduce,
    "max": np.fmax.reduce,
    "min": np.fmin.reduce,
    "xor_sum": np.bitwise_xor.reduce,
    "reduce_or": np.bitwise_or.reduce,
}
_OF_INTEGERS: Final = (_REDUCTIONS["xor_sum"], _REDUCTIONS["reduce_or"])
"""`tl.sort` and `tl.topk` are made of xor_sum, which Triton's interpreter takes element by element."""


def install(semantic: Any, rules: dict[str, Rule]) -> None:
    """Put the caches in front of the language, which must already be patched for the interpreter."""
    planner = Planner(semantic, rules)
    for name in _BINARY + _COMPARE:
        setattr(_tensor, f"__{name}__", _two(planner, name, getattr(_tensor, f"__{name}__")))
    for name in _BINARY:
        setattr(_tensor, f"__r{name}__", _reflected(planner, f"r{name}", getattr(_tensor, f"__r{name}__")))
    for name in ("__neg__", "__invert__"):
        setattr(_tensor, name, _general(planner, name, getattr(_tensor, name), 1, alike=True))
    for name in _UNARY:
        _replace(name, _general(planner, name, getattr(tl, name), 1, alike=True))
    for name, blocks in _GENERAL.items():
        if hasattr(tl, name):
            _replace(name, _general(planner, name, getattr(tl, name), blocks, alike=name in _LANE_BY_LANE))
    _tensor.to = _general(planner, "to", _tensor.to, 1, alike=True)
    _tensor.__getitem__ = _getitem(planner, _tensor.__getitem__)
    _replace("load", load_entry(planner, tl.load))
    _replace("store", store_entry(planner, tl.store))
    for name, function in _REDUCTIONS.items():
        _replace(name, _reduction(getattr(tl, name), function, kept_by_place=name not in ("max", "min")))
    _replace("program_id", _program_id(tl.program_id))
    _replace("arange", _constant_range(tl.arange))
    full = _constant_block(tl.full)
    _replace("full", full)
    _replace("zeros", _zeros(full, tl.zeros))


def _replace(name: str, function: Function) -> None:
    for place in (tl, tl.core, tl.math, tl.standard):
        if name in vars(place):
            library = getattr(vars(place)[name], "fn", None)
            if library is not None:
                function.fn = library  # type: ignore[attr-defined]  # where its parameters are looked up
            setattr(place, name, function)
    if name in vars(_tensor):
        setattr(_tensor, name, function)


def _two(planner: Planner, name: str, slow: Function) -> Function:
    """An operation of two operands, of which the first is a block or scalar tensor."""
    plans: dict[tuple[int, int], Any] = {}

    def operation(x: Any, y: Any, _semantic: Any = None) -> Any:
        kind = y.__class__
        if kind is _tensor:
            key, operand = y.key, y.handle
        elif kind is int and -2147483648 <= y < 2147483648:
            key, operand = NATURAL if y >= 0 else NEGATIVE, y
        elif kind is float and (1e-37 < y < 3e38 or -3e38 < y < -1e-37 or y == 0.0):
            key, operand = REAL, y
        elif kind is _constexpr:
            return operation(x, y.value)
        else:
            found = number_class(y)
            if found is None:
                return slow(x, y)
            key, operand = found, y
        plan = plans.get((x.key, key))
        if plan is None:
            plan = plans[x.key, key] = planner.make(name, slow, [x, y if key >= 0 else CLASSES[key]], alike=True)
        return plan(x.handle, operand) if plan else slow(x, y)

    return operation


def _reflected(planner: Planner, name: str, slow: Function) -> Function:
    """An operation of a Python number and a tensor, called with the tensor first as Python does."""
    plans: dict[tuple[int, int], Any] = {}

    def operation(x: Any, y: Any, _semantic: Any = None) -> Any:
        if y.__class__ is _constexpr:
            y = y.value
        key = number_class(y)
        if key is None:
            return slow(x, y)
        plan = plans.get((x.key, key))
        if plan is None:
            plan = plans[x.key, key] = planner.make(name, slow, [x, CLASSES[key]], alike=True)
        return plan(x.handle, y) if plan else slow(x, y)

    return operation


def _general(planner: Planner, name: str, slow: Function, blocks: int, *, alike: bool) -> Function:
    """Any operation. blocks: how many of its first arguments may be tensors or numbers. alike: see `Planner.make`."""
    plans: dict[tuple[Any, ...], Any] = {}

    def operation(*arguments: Any, **named: Any) -> Any:
        named.pop("_semantic", None)
        keys: list[Any] = []
        operands: list[Any] = []
        try:
            for place, argument in enumerate(arguments):
                if argument.__class__ is _tensor:
                    keys.append(argument.key)
                    operands.append(argument.handle)
                elif place < blocks and (found := number_class(plain(argument))) is not None:
                    keys.append(found)
                    operands.append(plain(argument))
                else:
                    keys.append(fixed(argument))
            for word, argument in named.items():
                if argument.__class__ is _tensor:
                    keys.append((word, argument.key))
                    operands.append(argument.handle)
                else:
                    keys.append((word, fixed(argument)))
        except Unkeyed:
            return slow(*arguments, **named)
        key = tuple(keys)
        plan = plans.get(key)
        if plan is None:
            samples = [CLASSES[k] if k.__class__ is int and k < 0 else a for k, a in zip(keys, arguments, strict=False)]
            plan = planner.make(name, slow, samples, named, alike=alike)
            if len(plans) < MANY:
                plans[key] = plan
        return plan(*operands) if plan else slow(*arguments, **named)

    return operation


def _getitem(planner: Planner, slow: Function) -> Function:
    """Blocks indexed with `:` and None alone."""
    plans: dict[tuple[int, int], Any] = {}

    def getitem(self: Any, index: Any, _semantic: Any = None) -> Any:
        if index.__class__ is not tuple:
            return slow(self, index)
        pattern = 1
        for part in index:
            if part is None:
                pattern = pattern * 3 + 1
            elif part.__class__ is slice and part.start is None and part.stop is None and part.step is None:
                pattern = pattern * 3 + 2
            else:
                return slow(self, index)
        plan = plans.get((self.key, pattern))
        if plan is None:
            plan = plans[self.key, pattern] = planner.make(
                ("getitem", pattern), lambda block: slow(block, index), [self], alike=True
            )
        return plan(self.handle) if plan else slow(self, index)

    return getitem


_KEEP: Final = {"keep_dims"}


def _reduction(slow: Function, function: Any, *, kept_by_place: bool) -> Function:
    """tl.sum, tl.max and the like along one axis of numbers of 32 or 64 bits, as numpy does it.

    kept_by_place: the argument after the axis is keep_dims, as in all but tl.max and tl.min.
    """
    plans: dict[tuple[int, Any, bool], Any] = {}

    def reduction(input: Any, axis: Any = None, *rest: Any, **named: Any) -> Any:
        if kept_by_place and len(rest) == 1 and not named:
            keep = plain(rest[0])
        elif not rest and named.keys() <= _KEEP:
            keep = plain(named.get("keep_dims", False))
        else:
            return slow(input, axis, *rest, **named)
        axis = plain(axis)
        if axis.__class__ not in (int, type(None)) or keep.__class__ is not bool or input.__class__ is not _tensor:
            return slow(input, axis, *rest, **named)
        plan = plans.get((input.key, axis, keep))
        if plan is None:
            plan = plans[input.key, axis, keep] = _reduction_plan(function, input, axis, keep)
        return plan(input.handle.data) if plan else slow(input, axis, keep_dims=keep)

    return reduction


def _reduction_plan(function: Any, sample: Any, axis: int | None, keep: bool) -> Plan | Literal[False]:
    block, scalar, batched = shape_of(sample.type), sample.type.scalar, is_batched(sample)
    dtype = NUMPY.get(scalar.name)
    if block is None or dtype is None or dtype.itemsize < 4 or (axis is not None and not 0 <= axis < len(block)):
        return False
    if function in _OF_INTEGERS and dtype.kind not in "iu":
        return False
    sides = [side if axis is not None and place != axis else 1 for place, side in enumerate(block)]
    left = sides if keep else [side for place, side in enumerate(sides) if axis is not None and place != axis]
    type_ = core.block_type(scalar, left) if left else scalar
    shape = tuple(left) if left else (1,)
    key = type_key(type_) + int(batched)
    arguments: dict[str, Any] = {"dtype": dtype} if function is _REDUCTIONS["sum"] else {}

    def plan(data: Any) -> Any:
        if axis is not None:
            reduced = function(data, axis=axis + batched, **arguments)
        elif batched:
            reduced = np.array([function(row, axis=None, **arguments) for row in data], dtype)
        else:
            reduced = np.array(function(data, axis=None, **arguments), dtype)
        made = object.__new__(_tensor)
        full = reduced.reshape(data.shape[:1] + shape) if batched else reduced.reshape(shape)
        made.handle = Handle(full, scalar, None, batched)
        made.type, made.key = type_, key
        return made

    return plan


def _program_id(slow: Function) -> Function:
    def program_id(*arguments: Any, **named: Any) -> Any:
        if named or len(arguments) != 1:
            return slow(*arguments, **named)
        (axis,) = arguments
        if axis.__class__ is int and 0 <= axis < 3 and state.ids is not None and not state.recording:
            return state.ids[axis]
        return slow(axis)

    return program_id


def _constant_range(slow: Function) -> Function:
    ranges: dict[tuple[int, int], Any] = {}

    def arange(*arguments: Any, **named: Any) -> Any:
        if named or len(arguments) != 2:
            return slow(*arguments, **named)
        start, end = arguments
        if start.__class__ is not int or end.__class__ is not int:
            return slow(start, end)
        found = ranges.get((start, end))
        if found is None:
            found = slow(start, end)
            found.handle.data.flags.writeable = False
            if len(ranges) < MANY:
                ranges[start, end] = found
        return found

    return arange


def _constant_block(slow: Function) -> Function:
    blocks: dict[Any, Any] = {}

    def full(*arguments: Any, **named: Any) -> Any:
        if named or len(arguments) != 3:
            return slow(*arguments, **named)
        shape, value, dtype = arguments
        plain = value.__class__ in (int, float) and shape.__class__ in (list, tuple)
        if not plain or dtype.__class__ is not core.dtype or any(side.__class__ is not int for side in shape):
            return slow(shape, value, dtype)
        key = (*shape, value.__class__, repr(value), dtype.name)
        found = blocks.get(key)
        if found is None:
            found = slow(shape, value, dtype)
            found.handle.data.flags.writeable = False
            if len(blocks) < MANY and found.handle.data.size <= _LARGE:
                blocks[key] = found
        return found

    return full


_LARGE: Final = 1 << 16
"""Elements of a constant block that is kept."""


def _zeros(full: Function, slow: Function) -> Function:
    def zeros(*arguments: Any, **named: Any) -> Any:
        if (named and set(named) != {"dtype"}) or len(arguments) + len(named) != 2:
            return slow(*arguments, **named)
        return full(arguments[0], 0, named["dtype"] if named else arguments[1])

    return zeros
