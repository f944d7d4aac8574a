"""Which programs wrote, read and updated each element of a tensor: the first, and the first that is another one.

Two are enough: whether some program wrote an element and another one read it can be told from two distinct writers
and two distinct readers, and so can every other conflict.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from playground_workers.interpreter.memory import ATOMIC, STORE, Array, Record
from playground_workers.interpreter.protocol import RaceKind

Pair = tuple[int, tuple[int, int], tuple[int, int]]
"""element, then position and line of one program, then of another."""

_u64, _i64 = np.uint64, np.int64


class Sharing:
    """One tensor's. flat: its elements with a spare at each end. last and last_line: who changed an element last."""

    def __init__(self, flat: Array) -> None:
        self.flat, self.bits = flat, np.dtype(f"u{flat.itemsize}")
        self.writers, self.readers, self.updaters = (_Two(flat.size) for _ in range(3))
        self.last, self.last_line = (np.full(flat.size, -1, np.int32) for _ in range(2))
        self.differs = np.zeros(flat.size, bool)
        self.before: Array | None = None

    def take(self, records: Sequence[Record], lines: Sequence[int]) -> None:
        """Add records, in the order they happened; the elements are as the last of them left them."""
        known = self.writers.first >= 0
        stores: list[tuple[Array, Record]] = []
        for group in _runs(records, lines):
            kind = group[0][0][0]
            offsets, positions = _twice([record for record, _ in group])
            numbers = np.concatenate([np.full(_lanes(record), line, np.int32) for record, line in group])
            at = np.minimum(offsets.view(_u64), _u64(self.flat.size - 1)).view(_i64)
            slots = {STORE: self.writers, ATOMIC: self.updaters}.get(kind, self.readers)
            slots.take(at, positions, numbers)
            if kind >= STORE:
                self.last[at], self.last_line[at] = positions, numbers
            if kind == STORE:
                stores += [(record[2].reshape(-1), record) for record, _ in group]
        for offsets, record in stores:
            self._compare(np.minimum(offsets.view(_u64), _u64(self.flat.size - 1)).view(_i64), record)
        now = self.flat.view(self.bits)
        if self.before is not None:
            self.differs |= known & (self.before != now)
        self.before = now.copy()
        for ends in (self.last, self.last_line):
            ends[0] = ends[-1] = -1

    def conflicts(self) -> dict[RaceKind, Iterator[Pair]]:
        """For each kind of conflict the elements it is about, with two programs. Atomics come first, then writers."""
        several = self.differs & (self.writers.second >= 0)
        return {
            "write-write": self.writers.pairs(self.writers, several, same=True),
            "read-write": self.writers.pairs(self.readers, None),
            "atomic-write": self.updaters.pairs(self.writers, None),
            "atomic-read": self.updaters.pairs(self.readers, None),
        }

    def _compare(self, at: Array, record: Record) -> None:
        """Find stores to elements with several writers that wrote anything else than what is there now."""
        shared = self.writers.second[at] >= 0
        if not shared.any():
            return
        places = at[shared]
        if record[8] is None or record[1].flat.itemsize != self.flat.itemsize:
            self.differs[places] = True
            return
        values = np.broadcast_to(record[8], record[2].shape).astype(record[1].flat.dtype, copy=False)
        values = values.reshape(-1)[shared]
        self.differs[places[values.view(self.bits) != self.flat.view(self.bits)[places]]] = True


class _Two:
    """Per element the first program and the first other one, as positions in the launch's order, with their lines."""

    def __init__(self, size: int) -> None:
        self.first, self.first_line, self.second, self.second_line = (np.full(size, -1, np.int32) for _ in range(4))

    def take(self, at: Array, positions: Array, lines: Array) -> None:
        new = np.flatnonzero(self.first[at] < 0)[::-1]  # backwards, so that of equal places the earliest stays
        self.first[at[new]], self.first_line[at[new]] = positions[new], lines[new]
        other = np.flatnonzero((self.first[at] != positions) & (self.second[at] < 0))[::-1]
        self.second[at[other]], self.second_line[at[other]] = positions[other], lines[other]

    def pairs(self, other: "_Two", where: Array | None, *, same: bool = False) -> Iterator[Pair]:
        """Elements that a program of this one's and a different program of the other's got at."""
        if same:
            found = where if where is not None else np.zeros(self.first.size, bool)
        else:
            several = (self.second >= 0) | (other.second >= 0)
            found = (self.first >= 0) & (other.first >= 0) & ((self.first != other.first) | several)
        for place in np.flatnonzero(found[1:-1]) + 1:
            mine = int(self.first[place]), int(self.first_line[place])
            mine_too = int(self.second[place]), int(self.second_line[place])
            theirs = int(other.first[place]), int(other.first_line[place])
            theirs_too = int(other.second[place]), int(other.second_line[place])
            if same:
                yield int(place) - 1, mine, mine_too
            elif mine[0] != theirs[0]:
                yield int(place) - 1, mine, theirs
            elif mine_too[0] >= 0:
                yield int(place) - 1, mine_too, theirs
            else:
                yield int(place) - 1, mine, theirs_too


def positions_of(records: Sequence[Record]) -> tuple[Array, Array | None]:
    """For all lanes of the records the position of their program, and which lanes all running programs share.

    Lanes that all share count as the last program's.
    """
    if all(record[5] == 1 for record in records):
        return np.repeat(np.array([r[4] for r in records], np.int32), [r[2].size for r in records]), None
    positions, shared = [], []
    for _, _, index, batched, start, count, _, _, _ in records:
        if batched:
            positions.append(np.repeat(np.arange(start, start + count, dtype=np.int32), index.size // count))
        else:
            positions.append(np.full(index.size, start + count - 1, np.int32))
        shared.append((index.size, not batched and count > 1))
    uniform = None
    if any(alike for _, alike in shared):
        uniform = np.repeat(np.array([alike for _, alike in shared]), [size for size, _ in shared])
    return (positions[0] if len(positions) == 1 else np.concatenate(positions)), uniform


def _twice(records: Sequence[Record]) -> tuple[Array, Array]:
    """Offsets and positions of all lanes; lanes that all programs share come twice, as the first's and the last's."""
    offsets, positions = [], []
    for record in records:
        flat = record[2].reshape(-1)
        if record[5] > 1 and not record[3]:
            offsets.append(flat)
            positions.append(np.full(flat.size, record[4], np.int32))
        offsets.append(flat)
        positions.append(positions_of([record])[0])
    return np.concatenate(offsets), np.concatenate(positions)


def _lanes(record: Record) -> int:
    return record[2].size * (2 if record[5] > 1 and not record[3] else 1)


def _runs(records: Sequence[Record], lines: Sequence[int]) -> Iterator[list[tuple[Record, int]]]:
    """The records in runs of one kind: loads, stores or atomics."""
    run: list[tuple[Record, int]] = []
    for record, line in zip(records, lines, strict=True):
        if run and max(run[0][0][0], 1) != max(record[0], 1):
            yield run
            run = []
        run.append((record, line))
    if run:
        yield run
