"""A trace unpacked, as the page does it: see docs/trace.md."""

import gzip
import json
import struct
from dataclasses import dataclass

import numpy as np

MASKED = -(2**31)


@dataclass(frozen=True)
class Record:
    """lanes: flat element offsets, a row a program of start to start + count - 1; one row where shared."""

    op: str
    tensor: str
    line: int
    shape: tuple[int, ...]
    start: int
    count: int
    shared: bool
    lanes: np.ndarray


@dataclass(frozen=True)
class Trace:
    header: dict
    records: list[Record]

    def of_program(self, position):
        """Its steps: operation, tensor, line and lanes."""
        return [
            (r.op, r.tensor, r.line, r.lanes[0 if r.shared else position - r.start].tolist())
            for r in self.records
            if r.start <= position < r.start + r.count
        ]

    def distinct(self, *ops):
        """Pairs of program and element inside a tensor that these operations touch."""
        sizes = {tensor["name"]: int(np.prod(tensor["shape"])) for tensor in self.header["tensors"]}
        found = set()
        for record in self.records:
            for row in range(record.count) if record.op in ops else ():
                lanes = record.lanes[0 if record.shared else row]
                inside = lanes[(lanes >= 0) & (lanes < sizes[record.tensor])]
                found.update((record.start + row, record.tensor, lane) for lane in inside.tolist())
        return found


def unpack(packed):
    """packed: as kept, compressed."""
    return decode(gzip.decompress(packed))


def decode(raw):
    (length,) = struct.unpack_from("<I", raw)
    assert (4 + length) % 8 == 0
    header = json.loads(raw[4 : 4 + length])
    data = np.frombuffer(raw, "<i4", offset=4 + length)
    records, end = [], 0
    for entry in header["records"]:
        assert entry["at"] == end
        rows = 1 if entry["shared"] else entry["count"]
        end += rows * int(np.prod(entry["shape"], dtype=np.int64))
        lanes = np.cumsum(data[entry["at"] : end], dtype=np.int32).reshape(rows, -1)
        fields = {name: entry[name] for name in ("op", "line", "start", "count", "shared")}
        tensor = header["tensors"][entry["tensor"]]["name"]
        records.append(Record(tensor=tensor, shape=tuple(entry["shape"]), lanes=lanes, **fields))
    assert end == data.size
    return Trace(header, records)
