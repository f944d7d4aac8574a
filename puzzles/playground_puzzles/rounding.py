"""Units of float32 rounding, for the error bounds that a puzzle's spec states.

Source: N. J. Higham, Accuracy and Stability of Numerical Algorithms, second edition, section 3.1.
"""

from typing import Final

U: Final = 2.0**-24
"""Unit roundoff of float32: one operation changes its result by at most this share of it."""

TINY: Final = 2.0**-126
"""The least normal float32. Results below it may be lost whole: a GPU may flush them to zero."""

SAFETY: Final = 4
"""Bounds are this many times the worst case of a plain kernel, so that other right ways pass too."""


TF32: Final = 2.0**-10
"""What a factor of `tl.dot` may lose on a GPU, where float32 ones are cut to 10 bits: NVIDIA's TF32, its default."""


def gamma(roundings: float) -> float:
    """Greatest relative error that this many float32 roundings in a row can add up to: n u / (1 - n u).

    A sum of n terms, in whatever order, is off by at most gamma(n - 1) times the sum of their magnitudes.
    """
    return roundings * U / (1 - roundings * U)
