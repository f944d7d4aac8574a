"""Further cases for a puzzle, each of a kind that catches some usual mistake. A check tries them, and names what helps.

None of them is known to be within what the statement promises: one that the reference does not pass is dropped.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from playground_puzzles import own, rules
from playground_puzzles.models import Case, Fill, Puzzle, Role

MOST: Final = 24
MAX_ELEMENTS: Final = 2**17
"""Of all tensors of one of them: it is judged once for each survivor."""

_COVERED: Final = re.compile(r"cdiv\(\s*(\w+)\s*,\s*(\w+)\s*\)")


@dataclass(frozen=True)
class Candidate:
    """words: its kind, to stand after "add a case with"."""

    words: str
    case: Case

    @property
    def toml(self) -> str:
        """The case as cases.toml has it."""
        lines = [
            "[[cases]]",
            f"name = {json.dumps(self.case.name)}",
            f"title = {json.dumps(self.case.title)}",
            f"sizes = {_table(self.case.sizes)}",
            f"blocks = {_table(self.case.blocks)}",
        ]
        if self.case.fills:
            fills = {
                name: _table(fill.model_dump(exclude_defaults=True) | {"kind": fill.kind})
                for name, fill in self.case.fills.items()
            }
            inner = ", ".join(f"{name} = {text}" for name, text in fills.items())
            lines.append(f"fills = {{ {inner} }}")
        return "\n".join(lines) + "\n"


def candidates(puzzle: Puzzle) -> list[Candidate]:
    """At most MOST of them, the likeliest to help first, each within the rules of puzzles."""
    found: list[Candidate] = []
    known = [(case.sizes, case.blocks, case.fills) for case in puzzle.cases]
    names = {case.name for case in puzzle.cases}
    for each in _all(puzzle, puzzle.cases[0]):
        case = each.case
        if (case.sizes, case.blocks, case.fills) in known or not _fits(puzzle, case):
            continue
        known.append((case.sizes, case.blocks, case.fills))
        case = case.model_copy(update={"name": _free(case.name, names)})
        names.add(case.name)
        found.append(Candidate(each.words, case))
    return found[:MOST]


def _all(puzzle: Puzzle, base: Case) -> Iterator[Candidate]:
    pairs = _pairs(puzzle, base)
    if len(pairs) > 1:
        sizes = {size: (place + 1) * base.blocks[block] + 3 + 2 * place for place, (size, block) in enumerate(pairs)}
        yield _sized(base, "different-tails", "lengths that differ along each axis, and tails", sizes)
        for odd, name in ((0, "different-blocks"), (1, "other-blocks")):
            yield _mixed(base, pairs, odd, name)
    for size, block in pairs:
        width = base.blocks[block]
        kind = f"{size.lower().replace('_', '-')}"
        tail, whole = 2 * width + max(1, width // 4 - 1), 3 * width
        yield _sized(base, f"{kind}-tail", f"a tail ({size} = {tail}, {block} = {width})", {size: tail})
        yield _sized(
            base, f"{kind}-one-more", f"a tail of one ({size} = {width + 1}, {block} = {width})", {size: width + 1}
        )
        if width > 1:
            short = f"less than one block ({size} = {width - 1}, {block} = {width})"
            yield _sized(base, f"{kind}-short", short, {size: width - 1})
        yield _sized(
            base, f"{kind}-blocks", f"several whole blocks ({size} = {whole}, {block} = {width})", {size: whole}
        )
    if not pairs and len(base.sizes) > 1:
        sizes = {size: value + place for place, (size, value) in enumerate(base.sizes.items())}
        yield _sized(base, "different-lengths", "lengths that differ along each axis", sizes)
    floats = [t.name for t in puzzle.tensors if t.role is Role.input and t.dtype.startswith("float")]
    # Where the cases have other inputs already, the stated sizes may be too few to show a mistake: take the largest.
    large = max(puzzle.cases, key=lambda case: sum(case.sizes.values()))
    for name, words, fill in (
        ("below-zero", "values below 0 alone", Fill(kind="normal", mean=-5.0)),
        ("above-zero", "values far above 0 alone", Fill(kind="normal", mean=20.0)),
        ("zeros", "many zeros", Fill(kind="normal", zeros=0.4)),
        ("rising", "rising values", Fill(kind="arange", step=0.25)),
        ("falling", "falling values", Fill(kind="arange", step=-0.25)),
    ):
        if floats:
            fills = large.fills | dict.fromkeys(floats, fill)
            yield Candidate(words, large.model_copy(update={"name": name, "title": _title(words), "fills": fills}))


def _pairs(puzzle: Puzzle, base: Case) -> list[tuple[str, str]]:
    """Sizes with the block that cuts each: by the grid, or by a loop, which is what the grid leaves over."""
    found = [(size, block) for axis in puzzle.grid for size, block in _COVERED.findall(axis)]
    in_grid = {name for pair in found for name in pair}
    shapes = " ".join(side for tensor in puzzle.tensors if tensor.role is Role.input for side in tensor.shape)
    sizes = [name for name in base.sizes if name not in in_grid and re.search(rf"\b{name}\b", shapes)]
    blocks = [name for name in base.blocks if name not in in_grid]
    found += zip(sizes, blocks, strict=False)
    return [(size, block) for size, block in dict.fromkeys(found) if size in base.sizes and block in base.blocks]


def _mixed(base: Case, pairs: list[tuple[str, str]], odd: int, name: str) -> Candidate:
    """Every second block twice as wide, so that no two neighbours are equal, and lengths that no block divides."""
    blocks, sizes = dict(base.blocks), {size: value + place for place, (size, value) in enumerate(base.sizes.items())}
    for place, (size, block) in enumerate(pairs):
        blocks[block] = base.blocks[block] * (2 if place % 2 == odd else 1)
        sizes[size] = (1 + place % 2) * blocks[block] + 1 + place
    words = "blocks and lengths that differ along each axis"
    changed = {"name": name, "title": _title(words), "sizes": sizes, "blocks": blocks}
    return Candidate(words, base.model_copy(update=changed))


def _sized(base: Case, name: str, words: str, sizes: dict[str, int]) -> Candidate:
    changed = {"name": name, "title": _title(words), "sizes": base.sizes | sizes}
    return Candidate(words, base.model_copy(update=changed))


def _title(words: str) -> str:
    return words[:1].upper() + words[1:].partition(" (")[0]


def _fits(puzzle: Puzzle, case: Case) -> bool:
    alone = puzzle.model_copy(update={"cases": (case,)})
    return next(rules.broken(alone), None) is None and own.elements(alone) <= MAX_ELEMENTS


def _free(name: str, names: set[str]) -> str:
    found, number = name, 2
    while found in names:
        found, number = f"{name}-{number}", number + 1
    return found


def _table(values: Mapping[str, object]) -> str:
    """As a table of TOML in one line."""
    parts = [f"{name} = {json.dumps(value)}" for name, value in values.items()]
    return f"{{ {', '.join(parts)} }}" if parts else "{}"
