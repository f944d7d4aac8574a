"""Puzzle 22: the rows of group g, times the matrix of group g; rows that belong to no group stay 0."""

import torch

from playground_puzzles.rounding import SAFETY, TF32, TINY, gamma


def spec(x: torch.Tensor, y: torch.Tensor, count: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    z = torch.zeros(x.shape[0], sizes["N1"], dtype=x.dtype)
    first = 0
    for group, rows in enumerate(count.tolist()):
        z[first : first + rows] = x[first : first + rows] @ y[group]
        first += rows
    return z


def bound(
    x: torch.Tensor, y: torch.Tensor, count: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor
) -> torch.Tensor:
    """One multiplication a term and MID additions, in full float32; nothing where there is no group."""
    return SAFETY * gamma(sizes["MID"] + 1) * spec(x.abs(), y.abs(), count, sizes) + SAFETY * sizes["MID"] * TINY


def tf32(
    x: torch.Tensor, y: torch.Tensor, count: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor
) -> torch.Tensor:
    """Both factors of each product are cut."""
    return 2 * TF32 * spec(x.abs(), y.abs(), count, sizes)
