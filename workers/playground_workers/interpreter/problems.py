"""Exceptions of a kernel in plain words, at the line and column of the student's own code."""

import os
import traceback
from dataclasses import dataclass
from types import TracebackType
from typing import Final

from playground_workers.interpreter.errors import UnsupportedType
from playground_workers.interpreter.explanations import explain
from playground_workers.interpreter.language import triton
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
    if isinstance(error, UnsupportedType):
        return Trouble("compile_error", str(error), line, column)
    kind = "compile_error" if _raised_in_triton(error.__traceback__) else "runtime_error"
    text = _text(error)
    explanation = explain(text, _code(error.__traceback__, source))
    if explanation is not None:
        return Trouble("compile_error", explanation.message, line, column, explanation.hint)
    if isinstance(error, AssertionError) and kind == "runtime_error":
        return Trouble("runtime_error", f"An assertion failed: {text or 'no message'}.", line, column)
    return Trouble(kind, f"{type(error).__name__}: {text}" if text else type(error).__name__, line, column)


def _text(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:
        return ""
    return text[:2000]


def _raised_in_triton(step: TracebackType | None) -> bool:
    last = None
    while step is not None:
        last, step = step, step.tb_next
    return last is not None and last.tb_frame.f_code.co_filename.startswith(_TRITON)


def _place(step: TracebackType | None, source: str) -> tuple[int | None, int | None]:
    """Where the student's code was when the exception passed through it."""
    found = _innermost(step)
    if found is None:
        return None, None
    positions = list(found.tb_frame.f_code.co_positions())[found.tb_lasti // 2]
    line, column = found.tb_lineno, positions[2]
    return line, None if column is None else utf16_column(source, line, column)


def _innermost(step: TracebackType | None) -> TracebackType | None:
    """The last step of an exception's way that is in the student's code."""
    found = None
    while step is not None:
        if step.tb_frame.f_code.co_filename == SOURCE_FILE:
            found = step
        step = step.tb_next
    return found


def _code(step: TracebackType | None, source: str) -> str:
    """The student's expression that raised the exception, where it stands on one line."""
    found = _innermost(step)
    if found is None:
        return ""
    line, last, start, end = list(found.tb_frame.f_code.co_positions())[found.tb_lasti // 2]
    lines = source.split("\n")
    if line is None or line != last or not 1 <= line <= len(lines):
        return ""
    return lines[line - 1].encode()[start:end].decode(errors="replace")


def utf16_column(source: str, line: int, offset: int) -> int:
    """Column as editors count it, from 1, of a byte offset (UTF-8, from 0) in a line."""
    lines = source.split("\n")
    if not 1 <= line <= len(lines):
        return 1
    before = lines[line - 1].encode()[:offset].decode(errors="replace")
    return sum(2 if character > "\uffff" else 1 for character in before) + 1
