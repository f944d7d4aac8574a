"""A student's source as text: what editors send is made one form, and what cannot be a program is refused."""

from typing import Final

from playground_puzzles.errors import SourceError

MAX_SOURCE_BYTES: Final = 64 * 1024


def normalise(text: str) -> str:
    """Return the source with LF line ends and without a byte-order mark.

    Raises SourceError where it is empty, over MAX_SOURCE_BYTES in UTF-8, or holds NUL or a lone surrogate.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise SourceError("empty_source", "The source is empty. Write a kernel first.")
    if (at := text.find("\0")) >= 0:
        raise SourceError("bad_character", f"Line {text.count(chr(10), 0, at) + 1} holds a NUL character. Delete it.")
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise SourceError("bad_character", f"Line {line} holds half of a surrogate pair. Delete it.") from None
    if size > MAX_SOURCE_BYTES:
        raise SourceError(
            "source_too_large",
            f"The source is {size:,} bytes long; at most {MAX_SOURCE_BYTES:,} are taken.",
        )
    return text
