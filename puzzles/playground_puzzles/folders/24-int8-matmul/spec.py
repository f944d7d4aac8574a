"""Puzzle 24: z = (x @ y), exact in whole numbers, times a scale for each row and one for each column."""

import torch

from playground_puzzles.rounding import SAFETY, TINY, gamma


def spec(x: torch.Tensor, y: torch.Tensor, a: torch.Tensor, b: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return (x @ y) * a[:, None] * b[None, :]


def bound(
    x: torch.Tensor, y: torch.Tensor, a: torch.Tensor, b: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor
) -> torch.Tensor:
    """A sum of at most 512 products of at most 2^14 is below 2^24: exact in int32, and in float32 too.

    What is rounded are the products with the two scales. These may also come into the terms; then the additions are
    rounded as well, and each term counts by its size.
    """
    magnitude = (x.abs() @ y.abs()) * (a[:, None] * b[None, :]).abs()
    return SAFETY * (gamma(sizes["MID"] + 3) * magnitude + TINY)
