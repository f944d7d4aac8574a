"""Exceptions of a kernel in plain words, at the line and column of the student's own code."""

import os
import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Final

import triton

from playground_workers.interpreter.memory import SOURCE_FILE

_TRITON: Final = os.path.dirname(triton.__file__)


@dataclass(frozen=True)
class Trouble:
    """kind: a verdict word. column: counted from 1 in UTF-16 units."""

    kind: str
    message: str
    line: int | None = None
    column: int | None = None
    hint: str | None = None


def describe(error: BaseException, source: str) -> Trouble:
    """What to tell the student about an exception that left the kernel.

    A mistake that Triton's own language layer found is a `compile_error`: on a GPU the kernel would not compile.
    Everything else is a `runtime_error`, and running out of memory a `memory_limit`.
    """
    if isinstance(error, MemoryError):
        traceback.clear_frames(error.__traceback__)  # what filled the memory hangs on the frames
    line, column = _place(error.__traceback__, source)
    if isinstance(error, ImportError):
        return Trouble("internal_error", f"A module is missing inside the sandbox: {_text(error)}")
    if isinstance(error, MemoryError):
        return Trouble("memory_limit", "The kernel used more memory than a submission may.", line, column)
    if isinstance(error, RecursionError):
        return Trouble("runtime_error", "The functions call each other without end.", line, column)
    kind = "compile_error" if _raised_in_triton(error.__traceback__) else "runtime_error"
    text = _text(error)
    for pattern, message, hint in _RULES:
        if match := pattern.search(text):
            return Trouble("compile_error", message(match), line, column, hint)
    if isinstance(error, AssertionError) and kind == "runtime_error":
        return Trouble("runtime_error", f"An assertion failed: {text or 'no message'}.", line, column)
    return Trouble(kind, f"{type(error).__name__}: {text}" if text else type(error).__name__, line, column)


def _text(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:
        return ""
    return text[:2000]


Rule = tuple[re.Pattern[str], Callable[[re.Match[str]], str], str | None]


def _rule(pattern: str, message: str | Callable[[re.Match[str]], str], hint: str | None = None) -> Rule:
    return (
        re.compile(pattern, re.DOTALL),
        (lambda match: message) if isinstance(message, str) else message,
        hint,
    )


_RULES: Final[tuple[Rule, ...]] = (
    _rule(
        r"arange's range must be a power of 2",
        "The range of tl.arange must be a power of two (1, 2, 4, 8 ...).",
        "Take the next power of two and mask off the lanes that are too many: "
        "`offs = tl.arange(0, B0)` and `mask = offs < N0`.",
    ),
    _rule(
        r"arange's arguments must be of type tl\.constexpr",
        "The limits of tl.arange must be known at compile time.",
        "Mark the block size as a constant in the signature: `B0: tl.constexpr`.",
    ),
    _rule(
        r"arange's end argument must be greater than the start argument",
        "The end of tl.arange must be greater than its start.",
    ),
    _rule(
        r"Cannot make_shape_compatible: incompatible dimensions at index (\d+): (\S+) and (\S+)",
        lambda m: f"These two blocks do not fit together: axis {m[1]} has {m[2]} lanes in one and {m[3]} in the other.",
        "Give one of them a new axis with `[:, None]` or `[None, :]` so that they broadcast.",
    ),
    _rule(
        r"Unsupported ptr type (.+?) in `tl\.(load|store)`",
        lambda m: f"tl.{m[2]} needs a pointer first, and got {m[1].strip('<>')}.",
        "Add offsets to one of the kernel's pointers: `x_ptr + offs`.",
    ),
    _rule(
        r"Shape element \d+ must be a power of 2",
        "Every side of a block must be a power of two (1, 2, 4, 8 ...).",
    ),
)


def _raised_in_triton(step: TracebackType | None) -> bool:
    last = None
    while step is not None:
        last, step = step, step.tb_next
    return last is not None and last.tb_frame.f_code.co_filename.startswith(_TRITON)


def _place(step: TracebackType | None, source: str) -> tuple[int | None, int | None]:
    """Where the student's code was when the exception passed through it."""
    found = None
    while step is not None:
        if step.tb_frame.f_code.co_filename == SOURCE_FILE:
            found = step
        step = step.tb_next
    if found is None:
        return None, None
    positions = list(found.tb_frame.f_code.co_positions())[found.tb_lasti // 2]
    line, column = found.tb_lineno, positions[2]
    return line, None if column is None else utf16_column(source, line, column)


def utf16_column(source: str, line: int, offset: int) -> int:
    """Column as editors count it, from 1, of a byte offset (UTF-8, from 0) in a line."""
    lines = source.split("\n")
    if not 1 <= line <= len(lines):
        return 1
    before = lines[line - 1].encode()[:offset].decode(errors="replace")
    return sum(2 if character > "\uffff" else 1 for character in before) + 1
