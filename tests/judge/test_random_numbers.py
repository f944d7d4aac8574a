"""The random numbers that the dropout puzzle's spec makes for itself are those of the published generator."""

import numpy as np

from playground_puzzles.catalogue import load
from playground_workers.spec import _load

SPEC = _load(load().folder("dropout") / "spec.py", "dropout")


def test_philox_gives_the_published_words_for_a_key_and_counter_of_zeros():
    """From the known answers that come with the authors' own code, for philox4x32 with ten rounds."""
    words = SPEC.philox(0, np.zeros(1, np.uint64))
    assert [int(word[0]) for word in words] == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]


def test_numbers_are_spread_evenly_from_0_to_1():
    drawn = SPEC.uniform(2**31 - 1, 100_000)
    assert 0 <= drawn.min() < 1e-4
    assert 1 - 1e-4 < drawn.max() < 1
    counts = np.histogram(drawn, 20, (0, 1))[0]
    assert abs(counts - 5000).max() < 6 * 5000**0.5
