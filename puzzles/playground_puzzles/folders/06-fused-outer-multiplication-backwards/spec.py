"""Puzzle 6: the gradient of relu(x[j, i] * y[j]) by x, times dz."""

import torch

from playground_puzzles.rounding import SAFETY, TINY, gamma


def spec(x: torch.Tensor, y: torch.Tensor, dz: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return torch.where(x * y[:, None] > 0, y[:, None] * dz, 0.0)


def bound(
    x: torch.Tensor, y: torch.Tensor, dz: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor
) -> torch.Tensor:
    """One multiplication. Where the relu is shut, the result is exactly 0."""
    return SAFETY * (gamma(1) * expected.abs() + TINY)
