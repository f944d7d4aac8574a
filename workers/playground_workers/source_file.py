"""A student's file as a command reads it."""

import sys
from pathlib import Path

from playground_puzzles.errors import PlaygroundError


def read_source(file: Path) -> str:
    """Its text; `-` is standard input. Raises PlaygroundError where it cannot be read, or is no UTF-8."""
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise PlaygroundError(f"{file} cannot be read: {error.strerror}.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise PlaygroundError(f"{file} is no UTF-8 text (line {line}).") from None
