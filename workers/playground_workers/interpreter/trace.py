"""The record of a launch's accesses as a frame, cheaply: what it shows is worked out outside the sandbox."""

import numpy as np

from playground_workers.interpreter import protocol
from playground_workers.interpreter.analysis import line_of
from playground_workers.interpreter.memory import ATOMIC, LOAD, MASKED, STORE, UNGUARDED, Memory

_OPERATIONS = {
    kind: protocol.OPERATIONS.index(name)
    for kind, name in ((LOAD, "load"), (UNGUARDED, "load"), (STORE, "store"), (ATOMIC, "atomic"))
}
_FIRST = -(1 << 31) + 2
_LAST = (1 << 31) - 1
"""Offsets farther out than these are told as these: 1 is taken off, and the least integer says masked."""


def trace_of(case: int, memory: Memory, most: int, *, finished: bool) -> protocol.Trace:
    """What the launch did, from its start. most: lanes; records, and programs of one, that go beyond are left out.

    finished: the launch went through, so `memory.faults` tells whether any lane left its tensor.
    """
    wild = bool(memory.faults) or not finished
    log, cut = memory.first_records()
    shapes: dict[tuple[int, ...], int] = {}
    entries, offsets, room = [], [], most
    for record in log:
        kind, buffer, index, batched, start, count = record[:6]
        if index.size > room:
            cut, count = True, room * count // index.size if batched else 0
            if count == 0:
                break
            index = index[:count]
        shape = index.shape[1:] if batched else index.shape
        block = () if shape == (1,) else shape
        if block not in shapes and len(shapes) == protocol.MAX_ITEMS:
            cut = True
            break
        number = shapes.setdefault(block, len(shapes))
        shared = count > 1 and not batched
        entries.append(
            protocol.TRACE_ENTRY.pack(_OPERATIONS[kind], shared, buffer.index, line_of(record), start, count, number)
        )
        if wild:
            index = np.where(index == MASKED, MASKED, index.clip(_FIRST, _LAST))
        offsets.append(index.astype(np.int32).tobytes())
        room -= index.size
        if count < record[5]:
            break
    ascending = bool((memory.order[:-1] < memory.order[1:]).all())
    order = b"" if ascending else memory.order.tobytes()
    return protocol.Trace(case, cut, order, list(shapes), b"".join(entries), b"".join(offsets))
