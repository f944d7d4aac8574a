"""What a launch's record of accesses says: lanes that went wrong, who wrote what, and what programs got at together.

A launch may run its programs in any order, and all at once, exactly if no element is written by one program and
touched by another. Writes by several programs are harmless where all of them wrote the same. Atomics do not disturb
each other; an atomic and a plain access do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from playground_workers.interpreter.memory import (
    ATOMIC,
    LOAD,
    MASKED,
    MAX_FAULTS,
    STORE,
    UNGUARDED,
    Array,
    Fault,
    Memory,
    Record,
)
from playground_workers.interpreter.protocol import MAX_RACES, OPERATIONS, Race, RaceKind
from playground_workers.interpreter.sharing import Sharing, positions_of

_u64 = np.uint64
_i64 = np.int64


@dataclass(slots=True)
class Findings:
    """conflict: programs share elements in a way that makes the result depend on their order."""

    conflict: bool
    races: list[Race]
    unguarded: list[int]


class Analysis:
    """Reads the record of one launch, in pieces where it is long. order: linear program ids in the order they run."""

    def __init__(self, memory: Memory, order: npt.NDArray[np.int32]) -> None:
        self.memory, self.order = memory, order
        self.plain = order.size == 1 or bool((order[:-1] < order[1:]).all())
        self.sharing: dict[int, Sharing] | None = None
        self.unguarded: set[int] = set()
        self.repeated: list[Race] = []
        memory.on_full = self.fold

    def fold(self) -> None:
        """Read what is recorded so far, keep what matters of it, and let the rest go."""
        self._bounds(self._groups())
        self._share(self.memory.take_log())

    def finish(self) -> Findings:
        """What came out."""
        if self.order.size == 1 and self._alone():
            return Findings(False, [], [])
        groups = self._groups()
        self._bounds(groups)
        closely = self.sharing is not None or any(kind == ATOMIC for _, kind in groups)
        if not closely and self._apart(groups):
            return Findings(False, self.repeated, sorted(self.unguarded | self.memory.unguarded))
        self._share(self.memory.log)
        races: list[Race] = []
        for index, shared in sorted((self.sharing or {}).items()):
            races += self._races(index, shared)
        return Findings(bool(races), races[:MAX_RACES], sorted(self.unguarded | self.memory.unguarded))

    def _alone(self) -> bool:
        """The short way for one program that did nothing but a few plain accesses, all of them valid. Signs it."""
        log = self.memory.log
        if self.sharing is not None or len(log) > _FEW or self.memory.unguarded:
            return False
        lines: dict[int, npt.NDArray[np.int32]] = {}
        for record in log:
            kind, buffer, index = record[:3]
            if kind == STORE:
                line = lines.get(buffer.index)
                if line is None:
                    line = lines[buffer.index] = _nobody(buffer.flat.size)
                line[np.minimum(index.view(_u64), buffer.top).view(_i64)] = line_of(record)
                if line[0] < 0 and line[-1] < 0:
                    continue  # no lane in a spare: all are active and inside
            elif kind != LOAD:
                return False
            if _outside(index, buffer.size) is not None:
                return False
        for place, line in lines.items():
            self.memory.tensors[place].sign(np.minimum(line[1:-1], 0), line[1:-1])
        return True

    def _groups(self) -> dict[tuple[int, int], "_Group"]:
        """The record by tensor and kind of access."""
        records: dict[tuple[int, int], list[Record]] = {}
        for record in self.memory.log:
            kind = record[0]
            if kind == UNGUARDED:
                if (record[2] == MASKED).any():
                    self.unguarded.add(line_of(record))
                kind = LOAD
            key = record[1].index, kind
            if key in records:
                records[key].append(record)
            else:
                records[key] = [record]
        return {key: _Group(found) for key, found in records.items()}

    def _apart(self, groups: dict[tuple[int, int], "_Group"]) -> bool:
        """Whether every element is one program's alone, or only read, or written with one value. Signs the writers."""
        for (index, kind), stores in groups.items():
            if kind != STORE:
                continue
            buffer = self.memory.buffers[index]
            at = np.minimum(stores.offsets.view(_u64), buffer.top).view(_i64)
            owner = _nobody(buffer.flat.size)
            if self.order.size == 1:
                owner[at] = 0
                self._sign(index, stores.records, at, owner)
                continue
            positions, uniform = positions_of(stores.records)
            owner[at] = positions
            owner[0] = owner[-1] = -1
            found = owner[at]
            clash = (found != positions) & (found >= 0)
            if uniform is not None:
                clash |= uniform & (found >= 0)
            shared = np.count_nonzero(clash) > 0
            if shared and not _same_values(stores.records, at, clash, buffer.flat):
                return False
            if shared and self._is_repeated(at, positions, uniform, buffer.size):
                line, last = line_of(stores.records[0]), int(self.order[-1])
                self.repeated.append(Race("repeated", index, 0, int(self.order[0]), line, last, line))
            self._sign(index, stores.records, at, owner)
            loads = groups.get((index, LOAD))
            if loads is not None:
                positions, uniform = positions_of(loads.records)
                found = owner[np.minimum(loads.offsets.view(_u64), buffer.top).view(_i64)]
                foreign = found != positions
                if uniform is not None:
                    foreign |= uniform
                if shared or np.count_nonzero(foreign & (found >= 0)):
                    return False
        return True

    def _is_repeated(self, at: Array, positions: Array, uniform: Array | None, size: int) -> bool:
        """Whether every program stored every element. uniform: lanes that all programs went through alike."""
        programs = self.order.size
        if size == 0 or at.size < size:
            return False
        by = np.zeros(size + 2, np.int64)
        own = np.ones(at.size, bool) if uniform is None else ~uniform
        pairs = np.unique(at[own].astype(_i64) * programs + positions[own])
        by += np.bincount(pairs // programs, minlength=size + 2)[: size + 2]
        by[at[~own]] = programs
        return bool(by[1:-1].min() == programs)

    def _sign(self, index: int, records: Sequence[Record], at: Array, owner: Array) -> None:
        own = owner[1:-1]
        program = own if self.plain else np.where(own >= 0, self.order[own], _NOBODY)
        lines = [line_of(record) for record in records]
        if min(lines) == max(lines):
            line = np.where(own >= 0, np.int32(lines[0]), _NOBODY)
        else:
            signed = _nobody(owner.size)
            signed[at] = np.repeat(np.array(lines, np.int32), [record[2].size for record in records])
            line = signed[1:-1]
        self.memory.tensors[index].sign(program, line)

    def _share(self, log: Sequence[Record]) -> None:
        """Fold a piece of the record into who wrote, read and updated each element."""
        if self.sharing is None:
            self.sharing = {}
        groups: dict[int, list[Record]] = {}
        for record in log:
            groups.setdefault(record[1].index, []).append(record)
        for index, records in groups.items():
            buffer = self.memory.buffers[index]
            if index not in self.sharing:
                self.sharing[index] = Sharing(buffer.flat)
            shared = self.sharing[index]
            shared.take(records, [line_of(record) for record in records])
            if any(record[0] >= STORE for record in records):
                program = np.where(shared.last >= 0, self.order[shared.last], _NOBODY)
                self.memory.tensors[index].sign(program[1:-1], shared.last_line[1:-1])

    def _races(self, index: int, shared: Sharing) -> list[Race]:
        found = []
        for kind, pairs in shared.conflicts().items():
            told: set[tuple[int, int]] = set()
            for element, (first, first_line), (second, second_line) in pairs:
                if (first_line, second_line) not in told and len(told) < MAX_RACES:
                    told.add((first_line, second_line))
                    name: RaceKind = kind
                    programs = int(self.order[first]), int(self.order[second])
                    found.append(Race(name, index, element, programs[0], first_line, programs[1], second_line))
        return found

    def _bounds(self, groups: dict[tuple[int, int], "_Group"]) -> None:
        """Note the lanes that left their tensor."""
        found: list[tuple[tuple[int, int], Fault]] = []
        for (index, kind), group in groups.items():
            size = self.memory.buffers[index].size
            if _outside(group.offsets, size) is not None:
                numbers = {id(record): number for number, record in enumerate(self.memory.log)}
                for record in group.records:
                    found += self._faults(numbers[id(record)], record, kind, size)
        for _, fault in sorted(found, key=lambda item: item[0]):
            self._note(fault)

    def _faults(self, number: int, record: Record, kind: int, size: int) -> list[tuple[tuple[int, int], Fault]]:
        _, buffer, offsets, batched, start, count, _, _, _ = record
        bad = _outside(offsets.reshape(count, -1) if batched else offsets.reshape(1, -1), size)
        if bad is None:
            return []
        rows = offsets.reshape(bad.shape)
        found = []
        for place in range(count):
            row = place if batched else 0
            lanes = int(bad[row].sum())
            if lanes:
                first = int(rows[row][bad[row]][0]) - 1
                program = int(self.order[start + place])
                operation = OPERATIONS[{LOAD: 0, STORE: 1, ATOMIC: 2}[kind]]
                fault = Fault(operation, buffer.index, program, line_of(record), lanes, first)
                found.append(((start + place, number), fault))
        return found

    def _note(self, fault: Fault) -> None:
        faults = self.memory.faults
        key = fault.operation, fault.tensor, fault.program, fault.line
        if key in faults:
            faults[key].lanes += fault.lanes
        elif len(faults) < MAX_FAULTS:
            faults[key] = fault


class _Group:
    """Accesses of one kind to one tensor. offsets: of all their lanes."""

    __slots__ = ("offsets", "records")

    def __init__(self, records: list[Record]) -> None:
        self.records = records
        if len(records) == 1:
            self.offsets = records[0][2].reshape(-1)
        else:
            self.offsets = np.concatenate([record[2].reshape(-1) for record in records])


_FEW: Final = 16
_NOBODY: Final = np.int32(-1)


def _nobody(size: int) -> npt.NDArray[np.int32]:
    signed = np.empty(size, np.int32)
    signed.fill(-1)  # in two steps, which is half the time for a small one
    return signed


def line_of(record: Record) -> int:
    """The line in the student's source that a record comes from."""
    code, place = record[6], record[7]
    known = _LINES.get(id(code))  # a code object's own hash goes through all of it
    if known is None:
        if len(_LINES) > _MANY_CODES:
            _LINES.clear()
        known = _LINES[id(code)] = code, {}
    line = known[1].get(place)
    if line is None:
        line = next((line for start, end, line in code.co_lines() if start <= place < end), None) or -1
        known[1][place] = line
    return line


_LINES: Final[dict[int, tuple[Any, dict[int, int]]]] = {}
_MANY_CODES: Final = 1000


def _outside(offsets: Array, size: int) -> Array | None:
    """Active lanes outside; None where there are none."""
    bad: Array = (offsets - 1).view(_u64) >= size
    if np.count_nonzero(bad):
        bad &= offsets != MASKED
        if np.count_nonzero(bad):
            return bad
    return None


def _same_values(records: Sequence[Record], at: Array, clash: Array, flat: Array) -> bool:
    """Whether all stores to the elements that programs share wrote what is there now, bit for bit."""
    if any(record[8] is None for record in records):
        return False
    shared = np.zeros(flat.size, bool)
    shared[at[clash]] = True
    lanes = shared[at]
    dtype = records[0][1].flat.dtype
    if any(record[1].flat.dtype != dtype for record in records):
        return False
    values = np.concatenate([np.broadcast_to(r[8], r[2].shape).astype(dtype, copy=False).reshape(-1) for r in records])[
        lanes
    ]
    bits = np.dtype(f"u{flat.itemsize}")
    return bool((values.view(bits) == flat.view(bits)[at[lanes]]).all())
