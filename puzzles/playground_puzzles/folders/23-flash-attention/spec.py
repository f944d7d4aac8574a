"""Puzzle 23: in each head, the mean of v weighted by the softmax of q @ k transposed, over keys that come no later."""

import torch

from playground_puzzles.rounding import SAFETY, TF32, TINY, gamma

LEAST_BLOCK = 16
"""A loop takes at least this many keys a turn."""


def spec(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return torch.softmax(_scores(q, k), 2) @ v


def bound(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor
) -> torch.Tensor:
    """As for puzzle 9, where a score was one product. Here it is a sum of D products, scaled, so its error counts by
    the magnitudes of these.

    The weights of both sums have the same error where it comes from the greatest score; the others count.
    """
    score = _scores(q, k)
    weight = torch.softmax(score, 2)
    size = q.abs() @ k.abs().transpose(1, 2) / sizes["D"] ** 0.5
    distance = torch.where(score.isinf(), 0.0, score.amax(2, keepdim=True) - score)
    exponential = gamma(5) + gamma(3) * distance + gamma(sizes["D"] + 4) * size
    turns = -(-sizes["T"] // LEAST_BLOCK)
    adding = gamma(sizes["T"] + 6 * turns + 2)
    of_mixed = (weight * (exponential + adding)) @ v.abs()
    of_weights = expected.abs() * ((weight * exponential).sum(2, keepdim=True) + adding)
    return SAFETY * (of_mixed + of_weights + TINY * v.abs().sum(1, keepdim=True))


def tf32(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor
) -> torch.Tensor:
    """Cut factors move a score by this much of its magnitudes, which moves both sums; the second product is cut too."""
    weight = torch.softmax(_scores(q, k), 2)
    moved = torch.expm1(2 * TF32 * (q.abs() @ k.abs().transpose(1, 2)) / sizes["D"] ** 0.5)
    of_weights = expected.abs() * (weight * moved).sum(2, keepdim=True)
    return (weight * (moved + 2 * TF32)) @ v.abs() + of_weights


def _scores(q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
    """Scaled products of all queries and keys of a head, minus infinity where the key comes later: [N2, T, T]."""
    length, depth = q.shape[1:]
    later = torch.ones(length, length, dtype=torch.bool).triu(1)
    return (q @ k.transpose(1, 2) / depth**0.5).masked_fill(later, -torch.inf)
