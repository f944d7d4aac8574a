"""Puzzle 21: z = x @ y."""

import torch

from playground_puzzles.rounding import SAFETY, TF32, TINY, gamma


def spec(x: torch.Tensor, y: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return x @ y


def bound(x: torch.Tensor, y: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> torch.Tensor:
    """One multiplication a term and MID additions in full float32, and one more for each part, in whatever order."""
    additions = sizes["MID"] + sizes["SPLIT"] + 1
    return SAFETY * (gamma(additions) * (x.abs() @ y.abs()) + sizes["MID"] * TINY)


def tf32(x: torch.Tensor, y: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> torch.Tensor:
    """Both factors of each product are cut."""
    return 2 * TF32 * (x.abs() @ y.abs())
