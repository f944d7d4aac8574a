"""A verdict: each case with what is wrong in it, prints, warnings and times."""

from typing import Literal

from playground_puzzles.models.words import Device, Model, Number, Outcome


class Difference(Model):
    """One element that differs. program and line: who stored it last; null where nobody did, or on a GPU."""

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
    """Lanes of one program at one line that left their tensor. first_index may lie outside the shape.

    program: empty where nobody knows: a GPU tells that something was stored, and not by whom.
    """

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
