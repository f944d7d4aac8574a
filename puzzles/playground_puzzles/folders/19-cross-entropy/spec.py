"""Puzzle 19: minus the logarithm of the softmax at the label, or 0 where there is no label."""

import torch

from playground_puzzles.rounding import SAFETY, TINY, gamma

LEAST_BLOCK = 16
"""A loop takes at least this many scores a turn."""


def spec(x: torch.Tensor, label: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    at_label = x.gather(1, label.clamp(min=0)[:, None])[:, 0]
    return torch.where(label >= 0, torch.logsumexp(x, 1) - at_label, 0.0)


def bound(x: torch.Tensor, label: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> torch.Tensor:
    """The sum of exponentials has the relative error that puzzle 8 works out; the logarithm makes it an absolute one.

    To that come the logarithm's own error, which a GPU makes in base 2 and which counts as four roundings of a number
    of the size of 1 or of the result, the maximum that is added again and the score that is taken away.
    """
    greatest = x.amax(1, keepdim=True)
    share = torch.softmax(x, 1)
    exponential = gamma(5) + gamma(3) * (greatest - x) + gamma(1) * x.abs()
    turns = -(-sizes["T"] // LEAST_BLOCK)
    of_sum = (share * exponential).sum(1) + gamma(sizes["T"] + 6 * turns)
    logarithm = torch.logsumexp(x - greatest, 1)
    at_label = x.gather(1, label.clamp(min=0)[:, None])[:, 0]
    adding = gamma(3) * (greatest[:, 0].abs() + logarithm + at_label.abs())
    return torch.where(label >= 0, SAFETY * (of_sum + gamma(4) * (1 + logarithm) + adding + TINY), 0.0)
