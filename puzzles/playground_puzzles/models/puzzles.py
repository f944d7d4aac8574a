"""A puzzle: its tensors, sizes, cases, statement and hints."""

from typing import Annotated, Literal

from pydantic import Field

from playground_puzzles.models.words import DType, Kind, Model, Role


class Fill(Model):
    """How an input tensor is drawn, anew for each run.

    kind: `normal` (mean, std), `uniform` (low, high), `integers` (low to high, both included), `bits` (each bit fair:
    full-range packed integers), `ones`, `arange` (0, 1, 2 ... times `step`, in memory order).
    zeros: the share of elements that are then set to exactly 0, between 0 and 1.
    """

    kind: Literal["normal", "uniform", "integers", "bits", "ones", "arange"] = "normal"
    mean: float = 0.0
    std: float = 1.0
    low: float = 0.0
    high: float = 1.0
    step: float = 1.0
    zeros: Annotated[float, Field(ge=0, le=1)] = 0.0


class Tensor(Model):
    """One tensor argument, in the order of the kernel's parameters.

    shape: expressions over the sizes, such as `N0` or `MID // 8`.
    init: what an output holds before the run: `poison` (NaN, or the bits 0xA5 in integers), `zeros` or `ones`.
    """

    name: str
    parameter: str
    dtype: DType = "float32"
    shape: tuple[str, ...]
    role: Role
    fill: Fill = Fill()
    init: Literal["poison", "zeros", "ones"] = "poison"
    meaning: str


class Parameter(Model):
    """A size or a block of the kernel: an integer passed by keyword. meaning: one line for the table on the page.

    optional: a kernel may leave the parameter out of its signature.
    """

    name: str
    meaning: str
    optional: bool = False


class LeastMemory(Model):
    """The fewest element loads and stores that do, as expressions over sizes and blocks, for the whole grid.

    Each program must load every element that it needs once, and store its part of the output once.
    """

    loads: str
    stores: str


class Case(Model):
    """Sizes, blocks and inputs of one launch. name: a slug, unique in its puzzle; title: what the case tab shows."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
    title: str
    sizes: dict[str, Annotated[int, Field(ge=1, le=2**31)]] = {}
    blocks: dict[str, Annotated[int, Field(ge=1, le=2**20)]] = {}
    fills: dict[str, Fill] = {}


class Question(Model):
    """What a lesson asks before it runs. answer: the place of the right choice, counted from 0.

    question, choices and explanation are Markdown with TeX between dollar signs.
    """

    question: str
    choices: Annotated[tuple[str, ...], Field(min_length=2, max_length=5)]
    answer: Annotated[int, Field(ge=0)]
    explanation: str


class Solution(Model):
    """The reference solution, for who has solved the puzzle or given up. explanation: Markdown with TeX, or null."""

    puzzle: str
    source: str
    explanation: str | None


class PuzzleSummary(Model):
    """What the list of puzzles shows. track: the group that a list shows it under."""

    slug: Annotated[str, Field(pattern=r"^(?:[a-z]|[0-9]+[a-z-])[a-z0-9-]*$")]
    number: Annotated[int, Field(ge=1)] | None
    kind: Kind
    track: str
    title: str
    summary: str
    kernel: str


class Puzzle(PuzzleSummary):
    """A puzzle as a visitor may see it: all but its spec, its reference solution and the explanation of that.

    grid: expressions over sizes and blocks, one for each axis, such as `cdiv(N0, B0)`.
    statement and hints: Markdown with TeX between dollar signs.
    expected_output: what a demo prints, compared with white space folded; null for puzzles.
    questions: what a demo asks before it runs.
    further: a challenge beyond the puzzle, shown after a pass; one or two sentences of Markdown.
    cpu_limit_s: the processor time that a submission may take, all cases together.
    memory: the fewest accesses that do, for the memory score; null where the puzzle states none.
    """

    tensors: tuple[Tensor, ...]
    sizes: tuple[Parameter, ...] = ()
    blocks: tuple[Parameter, ...] = ()
    grid: tuple[str, ...]
    cases: tuple[Case, ...]
    statement: str
    starter: str
    hints: tuple[str, ...] = ()
    expected_output: str | None = None
    memory: LeastMemory | None = None
    questions: tuple[Question, ...] = ()
    further: str | None = None
    cpu_limit_s: Annotated[int, Field(ge=1, le=60)] = 5
