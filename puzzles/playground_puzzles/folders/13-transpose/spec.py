"""Puzzle 13: z = x transposed."""

import torch


def spec(x: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return x.T


def bound(x: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> float:
    """Elements are moved and not computed with, so they arrive as they were."""
    return 0.0
