"""Puzzle 18: the gradient of x through z = x / r * g, where r is the root of EPS plus the mean square of the row."""

import torch

from playground_puzzles.rounding import SAFETY, TINY, gamma

EPS = 1e-5


def spec(x: torch.Tensor, g: torch.Tensor, dz: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    scale = torch.rsqrt((x * x).mean(1, keepdim=True) + EPS)
    share = (x * g * dz).mean(1, keepdim=True)
    return scale * (g * dz - x * scale * scale * share)


def bound(
    x: torch.Tensor, g: torch.Tensor, dz: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor
) -> torch.Tensor:
    """The two terms may cancel, so their magnitudes count, and in the second that of the terms of its sum.

    Relative errors: the scale has that of half a sum of T squares, its root and some roundings of a GPU, and it comes
    in up to three times; the other sum has T additions and two products a term. A dozen products and divisions more
    bring everything together.
    """
    scale = torch.rsqrt((x * x).mean(1, keepdim=True) + EPS)
    share = (x * g * dz).abs().mean(1, keepdim=True)
    magnitude = scale * ((g * dz).abs() + x.abs() * scale * scale * share)
    roundings = 3 * ((sizes["T"] + 4) / 2 + 5) + sizes["T"] + 14
    return SAFETY * (gamma(roundings) * magnitude + TINY)
