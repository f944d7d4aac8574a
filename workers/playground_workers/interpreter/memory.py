"""Guarded memory: every tensor of a launch has an address range of its own, and no raw address is ever followed.

Addresses are numbers only. Tensor i starts at `(i + 1) * REGION`, and an address belongs to the tensor whose start is
nearest, so a pointer that leaves its tensor by less than half a region (8 TiB) is still known by the tensor it was
computed from. Each lane is checked; a lane outside is noted and neither read nor written, so a kernel cannot crash,
and what it stored, who stored it, and every lane that went wrong are known exactly.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from playground_workers.interpreter.protocol import Operation

Array = npt.NDArray[Any]

REGION: Final = 1 << 44
HALF: Final = np.uint64(REGION >> 1)
SHIFT: Final = np.uint64(44)
NO_TENSOR: Final = 0xFFFF
"""Stands for the tensor of an address that belongs to none."""

MAX_FAULTS: Final = 200
"""Kinds of invalid access (operation, tensor, program, line) that one launch keeps."""

SOURCE_FILE: Final = "<kernel>"
"""File name of the student's code, by which its frames are known."""


@dataclass
class Tensor:
    """One argument. data: flat, changed in place. program and line: who stored an element last, -1 for nobody."""

    name: str
    data: Array
    program: npt.NDArray[np.int32] = field(init=False)
    line: npt.NDArray[np.int32] = field(init=False)
    stored: bool = False

    def __post_init__(self) -> None:
        self.program = np.full(self.data.size, -1, np.int32)
        self.line = np.full(self.data.size, -1, np.int32)


@dataclass
class Fault:
    """Lanes of one program, at one line, that left their tensor. first: element offset of the first such lane."""

    operation: Operation
    tensor: int
    program: int
    line: int
    lanes: int
    first: int


class Memory:
    """The tensors of one launch. program: the linear id of the running program, set by the launch."""

    def __init__(self, tensors: list[Tensor]) -> None:
        self.tensors = tensors
        self.program = 0
        self.faults: dict[tuple[Operation, int, int, int], Fault] = {}

    def address(self, index: int) -> int:
        """Start of the tensor at this place."""
        return (index + 1) * REGION

    def load(self, addresses: Array, mask: Array, other: Array | None, dtype: np.dtype[Any]) -> Array:
        """Values at the addresses (bytes, uint64); masked and invalid lanes get `other`, or 0 without one."""
        shape = np.broadcast_shapes(addresses.shape, mask.shape)
        values = np.zeros(shape, dtype)
        if other is not None:
            values[...] = other
        flat = values.reshape(-1)
        for tensor, lanes, elements in self._resolve("load", addresses, mask, shape, dtype):
            flat[lanes] = tensor.data.view(dtype)[elements]
        return values

    def store(self, addresses: Array, values: Array, mask: Array, dtype: np.dtype[Any]) -> None:
        """Write the values of active, valid lanes. Of lanes with one address the last wins, as in a GPU's one."""
        shape = np.broadcast_shapes(addresses.shape, mask.shape, values.shape)
        flat = np.broadcast_to(values, shape).reshape(-1)
        for tensor, lanes, elements in self._resolve("store", addresses, mask, shape, dtype):
            tensor.data.view(dtype)[elements] = flat[lanes]
            self._sign(tensor, elements, dtype)

    def update(self, addresses: Array, values: Array, mask: Array, operation: Callable[[Any, Any], Any]) -> Array:
        """Atomic read-modify-write, lane after lane. Returns what stood there before; 0 in inactive lanes."""
        return self._atomic(addresses, values, mask, lambda old, lane, new: operation(old, new[lane]))

    def compare_and_swap(self, addresses: Array, compare: Array, values: Array) -> Array:
        """Atomic compare-and-swap, lane after lane. Returns what stood there before."""
        shape = np.broadcast_shapes(addresses.shape, compare.shape, values.shape)
        expected = np.broadcast_to(compare, shape).reshape(-1)

        def swap(old: Any, lane: int, new: Array) -> Any:
            return new[lane] if old == expected[lane] else old

        return self._atomic(addresses, np.broadcast_to(values, shape), np.ones((), bool), swap)

    def _atomic(self, addresses: Array, values: Array, mask: Array, step: Callable[[Any, int, Array], Any]) -> Array:
        shape = np.broadcast_shapes(addresses.shape, mask.shape, values.shape)
        dtype = values.dtype
        new = np.broadcast_to(values, shape).reshape(-1)
        before = np.zeros(shape, dtype)
        flat = before.reshape(-1)
        for tensor, lanes, elements in self._resolve("atomic", addresses, mask, shape, dtype):
            data = tensor.data.view(dtype)
            for lane, element in zip(lanes.tolist(), elements.tolist(), strict=True):
                flat[lane] = old = data[element]
                data[element] = step(old, lane, new)
            self._sign(tensor, elements, dtype)
        return before

    def _resolve(
        self, operation: Operation, addresses: Array, mask: Array, shape: tuple[int, ...], dtype: np.dtype[Any]
    ) -> list[tuple[Tensor, Array, Array]]:
        """For each tensor touched: the flat lanes that are active and inside, and their elements (of `dtype`)."""
        active = np.flatnonzero(np.broadcast_to(mask, shape))
        if not active.size:
            return []
        at = np.broadcast_to(addresses, shape).reshape(-1)[active].astype(np.uint64, copy=False)
        regions = (at + HALF) >> SHIFT
        owners = [regions[0]] if (regions == regions[0]).all() else np.unique(regions)
        found = []
        for owner in owners:
            index = int(owner) - 1
            here = regions == owner
            lanes, places = (active, at) if here.all() else (active[here], at[here])
            if not 0 <= index < len(self.tensors):
                self._note(operation, NO_TENSOR, lanes.size, int(places[0]) & 0x7FFFFFFFFFFFFFFF)
                continue
            tensor = self.tensors[index]
            offsets = (places - np.uint64(self.address(index))).view(np.int64)  # bytes, may be negative
            elements = offsets // dtype.itemsize
            inside = (elements >= 0) & (elements < tensor.data.nbytes // dtype.itemsize)
            inside &= offsets % dtype.itemsize == 0
            if not inside.all():
                bad = offsets[~inside]
                self._note(operation, index, bad.size, int(bad[0]) // tensor.data.itemsize)
                lanes, elements = lanes[inside], elements[inside]
            found.append((tensor, lanes, elements))
        return found

    def _note(self, operation: Operation, tensor: int, lanes: int, first: int) -> None:
        line = current_line()
        key = (operation, tensor, self.program, line)
        fault = self.faults.get(key)
        if fault is not None:
            fault.lanes += lanes
        elif len(self.faults) < MAX_FAULTS:
            self.faults[key] = Fault(operation, tensor, self.program, line, lanes, first)

    def _sign(self, tensor: Tensor, elements: Array, dtype: np.dtype[Any]) -> None:
        own = elements if dtype.itemsize == tensor.data.itemsize else elements * dtype.itemsize // tensor.data.itemsize
        tensor.program[own] = self.program
        tensor.line[own] = current_line()
        tensor.stored = True


def current_line() -> int:
    """The line of the student's code that is being executed, -1 where none is."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename != SOURCE_FILE:
        if frame.f_back is None:
            return -1
        frame = frame.f_back
    return frame.f_lineno
