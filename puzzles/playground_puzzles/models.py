"""The vocabulary that crosses a process border: puzzles, submissions, verdicts, events and jobs.

Everything here is a frozen pydantic model; the API's schema and the front end's TypeScript types are generated from
it. Lines and columns count from 1, columns in UTF-16 units as editors count them. Indices, programs and shapes are
lists of integers, outermost axis first for tensors, axis 0 first for programs.
"""

import math
from enum import StrEnum
from typing import Annotated, Final, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationInfo,
    field_validator,
    model_validator,
)

from playground_puzzles import launch_rules


class Model(BaseModel):
    """Frozen, and strict about unknown fields, so that a typing mistake in a file is told rather than ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings")


def _number_or_word(value: float) -> float | str:
    return value if math.isfinite(value) else str(value)


Number = Annotated[float, PlainSerializer(_number_or_word, when_used="json")]
"""A float that JSON can carry: NaN and the infinities travel as the strings "nan", "inf" and "-inf"."""


# ---- words ----------------------------------------------------------------------------------------------------------


class Outcome(StrEnum):
    """The verdict words. `internal_error` is ours, never the student's, and never counted."""

    passed = "passed"
    wrong_answer = "wrong_answer"
    invalid_access = "invalid_access"
    compile_error = "compile_error"
    rejected = "rejected"
    runtime_error = "runtime_error"
    time_limit = "time_limit"
    memory_limit = "memory_limit"
    output_limit = "output_limit"
    crashed = "crashed"
    cancelled = "cancelled"
    internal_error = "internal_error"
    ran = "ran"


class Device(StrEnum):
    interpreter = "interpreter"
    gpu = "gpu"


class Status(StrEnum):
    queued = "queued"
    running = "running"
    done = "done"


class Role(StrEnum):
    """What a kernel does with a tensor. Inputs must come back unchanged."""

    input = "input"
    output = "output"


class Kind(StrEnum):
    puzzle = "puzzle"
    demo = "demo"


DType = Literal["float32", "float16", "int32", "int8", "uint8", "int64"]

# ---- puzzles --------------------------------------------------------------------------------------------------------


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
    sizes: dict[str, Annotated[int, Field(ge=1)]] = {}
    blocks: dict[str, Annotated[int, Field(ge=1)]] = {}
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


# ---- verdicts -------------------------------------------------------------------------------------------------------


class Difference(Model):
    """One element that differs. program and line: who stored it last; null where nobody did."""

    index: list[int]
    expected: Number
    actual: Number
    program: list[int] | None
    line: int | None


class Mismatch(Model):
    """What differs in one tensor. Errors are absolute, and relative to the expected value (finite pairs only)."""

    tensor: str
    count: int
    total: int
    max_abs_error: Number
    max_rel_error: Number
    never_written: int
    first: list[Difference]


class InvalidAccess(Model):
    """Lanes of one program at one line that left their tensor. first_index may lie outside the shape."""

    op: Literal["load", "store", "atomic"]
    tensor: str
    program: list[int]
    line: int | None
    lanes: int
    first_index: list[int]


class MemoryScore(Model):
    """Elements loaded and stored by active lanes inside their tensors, over all programs of a case.

    An atomic counts as a load and as a store. least_loaded and least_stored: the fewest that do; null where the puzzle
    states none.
    """

    loaded: int
    stored: int
    least_loaded: int | None
    least_stored: int | None


class CaseVerdict(Model):
    """reason: what is wrong, as a fact; advice: what to look at or to do, where the evidence says it.

    traced: its accesses are kept for an hour. memory: what they add up to; null without a trace, or with a cut one.
    """

    name: str
    title: str
    sizes: dict[str, int]
    blocks: dict[str, int]
    grid: list[int]
    seed: int
    outcome: Outcome
    reason: str | None = None
    advice: str | None = None
    mismatch: Mismatch | None = None
    invalid_accesses: list[InvalidAccess] = []
    traced: bool = False
    memory: MemoryScore | None = None


class OutputBlock(Model):
    """Text printed by one program of a case, in order. program: null for what no program printed."""

    case: str
    program: list[int] | None
    text: str


class Problem(Model):
    """What went wrong, in plain words, at the student's own line. kind: the verdict word, or a finer code of it."""

    kind: str
    message: str
    line: int | None = None
    column: int | None = None
    hint: str | None = None


class Warning(Model):
    code: str
    message: str
    line: int | None = None


class Timings(Model):
    """Milliseconds: waiting in the queue, judging in all, and inside the kernel's own runs."""

    queued: float = 0.0
    judged: float = 0.0
    run: float = 0.0


class Verdict(Model):
    """output_characters: all that was printed, also what `output` leaves out where output_truncated says so."""

    outcome: Outcome
    puzzle: str
    device: Device = Device.interpreter
    triton_version: str
    seed: int
    timings_ms: Timings = Timings()
    cases: list[CaseVerdict] = []
    output: list[OutputBlock] = []
    output_truncated: bool = False
    output_characters: int = 0
    error: Problem | None = None
    warnings: list[Warning] = []
    notes: list[str] = []


# ---- free runs ------------------------------------------------------------------------------------------------------

SANDBOX: Final = "sandbox"
"""What a free run has in place of a puzzle's slug; no puzzle may be called so."""

MAX_SEED = 2**32 - 1  # so that a seed is exact in every JSON reader
Seed = Annotated[int, Field(ge=0, le=MAX_SEED)]
Name = Annotated[str, AfterValidator(launch_rules.name)]
Side = Annotated[int, Field(ge=1, le=2**31)]
Constant = Annotated[bool | int | float, BeforeValidator(launch_rules.constant)]


class LaunchTensor(Model):
    """A tensor of a free run. name: the kernel's parameter that takes it. shape: one to three sides.

    fill: how it is drawn. init: given in place of a fill, it makes the tensor an output that holds this before the run,
    as in `Tensor`. With neither it is drawn as a plain `Fill` says.
    """

    name: Name
    dtype: DType = "float32"
    shape: Annotated[tuple[Side, ...], AfterValidator(launch_rules.shape)]
    fill: Fill | None = None
    init: Literal["poison", "zeros", "ones"] | None = None

    @field_validator("fill")
    @classmethod
    def _can_be_drawn(cls, fill: Fill | None, info: ValidationInfo) -> Fill | None:
        if fill is not None and {"dtype", "shape"} <= info.data.keys():
            launch_rules.fill(fill, info.data["dtype"], math.prod(info.data["shape"]))
        return fill

    @model_validator(mode="after")
    def _one_beginning(self) -> Self:
        if self.fill is not None and self.init is not None:
            launch_rules.wrong("has both a fill and an init; an input has a fill, an output an init")
        if self.fill is None and self.init is None:
            launch_rules.fill(Fill(), self.dtype, math.prod(self.shape))
        return self


class Launch(Model):
    """A launch of one's own: what a free run gives to a kernel.

    tensors and constants go to the kernel's parameters of their names. grid: programs on each axis. seed: that of an
    earlier run, for the same inputs.
    """

    kernel: Name
    tensors: tuple[LaunchTensor, ...] = ()
    grid: Annotated[tuple[Side, ...], AfterValidator(launch_rules.grid)]
    constants: Annotated[dict[Name, Constant], Field(max_length=launch_rules.MAX_CONSTANTS)] = {}
    seed: Seed | None = None

    @field_validator("tensors")
    @classmethod
    def _fit(cls, tensors: tuple[LaunchTensor, ...]) -> tuple[LaunchTensor, ...]:
        launch_rules.tensors([(each.dtype, each.shape) for each in tensors], also=[each.name for each in tensors])
        return tensors

    @field_validator("constants")
    @classmethod
    def _are_no_tensors(cls, constants: dict[str, bool | int | float], info: ValidationInfo) -> dict[str, Constant]:
        names = [each.name for each in info.data.get("tensors", ())]
        launch_rules.tensors([], also=[*names, *constants])
        return constants


# ---- submissions and jobs -------------------------------------------------------------------------------------------


class Job(Model):
    """What a worker is told. case: judge this case alone; seed: with these inputs; both make it a replay.

    launch: a free run, whose puzzle is `SANDBOX`.
    """

    id: str
    puzzle: str
    source: str
    device: Device = Device.interpreter
    case: str | None = None
    seed: Seed | None = None
    launch: Launch | None = None
    enqueued_at: float  # seconds since the epoch


class Submission(Model):
    id: str
    puzzle: str
    device: Device
    status: Status
    position: int | None
    verdict: Verdict | None


# ---- events ---------------------------------------------------------------------------------------------------------


class Queued(Model):
    type: Literal["queued"] = "queued"
    position: int | None


class Started(Model):
    """cases: the names of the cases to be judged, in order."""

    type: Literal["started"] = "started"
    cases: list[str]


class Output(Model):
    type: Literal["output"] = "output"
    case: str
    program: list[int] | None
    text: str


class Progress(Model):
    """One case is judged."""

    type: Literal["progress"] = "progress"
    case: str
    outcome: Outcome


class Judged(Model):
    type: Literal["verdict"] = "verdict"
    verdict: Verdict


Event = Annotated[Queued | Started | Output | Progress | Judged, Field(discriminator="type")]
