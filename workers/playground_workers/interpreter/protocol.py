"""The frames that a runner sends, packed and unpacked. Little-endian; text is UTF-8 behind its length.

What a runner sends is not to be trusted: the reader checks every length and raises ValueError on anything odd. Both
sides live here, so that they cannot drift apart.
"""

import struct
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar

NOTES: Final = 1
OUTPUT: Final = 2
CASE: Final = 3
TROUBLE: Final = 4
END: Final = 5
TRACE: Final = 6

NO_PROGRAM: Final = 0xFFFFFFFF
Word = TypeVar("Word", bound=str)
Operation = Literal["load", "store", "atomic"]
OPERATIONS: Final[tuple[Operation, ...]] = ("load", "store", "atomic")
KINDS: Final = (
    *("compile_error", "rejected", "runtime_error", "memory_limit", "internal_error"),
    *("crashed", "invalid_access"),
)
RaceKind = Literal["write-write", "read-write", "atomic-write", "atomic-read", "repeated"]
RACES: Final[tuple[RaceKind, ...]] = ("write-write", "read-write", "atomic-write", "atomic-read", "repeated")
MAX_RACES: Final = 20
MAX_UNGUARDED: Final = 100
MAX_ITEMS: Final = 1000
MAX_TEXT: Final = 64 * 1024
MAX_RANK: Final = 64
MAX_TRACE_LANES: Final = 1_000_000
"""Lanes that the trace of a run's first case holds: 4 MB. What comes after them is cut off."""

MAX_LATER_TRACE_LANES: Final = 200_000
"""The same for each further case: most of them pass, and nobody looks at their traces."""


@dataclass(frozen=True)
class Notes:
    """notes: sentences; warnings: (code, message, line or 0)."""

    notes: list[str]
    warnings: list[tuple[str, str, int]]


@dataclass(frozen=True)
class Output:
    case: int
    program: int
    text: str


@dataclass(frozen=True)
class Stored:
    """A tensor that was stored to. data: its bytes; program, line: int32 a element, -1 where nobody stored."""

    tensor: int
    data: bytes
    program: bytes
    line: bytes


@dataclass(frozen=True)
class Fault:
    operation: Operation
    tensor: int
    program: int
    line: int
    lanes: int
    first: int


@dataclass(frozen=True)
class Race:
    """Two programs that got at one element, so that the result depends on their order. tensor, element: as in `Fault`.

    The first program is the one that wrote (read-write) or updated atomically (atomic-write, atomic-read). `repeated`
    is no race of values: every program stores every element of the tensor, all the same, so the work is not shared out.
    """

    kind: RaceKind
    tensor: int
    element: int
    first_program: int
    first_line: int
    second_program: int
    second_line: int


@dataclass(frozen=True)
class CaseResult:
    """unguarded: lines of masked loads without `other` whose masked lanes change an output."""

    case: int
    run_ns: int
    stored: list[Stored]
    faults: list[Fault]
    races: list[Race] = field(default_factory=list)
    unguarded: list[int] = field(default_factory=list)


TRACE_ENTRY: Final = struct.Struct("<BBHiIIH")
"""Of a trace's record: operation, shared, tensor, line, start, count, shape."""


@dataclass(frozen=True)
class Trace:
    """The accesses of a case, told before its result. Each record is one load, store or atomic statement.

    cut: there was more. order: int32, the linear program ids (last axis fastest) in the order they ran; empty where
    that is ascending. shapes: of blocks. entries: a TRACE_ENTRY each, in execution order: operation as in OPERATIONS;
    shared is 1 where all its programs have the same lanes, which then come once; start and count: positions in the
    order; shape: index into shapes. offsets: int32 a lane, record after record and in them program after program: 1
    for the first element of the tensor, 0x80000001 where the lane is masked off.
    """

    case: int
    cut: bool
    order: bytes
    shapes: list[tuple[int, ...]]
    entries: bytes
    offsets: bytes


@dataclass(frozen=True)
class TroubleFrame:
    """case: NO_PROGRAM where it came before any case ran. line and column: 0 where not known."""

    kind: str
    case: int
    program: int
    line: int
    column: int
    message: str
    hint: str


Frame = Notes | Output | CaseResult | Trace | TroubleFrame | None


class Writer:
    """Packs one frame's payload."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def pack(self, layout: str, *values: int) -> "Writer":
        self.parts.append(struct.pack("<" + layout, *values))
        return self

    def text(self, text: str) -> "Writer":
        data = text.encode("utf-8", "backslashreplace")[:MAX_TEXT]
        return self.data(data)

    def data(self, data: bytes) -> "Writer":
        self.parts += [struct.pack("<I", len(data)), data]
        return self

    def done(self) -> bytes:
        return b"".join(self.parts)


MAX_WARNINGS: Final = 100
"""Warnings that a frame carries; a source with more has the same few many times."""


def pack_notes(notes: Notes) -> bytes:
    notes = Notes(notes.notes[:MAX_WARNINGS], notes.warnings[:MAX_WARNINGS])
    writer = Writer().pack("I", len(notes.notes))
    for note in notes.notes:
        writer.text(note)
    writer.pack("I", len(notes.warnings))
    for code, message, line in notes.warnings:
        writer.text(code).text(message).pack("I", line)
    return writer.done()


def pack_output(output: Output) -> bytes:
    return Writer().pack("HI", output.case, output.program).text(output.text).done()


def pack_case(result: CaseResult) -> bytes:
    writer = Writer().pack("HQI", result.case, result.run_ns, len(result.stored))
    for stored in result.stored:
        writer.pack("H", stored.tensor).data(stored.data).data(stored.program).data(stored.line)
    writer.pack("I", len(result.faults))
    for fault in result.faults:
        writer.pack(
            "BHIiIq",
            OPERATIONS.index(fault.operation),
            fault.tensor,
            fault.program,
            fault.line,
            min(fault.lanes, 0xFFFFFFFF),
            fault.first,
        )
    writer.pack("I", len(result.races))
    for race in result.races:
        places = race.tensor, race.element, race.first_program, race.first_line, race.second_program, race.second_line
        writer.pack("BHqIiIi", RACES.index(race.kind), *places)
    writer.pack("I", len(result.unguarded))
    for line in result.unguarded:
        writer.pack("i", line)
    return writer.done()


def pack_trace(trace: Trace) -> bytes:
    writer = Writer().pack("HB", trace.case, trace.cut).data(trace.order).pack("I", len(trace.shapes))
    for shape in trace.shapes:
        writer.pack(f"B{len(shape)}I", len(shape), *shape)
    return writer.data(trace.entries).data(trace.offsets).done()


def pack_trouble(trouble: TroubleFrame) -> bytes:
    writer = Writer().pack(
        "BIIII", KINDS.index(trouble.kind), trouble.case, trouble.program, trouble.line, trouble.column
    )
    return writer.text(trouble.message).text(trouble.hint).done()


class Reader:
    """Unpacks a payload; ValueError on anything that does not fit."""

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self.at = 0

    def take(self, count: int) -> bytes:
        if count > len(self.payload) - self.at:
            raise ValueError("a frame ends too early")
        self.at += count
        return self.payload[self.at - count : self.at]

    def unpack(self, layout: str) -> tuple[int, ...]:
        return struct.unpack("<" + layout, self.take(struct.calcsize("<" + layout)))

    def number(self, layout: str = "I") -> int:
        return self.unpack(layout)[0]

    def count(self) -> int:
        count = self.number()
        if count > MAX_ITEMS:
            raise ValueError("a frame holds too many items")
        return count

    def data(self) -> bytes:
        return self.take(self.number())

    def text(self) -> str:
        return self.data()[:MAX_TEXT].decode("utf-8", "replace").replace("\0", "\\x00")

    def shape(self) -> tuple[int, ...]:
        rank = self.number("B")
        if rank > MAX_RANK:
            raise ValueError("a frame holds a block of too many axes")
        return self.unpack(f"{rank}I")

    def flag(self, number: int) -> bool:
        if number > 1:
            raise ValueError("a frame holds a number that is neither 0 nor 1")
        return number == 1

    def word(self, words: tuple[Word, ...]) -> Word:
        index = self.number("B")
        if index >= len(words):
            raise ValueError("a frame holds an unknown word")
        return words[index]

    def end(self) -> None:
        if self.at != len(self.payload):
            raise ValueError("a frame is too long")


def unpack(kind: int, payload: bytes) -> Frame:
    """The frame of a payload; None for END. Raises ValueError where it is malformed."""
    reader = Reader(payload)
    frame: Frame
    if kind == NOTES:
        notes = [reader.text() for _ in range(reader.count())]
        frame = Notes(notes, [(reader.text(), reader.text(), reader.number()) for _ in range(reader.count())])
    elif kind == OUTPUT:
        case, program = reader.unpack("HI")
        frame = Output(case, program, reader.text())
    elif kind == CASE:
        case, run_ns = reader.unpack("HQ")
        stored = [
            Stored(reader.number("H"), reader.data(), reader.data(), reader.data()) for _ in range(reader.count())
        ]
        faults = [Fault(reader.word(OPERATIONS), *reader.unpack("HIiIq")) for _ in range(reader.count())]
        races = [Race(reader.word(RACES), *reader.unpack("HqIiIi")) for _ in range(reader.count())]
        unguarded = [reader.number("i") for _ in range(reader.count())]
        frame = CaseResult(case, run_ns, stored, faults, races, unguarded)
    elif kind == TRACE:
        case, cut = reader.unpack("HB")
        order, shapes = reader.data(), [reader.shape() for _ in range(reader.count())]
        frame = Trace(case, reader.flag(cut), order, shapes, reader.data(), reader.data())
    elif kind == TROUBLE:
        word = reader.word(KINDS)
        case, program, line, column = reader.unpack("IIII")
        frame = TroubleFrame(word, case, program, line, column, reader.text(), reader.text())
    elif kind == END:
        frame = None
    else:
        raise ValueError("a frame of unknown kind")
    reader.end()
    return frame
