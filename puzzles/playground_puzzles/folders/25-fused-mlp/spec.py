"""Puzzle 25: z = silu(x @ u) @ w."""

import torch

from playground_puzzles.rounding import SAFETY, TF32, TINY, gamma

STEEPEST = 1.1
"""The derivative of silu is nowhere greater."""


def spec(x: torch.Tensor, u: torch.Tensor, w: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    return torch.nn.functional.silu(x @ u) @ w


def bound(
    x: torch.Tensor, u: torch.Tensor, w: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor
) -> torch.Tensor:
    """A hidden value before silu is a sum of D products. Silu passes its error on, at most STEEPEST times as large,
    and adds that of an exponential, a sum, a quotient and a product: relative to its result, the exponent's roundings
    count by the size of the hidden value.

    These errors go through the second product, which has H additions of its own.
    """
    hidden = x @ u
    active = torch.nn.functional.silu(hidden).abs()
    before = STEEPEST * gamma(sizes["D"] + 1) * (x.abs() @ u.abs())
    of_hidden = before + (gamma(10) + gamma(3) * hidden.abs()) * active + TINY * (1 + hidden.abs())
    return SAFETY * ((of_hidden + gamma(sizes["H"] + 1) * active) @ w.abs() + sizes["H"] * TINY)


def tf32(
    x: torch.Tensor, u: torch.Tensor, w: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor
) -> torch.Tensor:
    """The factors of both products are cut; what that moves before silu, silu passes on."""
    active = torch.nn.functional.silu(x @ u).abs()
    return 2 * TF32 * ((STEEPEST * (x.abs() @ u.abs()) + active) @ w.abs())
