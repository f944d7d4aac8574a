"""Puzzle 20: elements of x are dropped where tl.rand(SEED, i) is below the share; the others grow to make up for it.

The random numbers are those of Philox 4x32-10: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, Parallel Random
Numbers: As Easy as 1, 2, 3 (2011), with the seed as key and the element's place as counter.
"""

import numpy as np
import torch

from playground_puzzles.rounding import SAFETY, TINY, gamma

ROUNDS = 10
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
LOW = 0xFFFFFFFF
TO_UNIT = np.float32(4.6566127342e-10)
"""A little less than 2^-31, so that a number of 31 bits becomes one from 0 to below 1."""

NEAR = 1e-6
"""Where a number is this near to the share, its rounding decides, and both results are right."""


def spec(x: torch.Tensor, sizes: dict[str, int]) -> torch.Tensor:
    share = sizes["PERCENT"] / 100
    kept = uniform(sizes["SEED"], len(x)) >= share
    return torch.where(kept, x / (1 - share), 0.0)


def bound(x: torch.Tensor, sizes: dict[str, int], expected: torch.Tensor) -> torch.Tensor:
    """The share is rounded, which counts by its size against what is left of 1; then a difference, a quotient and a
    product."""
    share = sizes["PERCENT"] / 100
    grown = (x / (1 - share)).abs()
    error = SAFETY * (gamma(3 + 3 * share / (1 - share)) * expected.abs() + TINY)
    return torch.where((uniform(sizes["SEED"], len(x)) - share).abs() < NEAR, grown + error, error)


def uniform(seed: int, length: int) -> torch.Tensor:
    """What tl.rand(seed, i) gives for i from 0 to length - 1: float32 numbers in [0, 1), as float64."""
    words = philox(seed, np.arange(length, dtype=np.uint64))[0].astype(np.uint32).view(np.int32)
    # Negative numbers are turned over, so that all 31 bits below the sign are used.
    return torch.from_numpy((np.where(words < 0, -words - 1, words).astype(np.float32) * TO_UNIT).astype(np.float64))


def philox(seed: int, place: np.ndarray) -> tuple[np.ndarray, ...]:
    """The four words of each block of random bits: uint64 arrays with values below 2^32. place: the first counter."""
    key = [seed & LOW, seed >> 32]
    counter = [place & LOW, np.zeros_like(place), np.zeros_like(place), np.zeros_like(place)]
    for _ in range(ROUNDS):
        first = counter[0] * np.uint64(MULTIPLIERS[0])
        second = counter[2] * np.uint64(MULTIPLIERS[1])
        counter = [
            (second >> np.uint64(32)) ^ counter[1] ^ np.uint64(key[0]),
            second & np.uint64(LOW),
            (first >> np.uint64(32)) ^ counter[3] ^ np.uint64(key[1]),
            first & np.uint64(LOW),
        ]
        key = [(key[0] + WEYL[0]) & LOW, (key[1] + WEYL[1]) & LOW]
    return tuple(counter)
