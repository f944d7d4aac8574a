"""One case judged: what the kernel stored against what was expected, in numbers and in a sentence."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from playground_puzzles.models import (
    Case,
    CaseVerdict,
    Difference,
    InvalidAccess,
    Mismatch,
    Outcome,
    Puzzle,
    Role,
)
from playground_workers.diagnosis import Diagnosis, Evidence, diagnose, explain_access
from playground_workers.hypotheses import Expect
from playground_workers.interpreter.memory import NO_TENSOR
from playground_workers.interpreter.protocol import NO_PROGRAM, CaseResult, Fault, Stored

Array = npt.NDArray[Any]

FIRST: Final = 10
"""Differences and invalid accesses that a verdict lists; counts cover all."""

NOBODY: Final = -1
"""In place of a program's number."""

DIFFERS: Final = 1
UNWRITTEN: Final = 2
"""Bits of an element's standing. An element that no program wrote differs too, whatever happens to lie there."""


@dataclass(frozen=True)
class Launch:
    """A case as it was sent: its grid, its tensors before the run, and what should come out (None: nothing to say)."""

    case: Case
    grid: list[int]
    seed: int
    arrays: list[Array]
    expected: Array | None
    bound: Array | None
    expect: Expect | None = None
    """The spec for other inputs, by which a wrong result is explained."""


@dataclass(frozen=True)
class Returned:
    """A tensor after the run. program and line: who stored each element last, -1 for nobody; of the tensor's shape."""

    values: Array
    program: Array
    line: Array


@dataclass(frozen=True)
class Output:
    """An output after the run, and each of its elements' standing: DIFFERS and UNWRITTEN, or 0."""

    returned: Returned
    standing: npt.NDArray[np.uint8]


def judge_case(
    puzzle: Puzzle, launch: Launch, result: CaseResult, *, names_programs: bool = True
) -> tuple[CaseVerdict, dict[str, Output]]:
    """The verdict of one case, and the outputs as the kernel left them. ValueError for a malformed result.

    names_programs: the result says which program stored an element, and not only that one did.
    """
    returned = {stored.tensor: _unpack(launch, stored) for stored in result.stored}
    invalid = _invalid_accesses(puzzle, launch, result.faults)
    mismatch, reason, advice = None, None, None
    outputs: dict[str, Output] = {}
    diagnosis: Diagnosis | None = None
    for index, tensor in enumerate(puzzle.tensors):
        after = returned.get(index)
        if tensor.role is Role.input:
            if after is not None and not names_programs:
                after = replace(after, program=np.full_like(after.program, NOBODY))
            if after is not None and reason is None:
                reason = _input_changed(tensor.name, launch, launch.arrays[index], after)
            continue
        if after is None:
            raise ValueError("an output is missing")
        unwritten = after.program < 0 if tensor.init == "poison" else np.zeros(after.program.shape, bool)
        if not names_programs:
            after = replace(after, program=np.full_like(after.program, NOBODY))
        differs = np.zeros(after.program.shape, bool)
        if mismatch is None:
            mismatch, evidence = _mismatch(puzzle, tensor.name, launch, after, unwritten)
            if evidence is not None:
                differs = evidence.bad
                if not invalid and reason is None:
                    diagnosis = diagnose(evidence)
        outputs[tensor.name] = Output(
            after, DIFFERS * differs.astype(np.uint8) | UNWRITTEN * unwritten.astype(np.uint8)
        )
    repeated = next((race for race in result.races if race.kind == "repeated"), None)
    if invalid:
        outcome, reason = Outcome.invalid_access, _invalid_sentence(invalid[0])
        advice = explain_access(puzzle, launch.case.sizes, launch.case.blocks, launch.grid, invalid[0])
    elif reason is not None:
        outcome = Outcome.wrong_answer
    elif mismatch is not None:
        outcome, reason = Outcome.wrong_answer, _mismatch_sentence(mismatch)
        if diagnosis is not None:
            reason, advice = f"{reason} {diagnosis.sentence}", diagnosis.advice
    elif repeated is not None and repeated.tensor < len(puzzle.tensors):
        outcome = Outcome.wrong_answer
        name = puzzle.tensors[repeated.tensor].name
        reason = f"The values are right, but each of the {math.prod(launch.grid)} programs stores all of {name}."
        advice = "Share the work out: let a program store the block that its tl.program_id stands for, and no other."
    else:
        outcome = Outcome.passed
    verdict = case_verdict(launch, outcome, reason).model_copy(
        update={"advice": advice, "mismatch": mismatch, "invalid_accesses": invalid[:FIRST]}
    )
    return verdict, outputs


def look_at_case(puzzle: Puzzle, launch: Launch, result: CaseResult) -> tuple[CaseVerdict, dict[str, Output]]:
    """The verdict of a case of which nothing is expected, and every tensor as the kernel left it.

    An input may be changed. ValueError for a malformed result.
    """
    returned = {stored.tensor: _unpack(launch, stored) for stored in result.stored}
    tensors: dict[str, Output] = {}
    for index, tensor in enumerate(puzzle.tensors):
        before = launch.arrays[index]
        nobody = np.full(before.shape, -1, np.int32)
        tensors[tensor.name] = Output(
            returned.get(index, Returned(before, nobody, nobody)), np.zeros(before.shape, np.uint8)
        )
    invalid = _invalid_accesses(puzzle, launch, result.faults)
    if not invalid:
        return case_verdict(launch, Outcome.ran, None), tensors
    verdict = case_verdict(launch, Outcome.invalid_access, _invalid_sentence(invalid[0]))
    return verdict.model_copy(update={"invalid_accesses": invalid[:FIRST]}), tensors


def case_verdict(launch: Launch, outcome: Outcome, reason: str | None) -> CaseVerdict:
    """What is told of a case, with nothing compared yet."""
    return CaseVerdict(
        name=launch.case.name,
        title=launch.case.title,
        sizes=launch.case.sizes,
        blocks=launch.case.blocks,
        grid=launch.grid,
        seed=launch.seed,
        outcome=outcome,
        reason=reason,
    )


def program_id(linear: int, grid: Sequence[int]) -> list[int]:
    """Axes of a linear program id (last axis fastest, as the launch counts them)."""
    axes = []
    for extent in reversed(grid):
        linear, axis = divmod(linear, extent)
        axes.append(axis)
    return axes[::-1]


def x_fastest(programs: Array, grid: Sequence[int]) -> Array:
    """Linear program ids as the page counts them, x + gx * (y + gy * z); negative ones stay as they are."""
    axes = np.unravel_index(np.maximum(programs, 0), grid)
    return np.where(programs < 0, programs, np.ravel_multi_index(axes, tuple(grid), order="F"))


def element_index(offset: int, shape: Sequence[int]) -> list[int]:
    """Index of an element offset; outside the tensor the outermost axis leaves its range, the others do not."""
    axes = []
    for extent in reversed(shape[1:]):
        offset, axis = divmod(offset, max(extent, 1))
        axes.append(axis)
    return [offset, *axes[::-1]]


def _unpack(launch: Launch, stored: Stored) -> Returned:
    if stored.tensor >= len(launch.arrays):
        raise ValueError("a result names a tensor that there is none of")
    like = launch.arrays[stored.tensor]
    if len(stored.data) != like.nbytes or len(stored.program) != 4 * like.size or len(stored.line) != 4 * like.size:
        raise ValueError("a result has the wrong size")
    program = np.frombuffer(stored.program, np.int32)
    if program.size and program.max() >= math.prod(launch.grid):
        raise ValueError("a result names a program that there is none of")
    return Returned(
        np.frombuffer(stored.data, like.dtype).reshape(like.shape),
        program.reshape(like.shape),
        np.frombuffer(stored.line, np.int32).reshape(like.shape),
    )


def _mismatch(
    puzzle: Puzzle, name: str, launch: Launch, after: Returned, unwritten: Array
) -> tuple[Mismatch | None, Evidence | None]:
    if launch.expected is None or launch.bound is None:
        return None, None
    expected, actual = launch.expected, after.values.astype(np.float64)
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        error = np.abs(actual - expected)
        same = (error <= launch.bound) | (actual == expected) | (np.isnan(actual) & np.isnan(expected))
        bad = ~same | unwritten
        if not bad.any():
            return None, None
        finite = bad & np.isfinite(error)
        relative = error[finite] / np.abs(expected[finite])
    places = np.argwhere(bad)[:FIRST]
    evidence = Evidence(
        puzzle=puzzle,
        tensor=name,
        sizes=launch.case.sizes,
        blocks=launch.case.blocks,
        grid=launch.grid,
        arrays=launch.arrays,
        expected=expected,
        bound=launch.bound,
        actual=actual,
        bad=bad,
        unwritten=unwritten,
        program=after.program,
        expect=launch.expect,
    )
    mismatch = Mismatch(
        tensor=name,
        count=int(bad.sum()),
        total=bad.size,
        max_abs_error=_largest(error[finite]),
        max_rel_error=_largest(relative[np.isfinite(relative)]),
        never_written=int(unwritten.sum()),
        first=[_difference(launch, after, expected, actual, tuple(int(i) for i in place)) for place in places],
    )
    return mismatch, evidence


def _largest(values: Array) -> float:
    return float(values.max()) if values.size else 0.0


def _difference(launch: Launch, after: Returned, expected: Array, actual: Array, at: tuple[int, ...]) -> Difference:
    program, line = int(after.program[at]), int(after.line[at])
    return Difference(
        index=list(at),
        expected=float(expected[at]),
        actual=float(actual[at]),
        program=program_id(program, launch.grid) if program >= 0 else None,
        line=line if line > 0 else None,
    )


def _invalid_accesses(puzzle: Puzzle, launch: Launch, faults: Sequence[Fault]) -> list[InvalidAccess]:
    found = []
    for fault in sorted(faults, key=lambda f: (f.program, f.line)):
        known = fault.tensor < len(puzzle.tensors)
        if not known and fault.tensor != NO_TENSOR:
            raise ValueError("a result names a tensor that there is none of")
        shape = launch.arrays[fault.tensor].shape if known else (1,)
        found.append(
            InvalidAccess(
                op=fault.operation,
                tensor=puzzle.tensors[fault.tensor].name if known else "",
                program=[] if fault.program == NO_PROGRAM else program_id(fault.program, launch.grid),
                line=fault.line if fault.line > 0 else None,
                lanes=fault.lanes,
                first_index=element_index(fault.first, shape),
            )
        )
    return found


def _input_changed(name: str, launch: Launch, before: Array, after: Returned) -> str | None:
    changed = np.argwhere(
        before.view(np.uint8).reshape(-1, before.itemsize) != after.values.view(np.uint8).reshape(-1, before.itemsize)
    )
    if not changed.size:
        return None
    at = np.unravel_index(int(changed[0][0]), before.shape)
    who = int(after.program[at])
    where = f", first by program {show_program(program_id(who, launch.grid))} at line {int(after.line[at])}"
    return f"Your kernel changes its input {name}{where if who >= 0 else ''}. Inputs are to be read only."


def show_program(program: Sequence[int]) -> str:
    """`6`, or `(2, 1)` where the grid has several axes."""
    return str(program[0]) if len(program) == 1 else "(" + ", ".join(map(str, program)) + ")"


def show_element(tensor: str, index: Sequence[int]) -> str:
    return f"{tensor}[{', '.join(map(str, index))}]"


def _invalid_sentence(access: InvalidAccess) -> str:
    verb = {"load": "loads", "store": "stores", "atomic": "updates"}[access.op]
    lanes = f"{access.lanes:,} lane{'s' if access.lanes > 1 else ''}"
    at = f" at line {access.line}" if access.line else ""
    program = f"Program {show_program(access.program)} {verb}" if access.program else f"Your kernel {verb}"
    if not access.tensor:
        return f"{program} through an address that belongs to no tensor{at} ({lanes})."
    side = "before the start" if access.first_index[0] < 0 else "past the end"
    first = show_element(access.tensor, access.first_index)
    return f"{program} {lanes} {side} of {access.tensor}{at}, the first at {first}."


def _mismatch_sentence(mismatch: Mismatch) -> str:
    if mismatch.never_written == mismatch.count:
        what = "were never written" if mismatch.count > 1 else "was never written"
    else:
        what = "differ" if mismatch.count > 1 else "differs"
    return f"{mismatch.count:,} of {mismatch.total:,} elements of {mismatch.tensor} {what}."
