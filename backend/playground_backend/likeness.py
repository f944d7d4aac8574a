"""Which solutions of a class look more alike than the rest of it does. Pure; it proves nothing, and says so.

Right answers look alike. So what is compared is the kernel's syntax tree without names, constants, comments and layout,
and of its parts only those count much that few of the class have: a part weighs log(n / how many have it), and what the
reference has weighs nothing. The likeness of two is their common weight over the weight of both together (a weighted
Jaccard index), and a pair is shown where it is far above what two of this class usually have.
"""

import ast
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from typing import Final

from playground_backend.store import copies

FEWEST: Final = 5
_SMALLEST_PART: Final = 4
_LEAST_LIKENESS: Final = 0.6
_LEAST_SHARED: Final = 3
# Median absolute deviations above the median.
_FAR: Final = 4.0
_MOST_PAIRS: Final = 20


@dataclass(frozen=True)
class Pair:
    """shared: parts that both have and hardly anybody else."""

    one: str
    other: str
    likeness: float
    shared: int


@dataclass(frozen=True)
class Finding:
    """compared: how many solutions could be. usual: the median likeness of two; null for too few.

    reason: why there is nothing to be said; null where pairs were looked for.
    """

    compared: int
    usual: float | None
    pairs: list[Pair]
    reason: str | None


def compare(sources: Mapping[str, str], reference: str | None, kernel: str) -> Finding:
    """Compare solutions. sources: by whose they are. reference: the published solution, where there is one."""
    parts = {who: found for who, source in sources.items() if (found := parts_of(source, kernel))}
    if len(parts) < FEWEST:
        return Finding(len(parts), None, [], f"There are fewer than {FEWEST} solutions to compare.")
    known = parts_of(reference, kernel) if reference is not None else None
    weights = _weights(list(parts.values()), known or Counter())
    if not any(weights.values()):
        return Finding(len(parts), None, [], "All solutions are built in the same way, as right ones often are.")
    likenesses = [Pair(one, other, *_likeness(parts[one], parts[other], weights)) for one, other in _pairs(parts)]
    usual = median(pair.likeness for pair in likenesses)
    spread = median(abs(pair.likeness - usual) for pair in likenesses)
    least = max(_LEAST_LIKENESS, usual + _FAR * spread)
    pairs = [each for each in likenesses if each.likeness >= least and each.likeness > usual]
    pairs = [each for each in pairs if each.shared >= _LEAST_SHARED]
    pairs.sort(key=lambda each: (-each.likeness, -each.shared, each.one, each.other))
    return Finding(len(parts), usual, pairs[:_MOST_PAIRS], None)


def parts_of(source: str, kernel: str) -> Counter[str] | None:
    """Return the parts of the kernel and what it reaches, each as its shape; None where it cannot be read."""
    try:
        found = copies.reached(ast.parse(source), kernel)
        if found is None:
            return None
        parts: Counter[str] = Counter()
        for statement in found:
            _shape(statement, parts)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # whatever a source may do to the parser
        return None
    return parts


def _shape(node: ast.AST, parts: Counter[str]) -> tuple[str, int]:
    """Return a node's shape and its size, and count it and all below it."""
    told, size = [], 1
    for child in _children(node):
        shape, inside = _shape(child, parts)
        told.append(shape)
        size += inside
    shape = f"{_label(node)}({','.join(told)})"
    if size >= _SMALLEST_PART:
        parts[shape] += 1
    return shape, size


def _children(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        # Loading and storing is told by the place; a docstring is no code.
        if isinstance(child, ast.expr_context):
            continue
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant) and isinstance(child.value.value, str):
            continue
        yield child


def _label(node: ast.AST) -> str:
    """Names and constants are set aside; which function of the language is called is not."""
    if isinstance(node, ast.Attribute):
        return f".{node.attr}"
    if isinstance(node, ast.keyword):
        return f"{node.arg}="
    return type(node).__name__


def _pairs(parts: Mapping[str, Counter[str]]) -> Iterator[tuple[str, str]]:
    return combinations(sorted(parts), 2)


def _weights(found: Sequence[Counter[str]], known: Counter[str]) -> dict[str, float]:
    having = Counter(part for parts in found for part in parts)
    return {part: 0.0 if part in known else math.log(len(found) / number) for part, number in having.items()}


def _likeness(one: Counter[str], other: Counter[str], weights: Mapping[str, float]) -> tuple[float, int]:
    common = one.keys() & other.keys()
    together = sum(weights[part] for part in common)
    all_of_both = sum(weights[part] for part in one.keys() | other.keys())
    shared = sum(weights[part] > 0 for part in common)
    return (round(together / all_of_both, 3) if all_of_both > 0 else 0.0), shared
