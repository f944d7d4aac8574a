"""The frames of a compilation. The runner packs them; the worker unpacks them and trusts nothing in them.

Text is UTF-8, decoded with replacement. Whatever is odd raises ValueError.
"""

import array
import struct
from dataclasses import dataclass
from typing import Final

STAGE, FACTS, ACCESSES, TROUBLE, END = 1, 2, 3, 4, 5

STAGES: Final = ("ttir", "ttgir", "llir", "ptx", "amdgcn", "sass")
MAX_LINES: Final = 20_000
MAX_TEXT: Final = 4 << 20
MAX_ACCESSES: Final = 2_000
MAX_WORDS: Final = 4_000
OPERATIONS: Final = ("load", "store", "atomic")

UNKNOWN: Final = -1
_FACTS: Final = struct.Struct("<7q")
_ACCESS: Final = struct.Struct("<BIHI")
_TROUBLE: Final = struct.Struct("<II")


@dataclass(frozen=True)
class Stage:
    """A stage's text. lines: for each line of it the student's line that it came from, 0 where none. cut: not all."""

    name: str
    text: str
    lines: list[int]
    cut: bool


@dataclass(frozen=True)
class Facts:
    """What the compiled kernel takes. UNKNOWN where nobody said. spills: bytes a thread; shared, in bytes a program.

    threads: of a program. local: bytes a thread of stack, also for spills.
    """

    registers: int
    spill_stores: int
    spill_loads: int
    local: int
    shared: int
    threads: int
    warps: int


@dataclass(frozen=True)
class Access:
    """Instructions of one kind at one line of the source. bits: moved by a thread at once; count: instructions."""

    operation: str
    line: int
    bits: int
    count: int


@dataclass(frozen=True)
class Trouble:
    """Why it does not compile. line, column: in the source, from 1; 0 where unknown."""

    kind: str
    line: int
    column: int
    message: str
    hint: str


Frame = Stage | Facts | list[Access] | Trouble | None


def pack_stage(stage: Stage) -> bytes:
    lines = array.array("i", stage.lines)
    head = struct.pack("<BBI", STAGES.index(stage.name), stage.cut, len(lines))
    return head + lines.tobytes() + stage.text.encode("utf-8", "replace")


def pack_facts(facts: Facts) -> bytes:
    return _FACTS.pack(*vars(facts).values())


def pack_accesses(accesses: list[Access]) -> bytes:
    rows = accesses[:MAX_ACCESSES]
    return b"".join(_ACCESS.pack(OPERATIONS.index(row.operation), row.line, row.bits, row.count) for row in rows)


def pack_trouble(trouble: Trouble) -> bytes:
    words = [word.encode("utf-8", "replace")[:MAX_WORDS] for word in (trouble.kind, trouble.message, trouble.hint)]
    head = _TROUBLE.pack(trouble.line, trouble.column)
    return head + b"".join(struct.pack("<I", len(word)) + word for word in words)


def unpack(kind: int, payload: bytes) -> Frame:
    """One frame; None is the end. Raises ValueError."""
    try:
        if kind == STAGE:
            return _stage(payload)
        if kind == FACTS:
            return _facts(payload)
        if kind == ACCESSES:
            return _accesses(payload)
        if kind == TROUBLE:
            return _trouble(payload)
    except (struct.error, IndexError) as error:
        raise ValueError(f"a frame of kind {kind} that is cut short") from error
    if kind == END and not payload:
        return None
    raise ValueError(f"a frame of kind {kind}")


def _stage(payload: bytes) -> Stage:
    name, cut, count = struct.unpack_from("<BBI", payload)
    if count > MAX_LINES or len(payload) > MAX_TEXT + 4 * MAX_LINES + 6:
        raise ValueError("a stage with too many lines")
    lines = array.array("i")
    lines.frombytes(payload[6 : 6 + 4 * count])
    text = payload[6 + 4 * count :].decode("utf-8", "replace")
    if len(lines) != count or any(line < 0 for line in lines) or len(text.split("\n")) != count:
        raise ValueError("a stage whose lines do not fit its text")
    return Stage(STAGES[name], text, lines.tolist(), bool(cut))


def _facts(payload: bytes) -> Facts:
    facts = Facts(*_FACTS.unpack(payload))
    if any(not UNKNOWN <= value < 1 << 40 for value in vars(facts).values()):
        raise ValueError("facts out of range")
    return facts


def _accesses(payload: bytes) -> list[Access]:
    if len(payload) % _ACCESS.size or len(payload) > MAX_ACCESSES * _ACCESS.size:
        raise ValueError("accesses of an odd length")
    return [Access(OPERATIONS[op], line, bits, count) for op, line, bits, count in _ACCESS.iter_unpack(payload)]


def _trouble(payload: bytes) -> Trouble:
    line, column = _TROUBLE.unpack_from(payload)
    at, words = _TROUBLE.size, []
    for _ in range(3):
        (length,) = struct.unpack_from("<I", payload, at)
        if length > MAX_WORDS or len(payload) < at + 4 + length:
            raise ValueError("words of an odd length")
        words.append(payload[at + 4 : at + 4 + length].decode("utf-8", "replace"))
        at += 4 + length
    return Trouble(words[0], line, column, words[1], words[2])
