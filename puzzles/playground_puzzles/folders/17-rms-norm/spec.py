"""Puzzle 17: each row of x divided by the root of its mean square, times g."""

import torch

from playground_puzzles.rounding import SAFETY, TINY, gamma

EPS = 1e-5


def spec(x: torch.Tensor, g: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return x * torch.rsqrt((x * x).mean(1, keepdim=True) + EPS) * g


def bound(x: torch.Tensor, g: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> torch.Tensor:
    """The mean square is a sum of positive terms, so its relative error is that of one square, T additions, a division
    and the addition of EPS; the root halves it.

    A root and a division may be off by some roundings on a GPU; with the two products they are counted as ten.
    """
    return SAFETY * (gamma((sizes["T"] + 4) / 2 + 10) * expected.abs() + TINY)
