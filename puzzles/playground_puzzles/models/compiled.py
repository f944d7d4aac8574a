"""A kernel compiled with no GPU: whether it can be, into what, and what that means."""

from enum import StrEnum
from typing import Literal

from playground_puzzles.models.launches import Launch
from playground_puzzles.models.own import OwnPuzzle
from playground_puzzles.models.verdicts import Problem
from playground_puzzles.models.words import Model


class Target(StrEnum):
    """What kernels are compiled for: NVIDIA's A100, H100 and H200, B200, and AMD's MI300."""

    sm_80 = "sm_80"
    sm_90 = "sm_90"
    sm_100 = "sm_100"
    gfx942 = "gfx942"


Form = Literal["ttir", "ttgir", "llir", "ptx", "amdgcn", "sass"]


class CompileJob(Model):
    """What a worker is told. id: the submission. case: whose sizes and blocks; null for the first.

    own: the puzzle itself, where it is a teacher's own.
    """

    id: str
    puzzle: str
    source: str
    launch: Launch | None = None
    own: OwnPuzzle | None = None
    case: str | None = None
    target: Target = Target.sm_90


class Listing(Model):
    """One form of the kernel. lines: for each line of text the source's line that it came from, 0 where none.

    cut: the text goes on beyond what is kept.
    """

    form: Form
    text: str
    lines: list[int]
    cut: bool = False


class MemoryInstruction(Model):
    """Instructions of one kind that came from one line. bits: moved by a thread at once; count: instructions."""

    op: Literal["load", "store", "atomic"]
    line: int
    bits: int
    count: int


class Lesson(Model):
    """One number about the compiled kernel and what it means. level: caution where it may cost speed."""

    name: str
    value: str
    level: Literal["good", "caution", "plain"]
    text: str


class Compiled(Model):
    """compiles: null where that could not be found out, with error saying why.

    forms: as far as the compiler came, in its order; sass only where the disassembler is there. took_ms: the compiler's
    own time when it last ran. numbers: sizes, blocks or constants that it was compiled for.
    """

    target: Target
    case: str
    numbers: dict[str, bool | int | float] = {}
    compiles: bool | None
    error: Problem | None = None
    triton_version: str
    took_ms: float = 0.0
    forms: list[Listing] = []
    memory: list[MemoryInstruction] = []
    lessons: list[Lesson] = []


class CompileChecked(Model):
    """Event after the verdict: whether the kernel compiles. cached: it was known from an earlier compilation."""

    type: Literal["compile"] = "compile"
    target: Target
    case: str
    compiles: bool | None
    error: Problem | None
    cached: bool


class CompileCheck(Model):
    """Where a compilation is. waiting: ask again in a moment; unavailable: reason says why there will be none.

    cached: the result was known from an earlier compilation of the same source, numbers and target.
    """

    status: Literal["done", "waiting", "unavailable"]
    target: Target
    case: str
    reason: str | None = None
    cached: bool = False
    result: Compiled | None = None
