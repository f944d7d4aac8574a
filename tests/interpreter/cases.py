"""A kernel with its launch, and what came of it: the currency of these tests."""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Case:
    """tensors: (name, array) in parameter order. numbers: sizes and blocks by parameter name."""

    source: str
    kernel: str
    grid: list
    numbers: dict
    tensors: list
    shuffle_seed: int | None = None


@dataclass
class Result:
    """values, program, line: one array a tensor. accesses: lanes by (operation, tensor, line), counted an element.

    faults: (operation, tensor, program, line, lanes, first). error: None, or (kind, message, line, column, program).
    shared: of each tensor, the elements that several programs stored; with one value where there was no race, and then
    who came last is not told alike where programs run at once.
    """

    values: list = field(default_factory=list)
    program: list = field(default_factory=list)
    line: list = field(default_factory=list)
    faults: list = field(default_factory=list)
    accesses: dict = field(default_factory=dict)
    error: tuple | None = None
    output: str = ""
    batched: bool = False
    why: str | None = None
    races: list = field(default_factory=list)
    shared: list = field(default_factory=list)
    unguarded: list = field(default_factory=list)


def puzzle_cases(slug_or_number, source, seed, first_only=False):
    """A puzzle's cases with a given source."""
    from playground_puzzles.catalogue import load
    from playground_puzzles.expressions import evaluate
    from playground_workers.inputs import draw

    puzzle = load().get(slug_or_number)
    for index, case in enumerate(puzzle.cases[:1] if first_only else puzzle.cases):
        names = case.sizes | case.blocks
        arrays = draw(puzzle, case, seed)
        yield Case(
            source,
            puzzle.kernel,
            [evaluate(side, names) for side in puzzle.grid],
            names,
            [(t.name, a.ravel()) for t, a in zip(puzzle.tensors, arrays, strict=True)],
            seed if index else None,
        )


def differences(got, wanted, tolerance=0.0):
    """What differs between two results, in words; an empty list where nothing does."""
    if got.error != wanted.error:
        return [f"error {got.error}, wanted {wanted.error}"]
    found = []
    for index, (one, two) in enumerate(zip(got.values, wanted.values, strict=True)):
        if one.tobytes() != two.tobytes() and not close(one, two, tolerance):
            places = np.flatnonzero(one.view(f"u{one.itemsize}") != two.view(f"u{two.itemsize}"))
            at = places[0]
            found.append(f"tensor {index}: {places.size} elements, at {at} {one[at]!r}, wanted {two[at]!r}")
    for name in ("faults", "output"):
        one, two = getattr(got, name), getattr(wanted, name)
        if one != two:
            found.append(f"{name}: {one}, wanted {two}")
    for index, shared in enumerate(got.shared):
        for name in ("program", "line"):
            one, two = getattr(got, name)[index], getattr(wanted, name)[index]
            places = np.flatnonzero((one != two) & ~shared)
            if places.size:
                at = places[0]
                found.append(f"{name} of tensor {index}: {places.size}, at {at} {one[at]}, wanted {two[at]}")
    if got.accesses.keys() != wanted.accesses.keys():
        found.append(f"accesses at {sorted(got.accesses)}, wanted {sorted(wanted.accesses)}")
    else:
        wrong = [key for key in got.accesses if not np.array_equal(got.accesses[key], wanted.accesses[key])]
        found += [f"accesses {key}: {got.accesses[key]}, wanted {wanted.accesses[key]}" for key in wrong]
    return found


def close(one, two, tolerance):
    """Within so many roundings of the greatest number, where a sum may have been taken in another order."""
    if not tolerance or one.dtype.kind != "f":
        return False
    with np.errstate(all="ignore"):
        finite = np.isfinite(one) & np.isfinite(two)
        if not np.array_equal(one[~finite], two[~finite], equal_nan=True):
            return False
        if not finite.any():
            return True
        scale = np.finfo(one.dtype).eps * max(1.0, float(np.abs(two[finite]).max()))
        return bool((np.abs(one[finite].astype(np.float64) - two[finite]) <= tolerance * scale).all())
