"""Puzzle 14: row i of z is every STEP-th element of row index[i] of x, or zeros where the index is negative."""

import torch


def spec(x: torch.Tensor, index: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    taken = x[:, :: sizes["STEP"]][index.clamp(min=0)]
    return torch.where((index >= 0)[:, None], taken, 0.0)


def bound(x: torch.Tensor, index: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> float:
    """Elements are moved and not computed with, so they arrive as they were."""
    return 0.0
