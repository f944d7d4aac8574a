"""What comes out of a runner: any bytes are frames or malformed, and no frames make a verdict that is not deserved."""

import math
import struct
import time

from hypothesis import given, seed
from hypothesis import strategies as st

from playground_puzzles.catalogue import load
from playground_puzzles.models import Job, Verdict
from playground_workers.attempt import Attempt
from playground_workers.errors import JudgeError
from playground_workers.interpreter import protocol
from playground_workers.judge import Judge
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.ending import Ending
from playground_workers.sandbox.errors import OutputLimit
from playground_workers.sandbox.frames import FrameReader, MalformedFrame
from playground_workers.sandbox.policy import INTERPRETER
from playground_workers.sandbox.runner import FRAME
from tests.fuzz import LIMIT_S, fuzz
from tests.judge.trace import unpack as unpack_trace

MOST = 1 << 20
u16, u32 = st.integers(0, 0xFFFF), st.integers(0, 0xFFFFFFFF)
texts = st.one_of(st.text(max_size=30), st.sampled_from(["", "\0", "\ud800", "\x1b[2J", "y" * 100_000]))
near = st.one_of(st.integers(0, 6), u32)  # of cases and programs: mostly such as there are
data = st.one_of(st.binary(max_size=40), st.sampled_from([bytes(128), bytes(32), b"\xff" * 128, bytes(4096)]))

notes = st.builds(
    protocol.Notes,
    st.lists(texts, max_size=3),
    st.lists(st.tuples(texts, texts, u32), max_size=3),
)
output = st.builds(protocol.Output, st.one_of(st.integers(0, 6), u16), near, texts)
stored = st.builds(protocol.Stored, st.one_of(st.integers(0, 2), u16), data, data, data)
faults = st.builds(
    protocol.Fault,
    st.sampled_from(protocol.OPERATIONS),
    st.one_of(st.integers(0, 2), u16),
    near,
    st.integers(-(2**31), 2**31 - 1),
    u32,
    st.integers(-(2**63), 2**63 - 1),
)
case = st.builds(
    protocol.CaseResult,
    st.one_of(st.integers(0, 6), u16),
    st.integers(0, 2**64 - 1),
    st.lists(stored, max_size=3),
    st.lists(faults, max_size=3),
)
entries = st.builds(
    protocol.TRACE_ENTRY.pack,
    st.integers(0, 3),
    st.integers(0, 2),
    st.one_of(st.integers(0, 2), u16),
    st.integers(-(2**31), 2**31 - 1),
    near,
    near,
    st.one_of(st.integers(0, 3), u16),
)
trace = st.builds(
    protocol.Trace,
    st.one_of(st.integers(0, 6), u16),
    st.booleans(),
    st.one_of(st.just(b""), data),
    st.lists(st.lists(st.one_of(st.integers(0, 8), u32), max_size=3).map(tuple), max_size=3),
    st.one_of(st.lists(entries, max_size=4).map(b"".join), data),
    data,
)
trouble = st.builds(protocol.TroubleFrame, st.sampled_from(protocol.KINDS), near, near, near, near, texts, texts)
PACK = {
    protocol.Notes: (protocol.NOTES, protocol.pack_notes),
    protocol.Output: (protocol.OUTPUT, protocol.pack_output),
    protocol.CaseResult: (protocol.CASE, protocol.pack_case),
    protocol.Trace: (protocol.TRACE, protocol.pack_trace),
    protocol.TroubleFrame: (protocol.TROUBLE, protocol.pack_trouble),
}


def packed(frame: object) -> tuple[int, bytes]:
    if frame is None:
        return protocol.END, b""
    kind, pack = PACK[type(frame)]
    return kind, pack(frame)


frames = st.one_of(notes, output, case, trace, trouble, st.none()).map(packed)


def bent(frame: tuple[int, bytes], at: int, piece: bytes, cut: int) -> tuple[int, bytes]:
    """The frame with some of its bytes replaced and some left out."""
    kind, payload = frame
    at %= len(payload) + 1
    return kind, payload[:at] + piece + payload[at + cut :]


bent_frames = st.builds(bent, frames, st.integers(0, 1 << 16), st.binary(max_size=6), st.integers(0, 8))
garbage = st.tuples(st.integers(1, 255), st.binary(max_size=60))


def unpack(kind: int, payload: bytes) -> protocol.Frame:
    """As the judge does; the test fails on another exception than ValueError, or where it takes long."""
    began = time.process_time()
    try:
        return protocol.unpack(kind, payload)
    except ValueError:
        return None
    finally:
        assert time.process_time() - began < LIMIT_S


@seed(41)
@fuzz
@given(st.one_of(garbage, bent_frames))
def test_any_payload_is_a_frame_or_a_value_error(frame: tuple[int, bytes]) -> None:
    read = unpack(*frame)
    if read is not None:
        kind, payload = packed(read)
        assert kind == frame[0]
        assert packed(unpack(kind, payload)) == (kind, payload)


@seed(42)
@fuzz
@given(st.lists(st.one_of(frames, bent_frames, garbage), max_size=6), st.integers(1, 300), st.binary(max_size=12))
def test_any_stream_cut_anywhere(sent: list[tuple[int, bytes]], size: int, tail: bytes) -> None:
    stream = FRAME.pack(0, 0) + b"".join(FRAME.pack(kind, len(payload)) + payload for kind, payload in sent) + tail
    reader, seen = FrameReader(MOST), []
    began = time.process_time()
    try:
        for at in range(0, len(stream), size):
            for frame in reader.feed(stream[at : at + size]):
                seen.append(frame)
                unpack(*frame)
    except MalformedFrame:
        pass
    assert time.process_time() - began < LIMIT_S
    assert seen[: len(sent)] == sent


JUDGE = Judge(load(), Box(INTERPRETER))  # its box is never started
DONE = Ending("done", None, 0, 0.1, 0.1, 1, b"")
HOSTILE_ENDS = (DONE, Ending("exited", None, 1, 0.1, 0.1, 1, b"\xff"), Ending("killed", 11, -11, 0.1, 0.1, 1, b""))


def drop(case: str, packed: bytes) -> None:
    """Keep nothing."""


@seed(43)
@fuzz
@given(
    st.sampled_from([1, 5, "demo-1"]),
    st.lists(st.one_of(frames, frames, frames, bent_frames), max_size=8),
    st.sampled_from(HOSTILE_ENDS),
)
def test_no_frames_make_a_verdict_that_is_not_deserved(
    puzzle: int | str, sent: list[tuple[int, bytes]], ending: Ending
) -> None:
    slug = JUDGE.catalogue.get(puzzle).slug
    job = Job(id="fuzz", puzzle=slug, source="", enqueued_at=time.time())
    run = Attempt(JUDGE, job, lambda event: None, drop, drop, True)
    began = time.process_time()
    try:
        for frame in sent:
            run._take(*frame)
        verdict = run.verdict(ending)
    except (ValueError, OutputLimit, JudgeError):
        return
    finally:
        assert time.process_time() - began < LIMIT_S
    assert verdict.outcome != "passed" or verdict.puzzle.startswith("demo")
    assert Verdict.model_validate_json(verdict.model_dump_json()).outcome == verdict.outcome


words32 = st.sampled_from([0, 1, 0x7F800000, 0x7FC00000, 0xFFFFFFFF, 0x80000000, 0x41200000])


@st.composite
def fitting(draw: st.DrawFn, index: int, elements: int) -> tuple[int, bytes]:
    """A case in its turn, whose output has the right size, and whose every value is the attacker's."""

    def fill() -> bytes:
        return draw(words32).to_bytes(4, "little") * elements

    result = protocol.CaseResult(
        index, draw(u32), [protocol.Stored(1, fill(), fill(), fill())], draw(st.lists(faults, max_size=3))
    )
    return packed(result)


@seed(44)
@fuzz
@given(st.data(), st.integers(0, 6), st.lists(frames, max_size=1))
def test_results_that_fit_are_compared_like_any_other(hand: st.DataObject, given_up: int, more: list[object]) -> None:
    job = Job(id="fuzz", puzzle=JUDGE.catalogue.get(1).slug, source="", enqueued_at=time.time())
    run = Attempt(JUDGE, job, lambda event: None, drop, drop, True)
    began = time.process_time()
    try:
        for index, launch in enumerate(run.launches[: given_up or None]):
            run._take(*hand.draw(fitting(index, launch.arrays[1].size)))
        for frame in more:
            run._take(*frame)
        verdict = run.verdict(DONE)
    except (ValueError, OutputLimit, JudgeError):
        return
    assert time.process_time() - began < LIMIT_S
    assert verdict.outcome != "passed"
    assert Verdict.model_validate_json(verdict.model_dump_json()).outcome == verdict.outcome


@st.composite
def fitting_traces(draw: st.DrawFn, index: int) -> tuple[int, bytes]:
    """A trace in its turn, whose records and lanes mostly fit each other."""
    shapes = draw(st.lists(st.lists(st.integers(1, 4), max_size=3).map(tuple), min_size=1, max_size=3))
    packed_entries, lanes = [], 0
    for _ in range(draw(st.integers(0, 6))):
        shape, shared, count = draw(st.integers(0, len(shapes) - 1)), draw(st.integers(0, 1)), draw(st.integers(1, 2))
        start = draw(st.sampled_from([0, 0, 0, 1, 6, 7]))
        line = draw(st.integers(-1, 3))
        packed_entries.append(
            protocol.TRACE_ENTRY.pack(
                draw(st.integers(0, 2)), shared, draw(st.integers(0, 1)), line, start, count, shape
            )
        )
        lanes += math.prod(shapes[shape]) * (1 if shared else count)
    offsets = draw(st.binary(min_size=4, max_size=4)) * (lanes + draw(st.sampled_from([0, 0, 0, 0, 1, -1])))
    order = draw(
        st.sampled_from([[], [], [6, 5, 4, 3, 2, 1, 0], [0] * 7, [7, 1, 2, 3, 4, 5, 6], [-1, 0, 1, 2, 3, 4, 5]])
    )
    told = struct.pack(f"<{len(order)}i", *order)
    return packed(protocol.Trace(index, draw(st.booleans()), told, shapes, b"".join(packed_entries), offsets))


@seed(45)
@fuzz
@given(st.data(), st.booleans())
def test_traces_that_fit_are_packed_and_others_refused(hand: st.DataObject, crashed: bool) -> None:
    job = Job(id="fuzz", puzzle=JUDGE.catalogue.get(2).slug, source="", enqueued_at=time.time())
    kept: dict[str, bytes] = {}
    run = Attempt(JUDGE, job, lambda event: None, drop, kept.__setitem__, True)
    began = time.process_time()
    try:
        run._take(*hand.draw(fitting_traces(0)))
        if crashed:
            run._take(*packed(protocol.TroubleFrame("runtime_error", 0, 0, 1, 1, "", "")))
        else:
            run._take(*hand.draw(fitting(0, run.launches[0].arrays[1].size)))
        verdict = run.verdict(DONE)
    except ValueError:
        assert not kept
        return
    finally:
        assert time.process_time() - began < LIMIT_S
    told = verdict.cases[0]
    assert told.traced
    trace = unpack_trace(kept[told.name])
    assert (told.memory is None) == trace.header["cut"]
    assert Verdict.model_validate_json(verdict.model_dump_json()).cases[0].memory == told.memory
