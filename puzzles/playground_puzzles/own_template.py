"""The puzzle that a teacher begins with: small, right, and with too few cases, so that the first check has advice."""

from pathlib import Path
from typing import Final

from playground_puzzles.own import FILES

_FOLDER: Final = Path(__file__).with_name("templates") / "own"


def template() -> dict[str, str]:
    """Its files, by name."""
    return {name: (_FOLDER / name).read_text(encoding="utf-8") for name in FILES}
