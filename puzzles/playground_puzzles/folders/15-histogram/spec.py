"""Puzzle 15: z[b] = how often b is in x; numbers that are no bin are not counted."""

import torch


def spec(x: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    bins = sizes["BINS"]
    return torch.bincount(x[(x >= 0) & (x < bins)], minlength=bins)


def bound(x: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> float:
    """Whole numbers are counted, and their order makes no difference."""
    return 0.0
