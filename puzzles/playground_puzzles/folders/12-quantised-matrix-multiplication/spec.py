"""Puzzle 12: z = weights @ activation, the weights unpacked from four bits, shifted and scaled a group."""

import torch

from playground_puzzles.rounding import SAFETY, TF32, TINY, gamma

FPINT = 8  # four-bit values in one int32
GROUP = 8  # weights that share a scale and a shift


def spec(
    scale: torch.Tensor,
    offset: torch.Tensor,
    weight: torch.Tensor,
    activation: torch.Tensor,
    sizes: dict[str, int],
) -> torch.Tensor:
    scales, shifts, weights = _unpacked(scale, offset, weight, sizes)
    return (scales * (weights - shifts)) @ activation


def bound(
    scale: torch.Tensor,
    offset: torch.Tensor,
    weight: torch.Tensor,
    activation: torch.Tensor,
    sizes: dict[str, int],
    expected: torch.Tensor,
) -> torch.Tensor:
    """A term has three roundings at most, and MID are added.

    Taken as scale * weight - scale * shift, a term may be as large on the way as the two together, so their
    magnitudes count apart.
    """
    scales, shifts, weights = _unpacked(scale, offset, weight, sizes)
    magnitude = (scales.abs() * (weights + shifts)) @ activation.abs()
    return SAFETY * (gamma(sizes["MID"] + 3) * magnitude + sizes["MID"] * TINY)


def tf32(
    scale: torch.Tensor,
    offset: torch.Tensor,
    weight: torch.Tensor,
    activation: torch.Tensor,
    sizes: dict[str, int],
    expected: torch.Tensor,
) -> torch.Tensor:
    """Both factors of each product are cut; the weight may be its two parts, as in `bound`."""
    scales, shifts, weights = _unpacked(scale, offset, weight, sizes)
    return 2 * TF32 * ((scales.abs() * (weights + shifts)) @ activation.abs())


def _unpacked(
    scale: torch.Tensor, offset: torch.Tensor, weight: torch.Tensor, sizes: dict[str, int]
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Scale, shift and weight of each place, float64, all of shape [N0, MID]."""
    groups = sizes["MID"] // GROUP
    shifts = _fields(offset[:, None])[:, :groups].repeat_interleave(GROUP, 1)
    return scale.repeat_interleave(GROUP, 1), shifts, _fields(weight)


def _fields(packed: torch.Tensor) -> torch.Tensor:
    """Integers [rows, n] as the four-bit numbers in them, lowest bits first: float64 [rows, n * FPINT]."""
    fields = (packed[:, :, None] >> (4 * torch.arange(FPINT))) & 15
    return fields.reshape(packed.shape[0], -1).double()
