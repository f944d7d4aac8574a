"""Puzzle 16: the K greatest elements of each row of x, the greatest first."""

import torch


def spec(x: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return torch.sort(x, 1, descending=True).values[:, : sizes["K"]]


def bound(x: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> float:
    """Elements are compared and moved, so they arrive as they were."""
    return 0.0
