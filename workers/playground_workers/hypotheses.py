"""What a kernel would give that makes a well-known mistake in its loop, worked out by the puzzle's own spec.

A loop goes along a size in steps of a block (both are those that the grid does not cut). Its two usual mistakes:
lanes past the end count, as zeros or ones, and one turn alone counts.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from playground_puzzles.expressions import evaluate
from playground_puzzles.models import Puzzle, Role

Array = npt.NDArray[Any]
Expect = Callable[[Mapping[str, int], Sequence[Array]], Array | None]
"""The expected output for sizes and arrays, in parameter order; None where the spec cannot take them."""


@dataclass(frozen=True)
class Hypothesis:
    """expected: what the kernel would store, in the shape of the true output."""

    expected: Array
    sentence: str
    advice: str


def all_of(
    puzzle: Puzzle, sizes: Mapping[str, int], blocks: Mapping[str, int], arrays: Sequence[Array], expect: Expect
) -> Iterator[Hypothesis]:
    """Each hypothesis that makes sense for the case."""
    for size, block in _loops(puzzle, sizes, blocks):
        length, step = sizes[size], blocks[block]
        over = -length % step
        if over:
            for value, word in ((0, "zeros"), (1, "ones")):
                padded = _resized(puzzle, sizes, arrays, size, length + over, partial(_pad, value=value))
                result = _worked_out(puzzle, sizes, size, length + over, padded, expect)
                if result is not None:
                    lanes = f"the {over} lanes past the end" if over > 1 else "the lane past the end"
                    yield Hypothesis(
                        result,
                        f"It is what comes out if {lanes} of {size} count{'s' * (over == 1)} as {word}.",
                        _neutral(puzzle, value),
                    )
        if length <= step:
            continue
        last = length % step or step
        for kept, at_end, words in ((step, False, "first"), (last, True, "last")):
            cut = _resized(puzzle, sizes, arrays, size, kept, _end if at_end else _start)
            result = _worked_out(puzzle, sizes, size, kept, cut, expect)
            if result is not None:
                span = f"{size} {length - kept} to {length - 1}" if at_end else f"{size} 0 to {kept - 1}"
                yield Hypothesis(
                    result,
                    f"It is the result of the {words} turn of the loop alone ({span}).",
                    "Does each turn add to what the turns before have found, as in `total += ...`?"
                    if at_end
                    else f"Does the loop go on to the end, in steps of {block}, and do its offsets move along?",
                )


def _loops(puzzle: Puzzle, sizes: Mapping[str, int], blocks: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    in_grid = set(re.findall(r"\w+", " ".join(puzzle.grid)))
    shapes = " ".join(side for tensor in puzzle.tensors if tensor.role is Role.input for side in tensor.shape)
    free = [name for name in blocks if name not in in_grid]
    if len(free) != 1:
        return
    for size in sizes:
        if size not in in_grid and re.search(rf"\b{size}\b", shapes):
            yield size, free[0]


def _resized(
    puzzle: Puzzle,
    sizes: Mapping[str, int],
    arrays: Sequence[Array],
    size: str,
    length: int,
    change: Callable[[Array, int], Array],
) -> list[Array]:
    """The tensors with one size changed; change works on the first axis."""
    changed = []
    names = {**sizes, size: length}
    for tensor, array in zip(puzzle.tensors, arrays, strict=True):
        for axis, side in enumerate(tensor.shape):
            if re.search(rf"\b{size}\b", side):
                array = np.moveaxis(change(np.moveaxis(array, axis, 0), evaluate(side, names)), 0, axis)
        changed.append(np.ascontiguousarray(array))
    return changed


def _worked_out(
    puzzle: Puzzle, sizes: Mapping[str, int], size: str, length: int, arrays: Sequence[Array], expect: Expect
) -> Array | None:
    """The spec's answer, cut to the true shape of the output; None where the output would be too short."""
    output = next(tensor for tensor in puzzle.tensors if tensor.role is Role.output)
    shape = tuple(evaluate(side, sizes) for side in output.shape)
    if length < sizes[size] and any(re.search(rf"\b{size}\b", side) for side in output.shape):
        return None
    result = expect({**sizes, size: length}, arrays)
    return None if result is None else result[tuple(slice(0, side) for side in shape)]


def _pad(array: Array, length: int, value: int) -> Array:
    return np.concatenate([array, np.full((length - len(array), *array.shape[1:]), value, array.dtype)])


def _start(array: Array, length: int) -> Array:
    return array[:length]


def _end(array: Array, length: int) -> Array:
    return array[len(array) - length :]


def _neutral(puzzle: Puzzle, value: int) -> str:
    if value:
        return "Give the load `other=0.0`, so that they add nothing."
    return (
        'Give the load `other=-float("inf")`, so that the exponential makes nothing of them, or take them out with '
        "tl.where before the sum."
    )
