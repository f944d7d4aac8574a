"""What reading a source gives: the kernel prepared, or the problem in plain words."""

import ast
import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Parameter:
    """A parameter of the kernel. line and column: where its name stands, as in SourceProblem."""

    name: str
    constexpr: bool
    has_default: bool
    line: int
    column: int


@dataclass(frozen=True)
class SourceWarning:
    """Something that runs here and would not on a GPU."""

    code: str
    message: str
    line: int


@dataclass(frozen=True)
class Prepared:
    """A source that may be run.

    tree: what is run, in source order with the source's own lines: aliases of tl and triton, constants as plain
    numbers, @triton.jit functions. It needs the names `tl` and `triton`, and the builtins that `names` allows.
    text: the whole source, for linecache. functions: the jit functions in `tree`, in source order.
    notes: what was set aside, for people.
    """

    tree: ast.Module
    text: str
    kernel: str
    parameters: tuple[Parameter, ...]
    functions: tuple[str, ...]
    notes: tuple[str, ...] = ()
    warnings: tuple[SourceWarning, ...] = ()


class SourceProblem(Exception):
    """The source cannot be run.

    kind: `compile_error` or `rejected`, verdict words. line: from 1; column: from 1, in UTF-16 units; both None where
    the problem has no place. hint: what to write instead.
    """

    def __init__(
        self, kind: str, message: str, line: int | None = None, column: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.line = line
        self.column = column
        self.hint = hint


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like `name`, or None where none is close. Ties go by the alphabet."""
    candidates = sorted(item for item in known if len(item) <= 80)[:500]
    found = difflib.get_close_matches(name[:80], candidates, n=1, cutoff=0.6)
    return found[0] if found else None
