"""What a runner tells of a case's accesses, before its result."""

import numpy as np

from playground_workers.interpreter import protocol
from tests.interpreter import runner

MASKED = -(2**31)


def floats(count, start=0.0):
    return np.arange(count, dtype=np.float32) + np.float32(start)


def traces(case, cases=1):
    return [frame for frame in runner.frames(case, cases) if isinstance(frame, protocol.Trace)]


def records(trace):
    """(operation, tensor, line, shape, start, count, shared, lanes from 0), line 6 being a body's first."""
    found, at = [], 0
    offsets = np.frombuffer(trace.offsets, np.int32) - np.int32(1)
    for op, shared, tensor, line, start, count, shape in protocol.TRACE_ENTRY.iter_unpack(trace.entries):
        sides = trace.shapes[shape]
        lanes = int(np.prod(sides, dtype=np.int64)) * (1 if shared else count)
        told = offsets[at : at + lanes].tolist()
        found.append((protocol.OPERATIONS[op], tensor, line, sides, start, count, bool(shared), told))
        at += lanes
    assert at == offsets.size
    return found


def test_a_trace_comes_before_each_result(kernel):
    case = kernel("tl.store(z_ptr, tl.load(x_ptr))", {"x": floats(4), "z": floats(4)})
    kinds = [type(frame) for frame in runner.frames(case, cases=2) if not isinstance(frame, protocol.Notes)]
    assert kinds == [protocol.Trace, protocol.CaseResult] * 2 + [type(None)]
    assert [trace.case for trace in traces(case, cases=2)] == [0, 1]


def test_statements_in_order_with_all_their_lanes(kernel):
    body = """
offs = tl.program_id(0) * B + tl.arange(0, B)
x = tl.load(x_ptr + offs, mask=offs < 10, other=0.0)
y = tl.load(x_ptr + tl.arange(0, 2)[:, None])
one = tl.load(x_ptr + 3)
tl.store(z_ptr + offs, x + one, mask=offs < 12)
"""
    (trace,) = traces(kernel(body, {"x": floats(10), "z": floats(10)}, (2,)))
    assert (trace.cut, trace.order) == (False, b"")
    assert records(trace) == [
        ("load", 0, 7, (8,), 0, 2, False, [*range(10), *[MASKED] * 6]),
        ("load", 0, 8, (2, 1), 0, 2, True, [0, 1]),
        ("load", 0, 9, (), 0, 2, True, [3]),
        ("store", 1, 10, (8,), 0, 2, False, [*range(12), *[MASKED] * 4]),
    ]


def test_atomics_and_serial_programs(kernel):
    body = """
offs = tl.program_id(0) * B + tl.arange(0, B)
tl.atomic_add(z_ptr + offs, 1.0, mask=offs < 11)
tl.atomic_add(z_ptr + offs, 1.0, mask=offs < 0)
tl.atomic_cas(z_ptr + 2, 1.0, 2.0)
"""
    (trace,) = traces(kernel(body, {"z": floats(10)}, (2,)))
    first, second = list(range(8)), [8, 9, 10, *[MASKED] * 5]
    assert records(trace) == [
        ("atomic", 0, 7, (8,), 0, 1, False, first),
        ("atomic", 0, 8, (8,), 0, 1, False, [MASKED] * 8),
        ("atomic", 0, 9, (), 0, 1, False, [2]),
        ("atomic", 0, 7, (8,), 1, 1, False, second),
        ("atomic", 0, 8, (8,), 1, 1, False, [MASKED] * 8),
        ("atomic", 0, 9, (), 1, 1, False, [2]),
    ]


def test_a_failed_attempt_at_all_at_once_leaves_nothing(kernel):
    """Each program reads what the one before it wrote, so they run one by one in the end."""
    body = "i = tl.program_id(0)\ntl.store(z_ptr + i + 1, tl.load(z_ptr + i) + 1)"
    (trace,) = traces(kernel(body, {"z": floats(5)}, (4,)))
    assert [(record[0], record[4], record[7]) for record in records(trace)] == [
        step for i in range(4) for step in (("load", i, [i]), ("store", i, [i + 1]))
    ]


def test_the_order_of_a_shuffled_launch(kernel):
    body = "tl.store(z_ptr + tl.program_id(0), 1.0)"
    (trace,) = traces(kernel(body, {"z": floats(9)}, (9,), shuffle_seed=3))
    order = np.frombuffer(trace.order, np.int32)
    assert sorted(order.tolist()) == list(range(9))
    assert records(trace)[0][7] == order.tolist() != list(range(9))


def test_far_offsets_keep_their_side_and_are_not_masked(kernel):
    body = "\n".join(f"tl.load(x_ptr + tl.full([1], {far}, tl.int64))" for far in (1 << 40, -(1 << 40), -(1 << 31) - 5))
    (trace,) = traces(kernel(f"{body}\ntl.store(z_ptr, 1.0)", {"x": floats(4), "z": floats(4)}))
    assert [record[7] for record in records(trace)] == [[2**31 - 2], [-(2**31) + 1], [-(2**31) + 1], [0]]


def test_an_error_comes_after_the_trace_of_what_led_to_it(kernel):
    body = "x = tl.load(x_ptr + tl.arange(0, 4))\ntl.store(z_ptr + tl.arange(0, 8), x)"
    found = runner.frames(kernel(body, {"x": floats(4), "z": floats(8)}))
    assert [type(frame) for frame in found[1:]] == [protocol.Trace, protocol.TroubleFrame]
    assert records(found[1]) == [("load", 0, 6, (4,), 0, 1, False, [0, 1, 2, 3])]


def test_a_long_record_is_cut(kernel):
    body = """
offs = tl.program_id(0) * B + tl.arange(0, B)
for i in range(0, 300):
    tl.load(x_ptr + offs)
tl.store(z_ptr + offs, 1.0)
"""
    case = kernel(body, {"x": floats(4096), "z": floats(4096)}, (4,), B=1024)
    first, second = traces(case, cases=2)
    for trace, most in ((first, protocol.MAX_TRACE_LANES), (second, protocol.MAX_LATER_TRACE_LANES)):
        assert trace.cut
        whole, rest = divmod(most // 1024, 4)
        assert [record[5] for record in records(trace)] == [4] * whole + [rest] * (rest > 0)
    (short,) = traces(kernel(body.replace("300", "30"), {"x": floats(4096), "z": floats(4096)}, (4,), B=1024))
    assert not short.cut
    assert len(records(short)) == 31


def test_what_comes_after_a_fold_is_cut_off(kernel):
    """The record is folded together where it grows long; the trace is what came before."""
    body = """
offs = tl.arange(0, B)
for i in range(0, 2000):
    x = tl.load(x_ptr + offs)
tl.store(z_ptr + offs, x)
"""
    (trace,) = traces(kernel(body, {"x": floats(1024), "z": floats(1024)}, B=1024))
    assert trace.cut
    assert 900 < len(records(trace)) <= protocol.MAX_TRACE_LANES // 1024
