"""Guarded memory: pointers are a tensor and element offsets, every access is recorded, no raw address is followed.

A tensor's elements lie in an array with one spare element before the first and one after the last. Offsets count from
1, so an offset below the tensor is clipped to the first spare and one above it to the last: a kernel cannot crash, and
a lane costs no check of its own. Which lanes went wrong, who wrote what, and what two programs shared is read off the
record afterwards (`analysis`). Masked lanes have the offset `MASKED`, and so read the last spare: it holds `other`.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from playground_workers.interpreter.protocol import Operation

Array = npt.NDArray[Any]

LOAD: Final = 0
UNGUARDED: Final = 1
"""A load with a mask and without `other`."""
STORE: Final = 2
ATOMIC: Final = 3

MASKED: Final = np.int64((1 << 62) + (1 << 31) + 1)
"""Cut down to 32 bits and with 1 taken off, as a trace has it, it is the least integer there is."""
REGION: Final = 1 << 44
"""Addresses that each tensor has as its own, where a kernel asks for addresses as numbers."""

NO_TENSOR: Final = 0xFFFF
"""Stands for the tensor of an address that belongs to none."""

MAX_FAULTS: Final = 200
"""Kinds of invalid access (operation, tensor, program, line) that one launch keeps."""

MAX_LANES: Final = 1 << 20
"""Lanes that the record holds before it is folded together: 8 MiB of offsets, and as much again of values."""

RECORD_LANES: Final = 24
"""What a record takes besides its lanes, counted in lanes."""

SOURCE_FILE: Final = "<kernel>"
"""File name of the student's code, by which its frames are known."""

_i64, _u64 = np.int64, np.uint64
_frame = sys._getframe

Record = tuple[int, "Buffer", Array, bool, int, int, Any, int, Any]
"""kind, buffer, offsets (1 for the first element), whether they have a program axis, position of the first program in
the launch's order, number of programs, code and place in it, values (None where not known)."""


class Tensor:
    """One argument. data: flat, changed in place. program and line: who stored an element last, -1 for nobody."""

    def __init__(self, name: str, data: Array) -> None:
        self.name, self.data, self.stored = name, data, False
        self._program: npt.NDArray[np.int32] | None = None
        self._line: npt.NDArray[np.int32] | None = None

    def forget(self) -> None:
        """Nobody has stored to it."""
        self.stored, self._program, self._line = False, None, None

    def sign(self, program: npt.NDArray[np.int32], line: npt.NDArray[np.int32]) -> None:
        """Say who stored each element last, and where."""
        self.stored, self._program, self._line = True, program, line

    @property
    def program(self) -> npt.NDArray[np.int32]:
        return np.full(self.data.size, -1, np.int32) if self._program is None else self._program

    @property
    def line(self) -> npt.NDArray[np.int32]:
        return np.full(self.data.size, -1, np.int32) if self._line is None else self._line


@dataclass
class Fault:
    """Lanes of one program, at one line, that left their tensor. first: element offset of the first such lane."""

    operation: Operation
    tensor: int
    program: int
    line: int
    lanes: int
    first: int


class Buffer:
    """A tensor's elements, seen as one type. flat: a spare, the elements, a spare. top: place of the last spare."""

    __slots__ = ("address", "flat", "index", "memory", "size", "top")

    def __init__(self, memory: "Memory", index: int, flat: Array) -> None:
        self.memory, self.index, self.flat = memory, index, flat
        size = flat.size
        self.size, self.top = size - 2, _u64(size - 1)
        self.address = (index + 1) * REGION

    def load(self, offsets: Array, mask: Array | None, other: Any, number: bool, batched: bool) -> Array:
        """Values at the offsets, of their shape and the mask's together. other: one number, or an array, or None.

        Called by plans, so the student's code is at least three frames up.
        """
        flat, kind = self.flat, LOAD
        if mask is None:
            flat[0] = flat[-1] = 0
            index = offsets
            values = flat.take(index, mode="clip")
        else:
            index = np.where(mask, offsets, MASKED)
            if other is None:
                kind = UNGUARDED
                flat[0] = flat[-1] = self.memory.fill(flat.dtype)
                values = flat.take(index, mode="clip")
            elif number:
                flat[0] = flat[-1] = other
                values = flat.take(index, mode="clip")
            else:
                inside = (index - 1).view(_u64) < self.size
                values = np.where(inside, flat.take(index, mode="clip"), other)
        self.memory.record(kind, self, index, batched, None)
        return values

    def store(self, offsets: Array, values: Any, mask: Array | None, batched: bool, values_batched: bool) -> None:
        """Write the values of active lanes. offsets: of the block's whole shape. Of equal offsets the last wins."""
        index = offsets if mask is None else np.where(mask, offsets, MASKED)
        if values_batched and not batched:
            index = np.broadcast_to(index, values.shape[:1] + index.shape)
            batched = True
        self.flat[np.minimum(index.view(_u64), self.top).view(_i64)] = values
        self.memory.record(STORE, self, index, batched, values)


class Poison:
    """What lanes get that are masked off in a load without `other`. lines: where; None for everywhere."""

    def __init__(self, kind: str, lines: frozenset[int] | None = None) -> None:
        self.kind, self.lines = kind, lines

    def value(self, dtype: np.dtype[Any]) -> Any:
        """`nan` (a pattern of bits for integers), or a number far above or below all that a puzzle uses."""
        if self.lines is not None and current_line() not in self.lines:
            return 0
        if dtype.kind == "f":
            limit = float(np.finfo(dtype).max) / 4
            return {"nan": np.nan, "large": limit, "small": -limit}[self.kind]
        if dtype.kind == "b":
            return self.kind != "small"
        low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
        # no round numbers: a kernel may take a remainder of them
        return {"nan": high // 7 * 3 | 1, "large": high // 3 * 2 + 2, "small": low // 3 * 2 + 1}[self.kind]


class Memory:
    """The tensors of one launch, and the record of what was done to them.

    position and programs: which of the launch's programs are running, by their place in its order. program: the
    linear id of the first of them. order: the launch's linear program ids in the order they run. unguarded: lines of
    loads with masked lanes and without `other` that are no records.
    """

    def __init__(self, tensors: list[Tensor], poison: Poison | None = None) -> None:
        self.tensors, self.poison = tensors, poison
        self.faults: dict[tuple[Operation, int, int, int], Fault] = {}
        self.program = self.position = 0
        self.programs = 1
        self.log: list[Record] = []
        self.lanes = 0
        self.order: npt.NDArray[np.int32] = np.zeros(1, np.int32)
        self.unguarded: set[int] = set()
        self._first: list[Record] | None = None
        self._more = False
        self.on_full: Callable[[], None] = lambda: None
        self._views: dict[tuple[int, np.dtype[Any]], Buffer] = {}
        self.buffers: list[Buffer] = []
        for index, tensor in enumerate(tensors):
            flat = np.empty(tensor.data.size + 2, tensor.data.dtype)
            flat[1:-1] = tensor.data
            self.buffers.append(Buffer(self, index, flat))

    def reset(self) -> None:
        """Put back the tensors as they were before the launch, and forget what was recorded."""
        for tensor, buffer in zip(self.tensors, self.buffers, strict=True):
            buffer.flat[1:-1] = tensor.data
            tensor.forget()
        self.log, self.lanes = [], 0
        self._first, self._more = None, False
        self.unguarded.clear()
        self.faults.clear()

    def take_log(self) -> list[Record]:
        """The record so far, which is then empty. What is taken first is kept for the trace, without values."""
        log, self.log, self.lanes = self.log, [], 0
        if self._first is None:
            self._first = [(*record[:8], None) for record in log]
        else:
            self._more = True
        return log

    def first_records(self) -> tuple[list[Record], bool]:
        """The record from its start, at least as far as MAX_LANES, and whether there was more."""
        if self._first is None:
            return self.log, False
        return self._first, self._more or bool(self.log)

    def write_back(self) -> None:
        """Give the tensors what was stored."""
        for tensor, buffer in zip(self.tensors, self.buffers, strict=True):
            if tensor.stored:
                tensor.data[...] = buffer.flat[1:-1]

    def view(self, buffer: Buffer, dtype: np.dtype[Any]) -> Buffer | None:
        """The same elements as another type of the same size; None where the sizes differ."""
        if dtype == buffer.flat.dtype:
            return buffer
        if dtype.itemsize != buffer.flat.itemsize:
            return None
        key = buffer.index, dtype
        if key not in self._views:
            self._views[key] = Buffer(self, buffer.index, self.buffers[buffer.index].flat.view(dtype))
        return self._views[key]

    def fill(self, dtype: np.dtype[Any]) -> Any:
        """What a masked lane gets where no `other` is given."""
        return 0 if self.poison is None else self.poison.value(dtype)

    def record(self, kind: int, buffer: Buffer, index: Array, batched: bool, values: Any) -> None:
        """Note an access, at the line of the student's code that is nearest on the stack."""
        frame: Any = _frame(4)
        while frame.f_code.co_filename != SOURCE_FILE:
            frame = frame.f_back
        self.log.append(
            (kind, buffer, index, batched, self.position, self.programs, frame.f_code, frame.f_lasti, values)
        )
        self.lanes += index.size + RECORD_LANES
        if self.lanes > MAX_LANES:
            self.on_full()


def current_line() -> int:
    """The line of the student's code that is being executed, -1 where none is."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename != SOURCE_FILE:
        if frame.f_back is None:
            return -1
        frame = frame.f_back
    return frame.f_lineno
