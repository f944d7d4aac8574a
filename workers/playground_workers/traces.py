"""The accesses of a case: read from what a runner says they are, packed for the browser, and added up.

Packed, and compressed with gzip: uint32 length of the header, the header as JSON, spaces up to a multiple of 8, then
int32 numbers, all little-endian. docs/trace.md says what the header holds.
"""

import gzip
import json
import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from playground_puzzles.expressions import evaluate
from playground_puzzles.models import MemoryScore, Puzzle
from playground_workers.comparison import Launch
from playground_workers.interpreter import protocol

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]

VERSION: Final = 1
LEVEL: Final = 1
"""Of compression: differences are mostly the same few numbers, and 6 takes half as long again for a quarter less."""

MAX_RECORDS: Final = 1 << 16
"""More than a runner comes to, which counts each record as some lanes more than it has."""

_LOAD, _STORE, _ATOMIC = (protocol.OPERATIONS.index(name) for name in ("load", "store", "atomic"))
_ENTRY: Final = np.dtype(
    [
        ("op", "u1"),
        ("shared", "u1"),
        ("tensor", "<u2"),
        ("line", "<i4"),
        ("start", "<u4"),
        ("count", "<u4"),
        ("shape", "<u2"),
    ]
)
_SAME: Final = ["op", "tensor", "line", "shape"]
"""What is the same in two records of one statement."""


@dataclass(frozen=True)
class Trace:
    """A trace that holds together. ran: linear program ids (last axis fastest) in the order they ran.

    records: _ENTRY; starts: where the lanes of each begin, with one more for the end; offsets: the element offset of
    each lane from 0, the least integer for one that is masked off.
    """

    cut: bool
    ran: Ints
    shapes: Sequence[tuple[int, ...]]
    records: npt.NDArray[Any]
    starts: Longs
    offsets: Ints


def read(frame: protocol.Trace, launch: Launch) -> Trace:
    """The trace of a frame. Raises ValueError for what cannot be a trace of this launch."""
    programs = math.prod(launch.grid)
    if len(frame.entries) % _ENTRY.itemsize or len(frame.offsets) % 4 or len(frame.order) not in (0, 4 * programs):
        raise ValueError("a trace has the wrong length")
    records = np.frombuffer(frame.entries, _ENTRY)
    given = np.frombuffer(frame.offsets, "<i4")
    if records.size > MAX_RECORDS or given.size > protocol.MAX_TRACE_LANES:
        raise ValueError("a trace is too long")
    sizes = [math.prod(shape) for shape in frame.shapes]
    if any(not 1 <= size <= protocol.MAX_TRACE_LANES for size in sizes):
        raise ValueError("a trace has a block of no possible size")
    start, count = records["start"].astype(np.int64), records["count"].astype(np.int64)
    if (
        (records["op"] > _ATOMIC).any()
        or (records["shared"] > 1).any()
        or (records["tensor"] >= len(launch.arrays)).any()
        or (records["shape"] >= len(sizes)).any()
        or (count < 1).any()
        or (start + count > programs).any()
    ):
        raise ValueError("a trace has a record of what there is not")
    lanes = np.array([*sizes, 0], np.int64)[records["shape"]] * np.where(records["shared"] == 1, 1, count)
    if (lanes > given.size).any():
        raise ValueError("a trace has fewer lanes than its records")
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lanes)])
    if starts[-1] != given.size:
        raise ValueError("a trace has other lanes than its records")
    return Trace(frame.cut, _order(frame.order, programs), frame.shapes, records, starts, given - np.int32(1))


def score(trace: Trace, puzzle: Puzzle, launch: Launch) -> MemoryScore | None:
    """What the accesses add up to; None where the trace is cut."""
    if trace.cut:
        return None
    records = trace.records
    loaded = stored = 0
    if records.size:
        lanes = np.diff(trace.starts)
        ends = np.array([array.size for array in launch.arrays], np.int32)[records["tensor"]]
        inside = (trace.offsets >= 0) & (trace.offsets < np.repeat(ends, lanes))
        each = np.add.reduceat(inside, trace.starts[:-1], dtype=np.int64)
        each *= np.where(records["shared"] == 1, records["count"], 1)
        loaded = int(each[records["op"] != _STORE].sum())
        stored = int(each[records["op"] != _LOAD].sum())
    least, names = puzzle.memory, launch.case.sizes | launch.case.blocks
    return MemoryScore(
        loaded=loaded,
        stored=stored,
        least_loaded=None if least is None else evaluate(least.loads, names),
        least_stored=None if least is None else evaluate(least.stores, names),
    )


def pack(trace: Trace, puzzle: Puzzle, launch: Launch) -> bytes:
    """The trace for the browser."""
    trace = _joined(trace)
    columns = (trace.records[name].tolist() for name in ("op", "tensor", "line", "shape", "start", "count", "shared"))
    header = {
        "version": VERSION,
        "grid": [*launch.grid, *[1] * (3 - len(launch.grid))],
        "order": _order_told(trace.ran, launch.grid),
        "cut": trace.cut,
        "tensors": [
            {"name": tensor.name, "dtype": tensor.dtype, "shape": list(array.shape), "role": tensor.role.value}
            for tensor, array in zip(puzzle.tensors, launch.arrays, strict=True)
        ],
        "records": [
            {
                "op": protocol.OPERATIONS[op],
                "tensor": tensor,
                "line": max(line, 0),
                "shape": trace.shapes[shape],
                "start": start,
                "count": count,
                "shared": shared == 1,
                "at": at,
            }
            for op, tensor, line, shape, start, count, shared, at in zip(
                *columns, trace.starts[:-1].tolist(), strict=True
            )
        ],
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(len(text) + 4) % 8)
    deltas = np.diff(trace.offsets, prepend=np.int32(0)).astype("<i4", copy=False)
    first = trace.starts[:-1]
    deltas[first] = trace.offsets[first]
    return gzip.compress(b"".join([struct.pack("<I", len(text)), text, deltas.tobytes()]), LEVEL, mtime=0)


def _order(given: bytes, programs: int) -> Ints:
    if not given:
        return np.arange(programs, dtype=np.int32)
    order = np.frombuffer(given, "<i4").astype(np.int32)
    if not np.array_equal(np.sort(order), np.arange(programs, dtype=np.int32)):
        raise ValueError("a trace has programs in an impossible order")
    return order


def _order_told(ran: Ints, grid: Sequence[int]) -> list[int] | None:
    """The programs as the browser counts them, first axis fastest; None where that is ascending."""
    told = np.ravel_multi_index(np.unravel_index(ran, tuple(grid)), tuple(grid), order="F")
    return None if (told[:-1] < told[1:]).all() else told.tolist()


def _joined(trace: Trace) -> Trace:
    """The same with one record a statement for neighbours that ran one by one and did the same statements."""
    records = trace.records
    alone = records["start"].astype(np.int64)
    if not records.size or (records["count"] != 1).any() or (np.diff(alone) < 0).any():
        return trace
    first = np.flatnonzero(np.diff(alone, prepend=-1))  # of each program's records
    ends = [*first[1:].tolist(), records.size]
    statements = np.ascontiguousarray(records[_SAME].astype([(name, _ENTRY[name]) for name in _SAME]))
    found, offsets = [], []
    at = 0
    while at < first.size:
        low, high = int(first[at]), ends[at]
        steps, after = statements[low:high].tobytes(), at + 1
        while (
            after < first.size
            and alone[first[after]] == alone[low] + after - at
            and statements[int(first[after]) : ends[after]].tobytes() == steps
        ):
            after += 1
        block = trace.offsets[trace.starts[low] : trace.starts[ends[after - 1]]].reshape(after - at, -1)
        inner = (trace.starts[low : high + 1] - trace.starts[low]).tolist()
        offsets += [block[:, left:right].reshape(-1) for left, right in pairwise(inner)]
        one = records[low:high].copy()
        one["count"] = after - at
        found.append(one)
        at = after
    starts = np.cumsum([0, *(piece.size for piece in offsets)], dtype=np.int64)
    return replace(trace, records=np.concatenate(found), starts=starts, offsets=np.concatenate(offsets))
