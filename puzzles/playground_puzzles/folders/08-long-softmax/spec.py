"""Puzzle 8: the softmax of each row of x."""

import torch

from playground_puzzles.rounding import SAFETY, TINY, gamma

LEAST_BLOCK = 16
"""A loop takes at least this many elements a turn."""


def spec(x: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return torch.softmax(x, 1)


def bound(x: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> torch.Tensor:
    """Three roundings of the exponent count by its size |x - m|: the difference, log2(e), and their product.

    Where a kernel takes the difference of two products, log2(e) x and log2(e) m, the rounding of the first counts by
    |x|; that of the second is the same for numerator and sum.

    An exponential itself is within five roundings. A sum of T of them is off by the mean error of its terms, by T
    additions and, where the maximum changed in a turn of the loop, by a factor of six roundings. A loop that moves
    to a new maximum in several steps has steps that add up to |x - m|.
    """
    distance = x.amax(1, keepdim=True) - x
    exponential = gamma(5) + gamma(3) * distance + gamma(1) * x.abs()
    turns = -(-sizes["T"] // LEAST_BLOCK)
    total = (expected * exponential).sum(1, keepdim=True) + gamma(sizes["T"] + 6 * turns)
    return SAFETY * (expected * (exponential + total + gamma(1)) + TINY)
