"""Puzzle 2: z[i] = x[i] + 10."""

import torch

from playground_puzzles.rounding import SAFETY, gamma


def spec(x: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return x + 10


def bound(x: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> torch.Tensor:
    """One addition."""
    return SAFETY * gamma(1) * (x.abs() + 10)
