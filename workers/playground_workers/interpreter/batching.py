"""All programs at once, below the plans: what Triton's own builder does where some operands have a program axis.

The builder never sees the axis. Element-wise methods pass it through; other methods without effects are run program
by program and their results stacked; methods with effects end the attempt, and the launch runs serially.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from playground_workers.interpreter.handles import Handle, PointerHandle, Unbatchable
from playground_workers.interpreter.language import core, stock
from playground_workers.interpreter.memory import Array
from playground_workers.interpreter.recording import NoPlan
from playground_workers.interpreter.state import state
from playground_workers.interpreter.tensors import make, shape_of

_EFFECTS: Final = ("load", "store", "atomic", "print", "descriptor")
_CHECKS: Final = ("create_assert", "create_assume", "create_barrier")


def guard(elementwise: set[str]) -> None:
    """Wrap every method of the builder so that it can be given batched operands."""
    for name in dir(stock.InterpreterBuilder):
        if name.startswith("create_") and name not in _CHECKS:
            method = getattr(stock.InterpreterBuilder, name)
            setattr(stock.InterpreterBuilder, name, _guarded(name, method, name in elementwise))


def _guarded(name: str, method: Callable[..., Any], elementwise: bool) -> Callable[..., Any]:
    effects = any(word in name for word in _EFFECTS)

    def call(self: Any, *arguments: Any, **named: Any) -> Any:
        if not any(_batched(argument) for argument in arguments):
            return method(self, *arguments, **named)
        if effects:
            raise Unbatchable(name)
        if elementwise and not any(isinstance(argument, PointerHandle) for argument in arguments):
            result = method(self, *arguments, **named)
            result.batched = True
            return result
        rows = range(state.programs)
        return _stack([method(self, *[_row(argument, row) for argument in arguments], **named) for row in rows])

    return call


def _batched(value: Any) -> bool:
    if isinstance(value, Handle):
        return value.batched
    return isinstance(value, list | tuple) and any(_batched(item) for item in value)


def _row(value: Any, row: int) -> Any:
    """One program's share of an operand."""
    if isinstance(value, list | tuple):
        return type(value)(_row(item, row) for item in value)
    if not isinstance(value, Handle) or not value.batched:
        return value
    if isinstance(value, PointerHandle):
        return PointerHandle(value.base, value.offsets[row], value.dtype)
    return Handle(value.data[row], value.dtype)


def _stack(results: list[Any]) -> Any:
    first = results[0]
    if isinstance(first, tuple):
        return tuple(_stack(list(parts)) for parts in zip(*results, strict=True))
    if isinstance(first, PointerHandle):
        if any(result.base is not first.base for result in results):
            raise Unbatchable("pointers to several tensors")
        return PointerHandle(first.base, np.stack([result.offsets for result in results]), first.dtype, True)
    return Handle(np.stack([result.data for result in results]), first.dtype, None, True)


def by_program(function: Callable[..., Any], checked: Callable[[Any], None]) -> Callable[..., Any]:
    """A reduction or scan over blocks that may have a program axis. checked: raises for a block it cannot do."""

    def call(input: Any, *rest: Any, **named: Any) -> Any:
        several = isinstance(input, tuple | core.tuple)
        blocks = tuple(input) if several else (input,)
        for block in blocks:
            checked(block)
        if not any(isinstance(block, core.tensor) and block.handle.batched for block in blocks):
            return function(input, *rest, **named)
        results = []
        for row in range(state.programs):
            part = tuple(make(_row(block.handle, row), block.type) for block in blocks)
            results.append(function(part if several else part[0], *rest, **named))
        if isinstance(results[0], tuple | list):
            return tuple(_joined([result[place] for result in results]) for place in range(len(results[0])))
        return _joined(results)

    return call


def _joined(results: list[Any]) -> Any:
    return make(_stack([result.handle for result in results]), results[0].type)


def patch_tensor() -> None:
    """What Python may ask of a tensor: only what all running programs agree on, where it decides something."""
    core.tensor.__bool__ = _truth
    core.tensor.__index__ = lambda self: int(_one(self).reshape(-1)[0])
    core.tensor.__repr__ = lambda self: repr(_shown(self))
    core.tensor.__str__ = lambda self: str(_shown(self))
    core.tensor.T = property(_transposed)


def _one(tensor: Any) -> Array:
    """The value of a scalar, the same in all programs."""
    data: Array = tensor.handle.data
    if state.recording:
        raise NoPlan("a decision")
    if tensor.handle.batched:
        if (data != data[:1]).any():
            raise Unbatchable("programs decide differently")
        data = data[0]
    if data.size != 1:
        raise TypeError("only 0-dimensional arrays can be converted to Python scalars")  # numpy's words
    return data


def _truth(self: Any) -> bool:
    """As in Triton's interpreter a block of several lanes is always true; `source` warns of it."""
    data = self.handle.data
    lanes = data.size // data.shape[0] if self.handle.batched else data.size
    if lanes != 1:
        return True
    if state.recording and state.lenient:
        return True
    return bool(_one(self).reshape(-1)[0])


def _shown(tensor: Any) -> Array:
    if tensor.handle.batched:
        raise Unbatchable("print")
    data: Array = tensor.handle.data
    return data


def _transposed(self: Any) -> Any:
    data, type_ = self.handle.data, self.type
    sides = list(shape_of(type_) or ())
    if self.handle.batched:
        axes = (0, *range(data.ndim - 1, 0, -1))
        data = data.transpose(axes)
    else:
        data = np.transpose(data)
    sides[-1], sides[-2] = sides[-2], sides[-1]
    return make(Handle(data, self.handle.dtype, None, self.handle.batched), core.block_type(type_.scalar, sides))
