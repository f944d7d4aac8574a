"""One line of `triton-playground doctor`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """name: what was looked at; detail: what was found; help: what to do about it, where it is not ok."""

    name: str
    ok: bool
    detail: str
    help: str | None = None
