"""Puzzle 9: z[i] = the mean of v, weighted by the softmax of q[i] * k."""

import torch

from playground_puzzles.rounding import SAFETY, TINY, gamma

LEAST_BLOCK = 16
"""A loop takes at least this many keys a turn."""


def spec(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return torch.softmax(q[:, None] * k[None, :], 1) @ v


def bound(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor
) -> torch.Tensor:
    """As for puzzle 8, and a score is itself a rounded product, so its error counts by its own size too.

    The error of the greatest score cancels between the two sums. Each of these is off by the mean error of its
    terms, by T additions and by a factor of six roundings a turn; the weighted one by a product more.
    """
    score = q[:, None] * k[None, :]
    weight = torch.softmax(score, 1)
    exponential = gamma(5) + gamma(3) * (score.amax(1, keepdim=True) - score) + gamma(2) * score.abs()
    mixed = weight * v.abs()[None, :]
    turns = -(-sizes["T"] // LEAST_BLOCK)
    adding = gamma(sizes["T"] + 6 * turns + 2)
    of_mixed = (mixed * exponential).sum(1) + mixed.sum(1) * adding
    of_weights = expected.abs() * ((weight * exponential).sum(1) + adding)
    return SAFETY * (of_mixed + of_weights + TINY * v.abs().sum())
