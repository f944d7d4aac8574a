"""Text that people type about classes and one another: no control characters, one space between words."""

import unicodedata
from typing import Final

from pydantic_core import PydanticCustomError

# They join letters in Persian, Hindi and other scripts.
_JOINERS: Final = "\u200c\u200d"


def one_line(text: str) -> str:
    """Return the text in one line and in Unicode's composed form. Raises what pydantic takes for a wrong value."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if not all(each.isprintable() or each in _JOINERS for each in line):
        raise PydanticCustomError("control_characters", "cannot have control characters or invisible ones")
    if not any(unicodedata.category(each)[0] in "LN" for each in line):
        raise PydanticCustomError("no_letters", "needs at least one letter or digit")
    return line


def several_lines(text: str) -> str:
    """Return the text with line feeds alone between lines. Raises as `one_line`."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if not all(each.isprintable() or each in _JOINERS or each in "\n\t" for each in plain):
        raise PydanticCustomError("control_characters", "cannot have control characters or invisible ones")
    return plain
