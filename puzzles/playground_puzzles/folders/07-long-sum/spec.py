"""Puzzle 7: z[i] = the sum of row i of x."""

import torch

from playground_puzzles.rounding import SAFETY, gamma


def spec(x: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return x.sum(1)


def bound(x: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> torch.Tensor:
    """T additions, with the one to the accumulator's 0, in whatever order."""
    return SAFETY * gamma(sizes["T"]) * x.abs().sum(1)
