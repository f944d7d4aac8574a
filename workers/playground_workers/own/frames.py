"""What the sandbox of a teacher's spec is sent and sends back, packed and unpacked. Little-endian, lengths first.

Nothing that comes back is trusted: each number is checked, and ValueError is raised on anything odd. Both sides live
here, so that they cannot drift apart.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from playground_workers.interpreter.protocol import Reader, Writer

PROBLEM: Final = 1
PUZZLE: Final = 2
WRONG: Final = 3
RESULT: Final = 4
FAILED: Final = 5
END: Final = 6

MAX_PUZZLE: Final = 1 << 20
MAX_SOURCE: Final = 64 * 1024
MAX_WRONG: Final = 10_000
MAX_RANK: Final = 8
MAX_WORDS: Final = 2000
WORDS: Final = ("spec", "bound")


@dataclass(frozen=True)
class Problem:
    """What is wrong with the files."""

    text: str


@dataclass(frozen=True)
class Read:
    """puzzle: a `Puzzle` as JSON. wrong: how many wrong kernels there are in all, of which some follow."""

    puzzle: str
    wrong: int


@dataclass(frozen=True)
class Wrong:
    """The reference with one change, as `mutants.mutations.Mutant` has it."""

    kind: str
    line: int
    before: str
    after: str
    source: str


@dataclass(frozen=True)
class Result:
    """What spec (0) or bound (1) gave for a case, in float64."""

    case: int
    function: int
    values: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Failed:
    """case: -1 where it failed before any. text: the exception in a line."""

    case: int
    text: str


Frame = Problem | Read | Wrong | Result | Failed | None


def pack(frame: Frame) -> tuple[int, bytes]:
    """Kind and payload. None is the end."""
    match frame:
        case Problem(text):
            return PROBLEM, Writer().text(text[:MAX_WORDS]).done()
        case Read(puzzle, wrong):
            return PUZZLE, Writer().pack("I", wrong).data(puzzle.encode()).done()
        case Wrong(kind, line, before, after, source):
            words = Writer().pack("I", line).text(kind).text(before).text(after)
            return WRONG, words.data(source.encode()).done()
        case Result(case, function, values):
            head = Writer().pack(f"HBB{values.ndim}I", case, function, values.ndim, *values.shape)
            return RESULT, head.data(np.ascontiguousarray(values, "<f8").tobytes()).done()
        case Failed(case, text):
            return FAILED, Writer().pack("h", case).text(text[:MAX_WORDS]).done()
        case None:
            return END, b""


def unpack(kind: int, payload: bytes) -> Frame:
    """Raises ValueError where it is malformed."""
    reader = Reader(payload)
    frame: Frame
    if kind == PROBLEM:
        frame = Problem(reader.text()[:MAX_WORDS])
    elif kind == PUZZLE:
        count = _at_most(reader.number(), MAX_WRONG)
        frame = Read(_long_text(reader, MAX_PUZZLE), count)
    elif kind == WRONG:
        line = _at_most(reader.number(), MAX_SOURCE)
        words = [reader.text()[:MAX_WORDS] for _ in range(3)]
        frame = Wrong(words[0], line, words[1], words[2], _long_text(reader, MAX_SOURCE))
    elif kind == RESULT:
        case, function, rank = reader.unpack("HBB")
        _at_most(function, len(WORDS) - 1)
        shape = reader.unpack(f"{_at_most(rank, MAX_RANK)}I")
        frame = Result(case, function, _values(reader.data(), shape))
    elif kind == FAILED:
        frame = Failed(reader.number("h"), reader.text()[:MAX_WORDS])
    elif kind == END:
        frame = None
    else:
        raise ValueError("a frame of unknown kind")
    reader.end()
    return frame


def _values(data: bytes, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """Counted in Python's integers: a product of four sides of 2^32 must not come round to a small one."""
    count = 1
    for side in shape:
        count *= side
    if len(data) != 8 * count:
        raise ValueError("a frame holds another number of elements than its shape")
    return np.frombuffer(data, "<f8").reshape(shape)


def _at_most(number: int, most: int) -> int:
    if number > most:
        raise ValueError("a frame holds too large a number")
    return number


def _long_text(reader: Reader, most: int) -> str:
    data = reader.data()
    if len(data) > most:
        raise ValueError("a frame holds too long a text")
    return data.decode()  # UnicodeDecodeError is a ValueError
