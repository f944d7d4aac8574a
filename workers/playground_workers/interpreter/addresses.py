"""Memory by addresses as numbers, and atomics: what plans do not cover, one program at a time.

A kernel that casts a pointer to another element size, or makes one from integers, is left with plain addresses.
Tensor i has the addresses from `(i + 1) * REGION` on; an address belongs to the tensor whose start is nearest, so one
that leaves its tensor by less than half a region (8 TiB) is still told by the tensor that it was computed from.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from playground_workers.interpreter.handles import Handle, PointerHandle, Unbatchable
from playground_workers.interpreter.memory import (
    ATOMIC,
    LOAD,
    MASKED,
    MAX_FAULTS,
    NO_TENSOR,
    REGION,
    STORE,
    UNGUARDED,
    Array,
    Buffer,
    Fault,
    Memory,
    current_line,
)
from playground_workers.interpreter.protocol import Operation

_HALF: Final = np.uint64(REGION >> 1)
_SHIFT: Final = np.uint64(REGION.bit_length() - 1)
_NAMES: Final[dict[int, Operation]] = {LOAD: "load", STORE: "store", ATOMIC: "atomic"}


def load(memory: Memory, pointers: Handle, mask: Array | None, other: Array | None, dtype: np.dtype[Any]) -> Array:
    """Values that the pointers point to; masked lanes get `other`, invalid ones 0."""
    buffer = _buffer(memory, pointers, dtype)
    if isinstance(pointers, PointerHandle) and buffer is not None:
        return np.asarray(buffer.load(pointers.offsets, mask, other, False, False))
    kind = UNGUARDED if mask is not None and other is None else LOAD
    values = np.zeros(_shape(pointers.data, mask), dtype)
    if other is not None or kind == UNGUARDED:
        outside = np.ones(values.shape, bool) if mask is None else ~np.broadcast_to(mask, values.shape)
        values[outside] = memory.fill(dtype) if other is None else np.broadcast_to(other, values.shape)[outside]
        if kind == UNGUARDED and outside.any():
            memory.unguarded.add(current_line())
    flat = values.reshape(-1)
    for lanes, elements, places in _resolve(memory, LOAD, pointers, mask, values.shape, dtype):
        flat[lanes] = elements[places]
    return values


def store(memory: Memory, pointers: Handle, values: Array, mask: Array | None, dtype: np.dtype[Any]) -> None:
    """Write the values of active, valid lanes."""
    buffer = _buffer(memory, pointers, dtype)
    if isinstance(pointers, PointerHandle) and buffer is not None:
        offsets = np.broadcast_to(pointers.offsets, _shape(pointers.offsets, mask, values))
        buffer.store(offsets, values, mask, False, False)
        return
    shape = _shape(pointers.data, mask, values)
    flat = np.broadcast_to(values, shape).reshape(-1)
    for lanes, elements, places in _resolve(memory, STORE, pointers, mask, shape, dtype):
        elements[places] = flat[lanes]


def update(memory: Memory, pointers: Handle, values: Array, mask: Array, operation: Callable[[Any, Any], Any]) -> Array:
    """Atomic read-modify-write, lane after lane. Returns what stood there before; 0 in inactive lanes.

    operation: of the old and the new values, on arrays or single numbers.
    """
    shape = _shape(pointers.data, mask, values)
    new = np.broadcast_to(values, shape).reshape(-1)
    before = np.zeros(shape, values.dtype)
    flat = before.reshape(-1)
    for lanes, elements, places in _resolve(memory, ATOMIC, pointers, mask, shape, values.dtype):
        if len(set(places.tolist())) == places.size:
            flat[lanes] = elements[places]
            elements[places] = operation(flat[lanes], new[lanes])
            continue
        for lane, place in zip(lanes.tolist(), places.tolist(), strict=True):
            flat[lane] = elements[place]
            elements[place] = operation(elements[place], new[lane])
    return before


def compare_and_swap(memory: Memory, pointers: Handle, compare: Array, values: Array) -> Array:
    """Atomic compare-and-swap, lane after lane. Returns what stood there before."""
    shape = _shape(pointers.data, compare, values)
    new, expected = (np.broadcast_to(a, shape).reshape(-1) for a in (values, compare))
    before = np.zeros(shape, values.dtype)
    flat = before.reshape(-1)
    for lanes, elements, places in _resolve(memory, ATOMIC, pointers, None, shape, values.dtype):
        for lane, place in zip(lanes.tolist(), places.tolist(), strict=True):
            flat[lane] = old = elements[place]
            if old == expected[lane]:
                elements[place] = new[lane]
    return before


def note(memory: Memory, operation: Operation, tensor: int, line: int, lanes: int, first: int) -> None:
    """Note lanes that left their tensor in the program that is running."""
    key = (operation, tensor, memory.program, line)
    fault = memory.faults.get(key)
    if fault is not None:
        fault.lanes += lanes
    elif len(memory.faults) < MAX_FAULTS:
        memory.faults[key] = Fault(operation, tensor, memory.program, line, lanes, first)


def _shape(*arrays: Array | None) -> tuple[int, ...]:
    return np.broadcast_shapes(*[array.shape for array in arrays if array is not None])


def _buffer(memory: Memory, pointers: Handle, dtype: np.dtype[Any]) -> Buffer | None:
    return memory.view(pointers.base, dtype) if isinstance(pointers, PointerHandle) else None


def _resolve(
    memory: Memory, kind: int, pointers: Handle, mask: Array | None, shape: tuple[int, ...], dtype: np.dtype[Any]
) -> Iterator[tuple[Array, Array, Array]]:
    """For each tensor touched: the flat lanes that are active and inside, its elements as `dtype`, their places."""
    if memory.programs > 1:
        raise Unbatchable("addresses or atomics")
    active = np.arange(int(np.prod(shape))) if mask is None else np.flatnonzero(np.broadcast_to(mask, shape))
    buffer = _buffer(memory, pointers, dtype)
    if isinstance(pointers, PointerHandle) and buffer is not None:
        yield from _plain(memory, kind, buffer, np.broadcast_to(pointers.offsets, shape), active)
        return
    if not active.size:
        return
    for index, lanes, offsets in _owners(memory, kind, pointers, shape, active):
        own = memory.buffers[index].flat
        size = dtype.itemsize
        count = (own.size - 2) * own.itemsize // size
        places = offsets // size
        inside = (places >= 0) & (places < count) & (offsets % size == 0)
        if not inside.all():
            bad = offsets[~inside]
            note(memory, _NAMES[kind], index, current_line(), bad.size, int(bad[0]) // own.itemsize)
            lanes, places = lanes[inside], places[inside]
        elements = own[1:-1].view(np.uint8)[: count * size].view(dtype)
        yield lanes, elements, places
        _record(memory, kind, index, places * size, size, elements[places] if kind == STORE else None)


def _plain(
    memory: Memory, kind: int, buffer: Buffer, offsets: Array, active: Array
) -> Iterator[tuple[Array, Array, Array]]:
    """The same where the pointers know their tensor. All lanes are recorded, so bad ones are told by the record."""
    flat = offsets.reshape(-1)
    places = flat[active] - 1
    inside = places.view(np.uint64) < np.uint64(buffer.size)
    yield active[inside], buffer.flat[1:-1], places[inside]
    index = np.full(flat.size, MASKED)
    index[active] = flat[active]
    memory.record(kind, buffer, index.reshape(offsets.shape), False, None)


def _owners(
    memory: Memory, kind: int, pointers: Handle, shape: tuple[int, ...], active: Array
) -> Iterator[tuple[int, Array, Array]]:
    """For each tensor pointed to: its index, the flat lanes, and their offsets in bytes from its start."""
    if isinstance(pointers, PointerHandle):
        offsets = np.broadcast_to(pointers.offsets, shape).reshape(-1)[active] - 1
        yield pointers.base.index, active, offsets * pointers.base.flat.itemsize
        return
    at = np.broadcast_to(pointers.data, shape).reshape(-1)[active].astype(np.uint64, copy=False)
    regions = (at + _HALF) >> _SHIFT
    for region in sorted(set(regions.tolist())):
        index, here = region - 1, regions == region
        if not 0 <= index < len(memory.tensors):
            first = int(at[here][0]) & 0x7FFFFFFFFFFFFFFF
            note(memory, _NAMES[kind], NO_TENSOR, current_line(), int(here.sum()), first)
            continue
        yield index, active[here], (at[here] - np.uint64((index + 1) * REGION)).view(np.int64)


def _record(memory: Memory, kind: int, index: int, offsets: Array, size: int, values: Array | None) -> None:
    """Record the tensor's own elements that lanes at these byte offsets cover."""
    buffer = memory.buffers[index]
    own = buffer.flat.itemsize
    elements = offsets // own + 1
    if size > own:
        elements = (elements[:, None] + np.arange(size // own)).reshape(-1)
    known = values.view(buffer.flat.dtype) if values is not None and size == own else None
    memory.record(kind, buffer, elements, False, known)
