"""Puzzle 10: every image of x under the window k, with zeros below and to the right of the image."""

import torch

from playground_puzzles.rounding import SAFETY, TINY, gamma


def spec(x: torch.Tensor, k: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    height, width = sizes["H"], sizes["W"]
    z = torch.zeros_like(x)
    # A weight further down or right than the image is large never meets an element.
    for a in range(min(sizes["KH"], height)):
        for b in range(min(sizes["KW"], width)):
            z[:, : height - a, : width - b] += k[a, b] * x[:, a:, b:]
    return z


def bound(x: torch.Tensor, k: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> torch.Tensor:
    """One multiplication a term, and as many additions as the window has places."""
    terms = sizes["KH"] * sizes["KW"]
    return SAFETY * (gamma(terms + 1) * spec(x.abs(), k.abs(), sizes) + terms * TINY)
