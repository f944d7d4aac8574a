"""Where the files of a puzzle are read from: a folder on disk, or texts in memory."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from playground_puzzles.errors import PuzzleError


class Texts(Protocol):
    """The files of one puzzle, by name."""

    def text(self, file: str) -> str | None:
        """The whole file; None where there is none. Raises PuzzleError."""

    def where(self, file: str) -> str:
        """What a message calls the file."""


@dataclass(frozen=True)
class OnDisk:
    """A folder of the file system."""

    path: Path

    def text(self, file: str) -> str | None:
        try:
            return (self.path / file).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise PuzzleError(f"{self.where(file)}: cannot be read as UTF-8 text: {error}") from None

    def where(self, file: str) -> str:
        return f"{self.path.name}/{file}"


@dataclass(frozen=True)
class InMemory:
    """Files that were written in a browser. No message names a folder, since there is none."""

    files: Mapping[str, str]

    def text(self, file: str) -> str | None:
        return self.files.get(file)

    def where(self, file: str) -> str:
        return file
