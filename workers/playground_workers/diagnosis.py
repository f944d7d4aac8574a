"""What went wrong in a case, told from the evidence: expected and stored values, who stored them, sizes and blocks.

Each rule is a hypothesis that must explain every element of the output, within the case's own bound, before it
speaks; where none does, nothing is said. What a rule tells is a fact about the numbers; what may have caused it is
put as a question, in the advice.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from playground_puzzles.models import CaseVerdict, InvalidAccess, Outcome, Puzzle, Role
from playground_workers import hypotheses
from playground_workers.hypotheses import Expect

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Evidence:
    """One output tensor of one case. expected, bound and actual are float64 of its shape; program is who stored each
    element last, -1 for nobody; bad and unwritten are boolean. expect works the spec out for other inputs."""

    puzzle: Puzzle
    tensor: str
    sizes: Mapping[str, int]
    blocks: Mapping[str, int]
    grid: Sequence[int]
    arrays: Sequence[Array]
    expected: Array
    bound: Array
    actual: Array
    bad: Array
    unwritten: Array
    program: Array
    expect: Expect | None = None

    def near(self, actual: Array, wanted: Array, bound: Array | float = 0.0) -> Array:
        """Where two arrays agree as well as a right kernel would: within the bound, or 1e-6 of the value."""
        with np.errstate(invalid="ignore", over="ignore"):
            return np.asarray(np.abs(actual - wanted) <= np.maximum(bound, 1e-6 * np.abs(wanted)))

    def tiles(self) -> list[tuple[str, str]]:
        """Size and block of each axis of the output, outermost first; ("", "") where the grid does not cut it."""
        pairs = dict(re.findall(r"cdiv\((\w+), (\w+)\)", " ".join(self.puzzle.grid)))
        shape = next(tensor.shape for tensor in self.puzzle.tensors if tensor.name == self.tensor)
        return [(side, pairs[side]) if side in pairs else ("", "") for side in shape]


@dataclass(frozen=True)
class Diagnosis:
    """sentence: what the numbers show; advice: what to look at, or to do."""

    sentence: str
    advice: str | None = None


Rule = Callable[[Evidence], Diagnosis | None]


def diagnose(evidence: Evidence) -> Diagnosis | None:
    """The first rule that explains the whole output, or None."""
    if not evidence.bad.any():
        return None
    with np.errstate(all="ignore"):
        return next((found for rule in _RULES if (found := rule(evidence)) is not None), None)


def explain_access(
    puzzle: Puzzle, sizes: Mapping[str, int], blocks: Mapping[str, int], grid: Sequence[int], access: InvalidAccess
) -> str | None:
    """Advice for lanes that left a tensor: told where they are exactly those that hang over the end of a vector."""
    tensor = next((item for item in puzzle.tensors if item.name == access.tensor), None)
    if tensor is None or len(tensor.shape) != 1 or not access.program:
        return None
    size = tensor.shape[0]
    for axis, extent in enumerate(puzzle.grid):
        match = re.fullmatch(r"cdiv\((\w+), (\w+)\)", extent)
        if match is None or match[1] != size:
            continue
        length, block = sizes[size], blocks[match[2]]
        over = grid[axis] * block - length
        if over and access.program[axis] == grid[axis] - 1 and access.first_index == [length] and access.lanes == over:
            return (
                f"{size} = {length} is no multiple of {match[2]} = {block}, so the last block hangs over the end by "
                f"{over}. Mask these lanes off: `mask=offs < {size}`, with your own name for the offsets."
            )
    return None


def across_cases(cases: Sequence[CaseVerdict]) -> str | None:
    """Advice from all cases together: told where the first case passes and every other one does not."""
    if len(cases) < 3 or cases[0].outcome is not Outcome.passed:
        return None
    if any(case.outcome not in (Outcome.wrong_answer, Outcome.invalid_access) for case in cases[1:]):
        return None
    return (
        "Only the first case passes. Are its sizes or blocks written into the kernel as numbers, or is one size used "
        "in place of another that is equal there?"
    )


# ---- rules, the more special ones first -----------------------------------------------------------------------------


def _nothing_stored(e: Evidence) -> Diagnosis | None:
    if not e.unwritten.all():
        return None
    return Diagnosis(
        "Nothing was stored to it.", f"Is there a tl.store to {_pointer(e)}, and does its mask let any lane through?"
    )


def _rows_apart(e: Evidence) -> Diagnosis | None:
    """Rows of a table were stored at another distance than the length of a row."""
    if e.expected.ndim != 2 or min(e.expected.shape) < 2:
        return None
    rows, columns = e.expected.shape
    side = next(tensor.shape[-1] for tensor in e.puzzle.tensors if tensor.name == e.tensor)
    flat, bound = e.actual.reshape(-1), e.bound.reshape(-1)
    written = ~e.unwritten.reshape(-1)
    for name, stride in {**e.blocks, **e.sizes}.items():
        if stride == columns or stride < 1:
            continue
        explained, reached = np.zeros(flat.size, bool), np.zeros(flat.size, bool)
        for row in range(rows):
            start = row * stride
            stop = min(start + columns, flat.size)
            if start >= stop:
                break
            reached[start:stop] = True
            explained[start:stop] |= e.near(flat[start:stop], e.expected[row, : stop - start], bound[start:stop])
        if (reached == written).all() and (explained == written).all():
            return Diagnosis(
                f"Rows are stored {stride} elements apart, but a row of {e.tensor} has {columns}.",
                f"The distance between rows is {side}; does the offset use {name}?",
            )
    return None


def _first_block_only(e: Evidence) -> Diagnosis | None:
    """Along some axes only the first block was written, and all of that."""
    if not e.unwritten.any():
        return None
    cut = [
        block if size and blocks_of(e, block) < length else 0
        for (size, block), length in zip(e.tiles(), e.expected.shape, strict=True)
    ]
    for kept in _choices(cut):
        box = tuple(slice(0, blocks_of(e, block)) if block else slice(None) for block in kept)
        first = np.zeros(e.expected.shape, bool)
        first[box] = True
        if (first == ~e.unwritten).all():
            names = [block for block in kept if block]
            axes = [axis for axis, extent in enumerate(e.puzzle.grid) if any(f", {name})" in extent for name in names)]
            programs = " and ".join(f"tl.program_id({axis})" for axis in axes)
            sizes = " and ".join(f"{name} = {blocks_of(e, name)}" for name in names)
            return Diagnosis(
                f"Only the first block was written ({sizes}).",
                f"Do the offsets move along with {programs}, and does the mask let the other programs through?",
            )
    return None


def _tail_not_written(e: Evidence) -> Diagnosis | None:
    """What was never written is exactly what lies behind the last full block of one axis."""
    if not e.unwritten.any():
        return None
    for axis, ((size, block), length) in enumerate(zip(e.tiles(), e.expected.shape, strict=True)):
        whole = length - length % blocks_of(e, block) if block else length
        if not 0 < whole < length:
            continue
        tail = np.zeros(e.expected.shape, bool)
        tail[(slice(None),) * axis + (slice(whole, None),)] = True
        if (tail == e.unwritten).all():
            what = "Elements" if e.expected.ndim == 1 else f"Along {size}, places"
            span = f"{what} {whole} to {length - 1}" if length - whole > 1 else f"{what.rstrip('s')} {whole}"
            return Diagnosis(
                f"{span} lie behind the last full block ({block} = {blocks_of(e, block)}), and were never written.",
                "Is the last program, whose block hangs over the end, masked off as a whole?",
            )
    return None


def _transposed(e: Evidence) -> Diagnosis | None:
    if e.expected.ndim < 2 or e.unwritten.any():
        return None
    turned = np.swapaxes(e.expected, -1, -2)
    if turned.shape == e.expected.shape and e.near(e.actual, turned, np.swapaxes(e.bound, -1, -2)).all():
        return Diagnosis(
            "Rows and columns are swapped: your result is the transpose of the expected one.",
            "Which of the two indices moves by a whole row, and which values belong to it?",
        )
    if e.expected.ndim != 2 or not all(size for size, _ in e.tiles()):
        return None
    side, other = (blocks_of(e, block) for _, block in e.tiles())
    rows, columns = (length // side for length in e.expected.shape)
    if side != other or side < 2 or not rows or not columns:
        return None
    full = (rows * side, columns * side)
    actual, expected, bound = (
        array[: full[0], : full[1]].reshape(rows, side, columns, side) for array in (e.actual, e.expected, e.bound)
    )
    if e.near(actual, expected.transpose(0, 3, 2, 1), bound.transpose(0, 3, 2, 1)).all():
        return Diagnosis(
            "Inside each block rows and columns are swapped.",
            "Which of the values should run down, `[:, None]`, and which across, `[None, :]`?",
        )
    return None


def _input_itself(e: Evidence) -> Diagnosis | None:
    if e.unwritten.any():
        return None
    for tensor, array in zip(e.puzzle.tensors, e.arrays, strict=True):
        if tensor.role is Role.input and array.shape == e.actual.shape and (array == e.actual).all():
            return Diagnosis(
                f"It holds {tensor.name} unchanged.", "The values are stored as they were loaded: compute in between."
            )
    return None


def _only_zeros_wrong(e: Evidence) -> Diagnosis | None:
    """All that differs should be 0, and much else does not differ."""
    if e.unwritten.any() or e.bad.all() or (e.expected[e.bad] != 0).any():
        return None
    if not (e.expected[~e.bad] != 0).any() or not np.isfinite(e.actual).all():
        return None
    if (e.actual[e.bad] < 0).all() and (e.expected >= 0).all():
        return Diagnosis(
            "It differs only where 0 is expected, and is negative there.",
            "Nothing holds the negative values back: where is the relu?",
        )
    return Diagnosis(
        "It differs only where 0 is expected.", "Look at the condition that decides what becomes 0, and at its edge."
    )


def _not_finite(e: Evidence) -> Diagnosis | None:
    odd = ~np.isfinite(e.actual) & np.isfinite(e.expected) & ~e.unwritten
    if not odd.any():
        return None
    nan, infinite = np.isnan(e.actual[odd]).any(), np.isinf(e.actual[odd]).any()
    what = "NaN and infinity" if nan and infinite else "NaN" if nan else "infinity"
    some = "one element is" if odd.sum() == 1 else f"{odd.sum():,} elements are"
    return Diagnosis(
        f"{some.capitalize()} {what} where a number is expected.",
        "In float32 an exponential of more than 88.7 is infinite, and NaN comes from inf - inf, inf / inf, 0 / 0 and "
        "from memory that nobody wrote. Is the maximum subtracted before each exponential, and is it the right one?"
        if e.puzzle.number in _EXPONENTIAL
        else "NaN comes from inf - inf, inf / inf or 0 / 0, and from memory that nobody wrote.",
    )


_EXPONENTIAL: Final = (8, 9, 19, 23)


def _constant_off(e: Evidence) -> Diagnosis | None:
    """The same amount or the same factor everywhere."""
    if e.expected.size < 4 or not e.bad.all() or e.unwritten.any() or not np.isfinite(e.actual).all():
        return None
    if np.ptp(e.expected) <= 1e-3 * np.abs(e.expected).max():
        return None  # where all elements are alike, an amount and a factor cannot be told apart
    if (e.actual == e.actual.flat[0]).all():
        return Diagnosis(f"All its elements are {_number(e.actual.flat[0])}.", None)
    amount = float(np.median(e.actual - e.expected))
    if e.near(e.actual, e.expected + amount, e.bound).all() and abs(amount) > 2 * e.bound.max():
        word = "large" if amount > 0 else "small"
        return Diagnosis(f"Every element is too {word} by {_number(abs(amount))}.", None)
    large = np.abs(e.expected) > 1e-3 * np.abs(e.expected).max()
    factor = float(np.median(e.actual[large] / e.expected[large]))
    if abs(factor) > 1e-6 and e.near(e.actual, e.expected * factor, e.bound * max(1.0, abs(factor))).all():
        if abs(factor + 1) < 1e-6:
            return Diagnosis("Every element has the wrong sign.", None)
        return Diagnosis(f"Every element is {_number(factor)} times what is expected.", None)
    return None


def _shifted(e: Evidence) -> Diagnosis | None:
    """A vector whose elements stand one place off."""
    if e.expected.ndim != 1 or e.expected.size < 4 or e.unwritten[1:-1].any():
        return None
    for step, word in ((1, "right"), (-1, "left")):
        mine, theirs = (slice(None, -1), slice(1, None)) if step > 0 else (slice(1, None), slice(None, -1))
        if e.near(e.actual[mine], e.expected[theirs], e.bound[theirs]).all():
            return Diagnosis(
                f"Each element holds what belongs to its neighbour on the {word}.",
                "Are the offsets of the load and of the store one apart?",
            )
    return None


def _what_if(e: Evidence) -> Diagnosis | None:
    """The result is right for other inputs: with lanes past the end counted, or for one turn of a loop alone."""
    if e.expect is None or e.unwritten.any() or not np.isfinite(e.actual).all():
        return None
    for found in hypotheses.all_of(e.puzzle, e.sizes, e.blocks, e.arrays, e.expect):
        if e.near(found.expected, e.expected, e.bound).all():
            continue  # the hypothesis changes nothing here, so it explains nothing
        if e.near(e.actual, found.expected, 4 * e.bound).all():
            return Diagnosis(found.sentence, found.advice)
    return None


def _one_program(e: Evidence) -> Diagnosis | None:
    """All that differs was stored by one program of several, and a tail alone does not explain it."""
    programs = np.unique(e.program[e.bad])
    if programs.size != 1 or programs[0] < 0 or not ((e.program >= 0) & (e.program != programs[0]) & ~e.bad).any():
        return None
    hanging = _hanging(e)
    if not hanging[e.bad].any():
        why = f"Its block lies wholly inside {e.tensor}: what is different in this program?"
    elif np.unique(e.program[hanging & (e.program >= 0)]).size > 1:
        why = "Other blocks that hang over the end are right: what is different in this program?"
    else:
        return None
    place = [int(at) for at in np.unravel_index(programs[0], tuple(e.grid))]
    while len(place) > 1 and all(extent == 1 for extent in e.grid[len(place) - 1 :]):
        place.pop()
    name = str(place[0]) if len(place) == 1 else f"({', '.join(map(str, place))})"
    return Diagnosis(f"All elements that differ were stored by one program, {name}.", why)


def _tails_only(e: Evidence) -> Diagnosis | None:
    """All that differs was stored by programs whose block hangs over the end, and full blocks are right."""
    if e.bad.all() or (e.program[e.bad] < 0).any():
        return None
    last = _hanging(e)
    if last[e.bad].all() and (~last & ~e.bad).any() and not last.all():
        return Diagnosis(
            "All elements that differ were stored by programs whose block hangs over the end.",
            "Do lanes that have no element enter the result?",
        )
    return None


def _hanging(e: Evidence) -> Array:
    """Where the program that stored an element has a block that hangs over the end of an axis."""
    ids = np.array(np.unravel_index(np.maximum(e.program, 0), tuple(e.grid)))
    hanging = np.zeros(e.program.shape, bool)
    for axis, extent in enumerate(e.puzzle.grid):
        match = re.fullmatch(r"cdiv\((\w+), (\w+)\)", extent)
        if match and e.sizes.get(match[1], 0) % blocks_of(e, match[2]):
            hanging |= ids[axis] == e.grid[axis] - 1
    return hanging


_RULES: Final[tuple[Rule, ...]] = (
    _nothing_stored,
    _rows_apart,
    _first_block_only,
    _tail_not_written,
    _transposed,
    _input_itself,
    _only_zeros_wrong,
    _not_finite,
    _what_if,
    _constant_off,
    _shifted,
    _one_program,
    _tails_only,
)


def blocks_of(e: Evidence, name: str) -> int:
    """The block of this name in the case; 1 where there is none."""
    return e.blocks.get(name, 1)


def _choices(cut: list[Any]) -> Iterator[list[Any]]:
    """The axes taken together, then each alone."""
    if any(cut):
        yield cut
    if sum(map(bool, cut)) > 1:
        for axis in range(len(cut)):
            if cut[axis]:
                yield [block if at == axis else 0 for at, block in enumerate(cut)]


def _pointer(e: Evidence) -> str:
    return next(tensor.parameter for tensor in e.puzzle.tensors if tensor.name == e.tensor)


def _number(value: float) -> str:
    return f"{float(f'{value:.5g}'):g}"
