"""Triton's tensors and types, made cheap: a small number for each type, and tensors that read their shape off it."""

import math
from typing import Any, Final

import numpy as np

from playground_workers.interpreter.handles import Handle, PointerHandle
from playground_workers.interpreter.language import core

NUMPY: Final[dict[str, np.dtype[Any]]] = {
    "int1": np.dtype(bool),
    "fp16": np.dtype(np.float16),
    "fp32": np.dtype(np.float32),
    "fp64": np.dtype(np.float64),
    **{f"{sign}int{bits}": np.dtype(f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)},
}
"""Numpy's type for each Triton scalar type that numpy can compute with."""

TRITON: Final = {dtype.name: name for name, dtype in NUMPY.items()}

_BATCHED: Final = 1
_ADDRESSES: Final = 2
_KEYS: dict[tuple[Any, ...], int] = {}
_BLOCKS: dict[tuple[int, tuple[int, ...]], Any] = {}
_MANY_KEYS: Final = 100_000


def make(handle: Any, type_: Any) -> Any:
    """A Triton tensor, without the work of its own constructor."""
    made = object.__new__(core.tensor)
    _fill(made, handle, type_)
    return made


def _fill(self: Any, handle: Any, type_: Any) -> None:
    self.handle, self.type = handle, type_
    key = type_key(type_)
    if handle.__class__ is Handle:
        if handle.batched:
            key += _BATCHED
        if type_.scalar.__class__ is core.pointer_type:
            key += _ADDRESSES
    elif handle.__class__ is PointerHandle and handle.batched:
        key += _BATCHED
    self.key = key


def slim() -> None:
    """Let Triton's tensors take shape, numel and dtype from their type when asked, and carry their `key`."""
    core.tensor.__init__ = _fill
    core.tensor.shape = property(lambda self: _described(self.type)[0])
    core.tensor.numel = property(lambda self: _described(self.type)[1])
    core.tensor.dtype = property(lambda self: _described(self.type)[2])


def type_key(type_: Any) -> int:
    """A multiple of 4, equal for equal types. A tensor's `key` adds whether it is batched, and whether addresses."""
    key: int | None = type_.__dict__.get("_key")
    if key is None:
        scalar = type_.scalar
        identity = type_.__class__.__name__, str(type_), getattr(scalar, "address_space", None)
        if len(_KEYS) > _MANY_KEYS:
            raise MemoryError("too many types")
        key = type_._key = _KEYS.setdefault(identity, 4 * len(_KEYS))
    return key


def block(scalar: Any, shape: tuple[int, ...]) -> Any:
    """The type of a block; always the same object. ValueError where Triton has none of these sides."""
    key = type_key(scalar), shape
    found = _BLOCKS.get(key)
    if found is None:
        if len(_BLOCKS) > _MANY_KEYS:
            raise MemoryError("too many types")
        found = _BLOCKS[key] = core.block_type(scalar, list(shape))
    return found


def is_batched(tensor: Any) -> bool:
    return bool(tensor.key & _BATCHED)


def is_addresses(tensor: Any) -> bool:
    """Pointers whose tensor is not known."""
    return bool(tensor.key & _ADDRESSES)


def shape_of(type_: Any) -> tuple[int, ...] | None:
    """Sides of a block; None for a scalar."""
    return tuple(int(side) for side in type_.shape) if type_.is_block() else None


def _described(type_: Any) -> tuple[Any, Any, Any]:
    found: tuple[Any, Any, Any] | None = type_.__dict__.get("_described")
    if found is None:
        shape = list(type_.shape) if type_.is_block() else []
        sides = core.tuple([core.constexpr(side) for side in shape])
        found = type_._described = (sides, core.constexpr(math.prod(shape)), type_.scalar)
    return found
