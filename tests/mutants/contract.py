"""Random cases within what each statement promises: a right kernel must pass all of them."""

import random
from typing import Final

from playground_puzzles.models import Case, Puzzle

Range = tuple[int, int]

_POWERS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)

SIZES: Final[dict[int, dict[str, Range]]] = {
    2: {"N0": (1, 600)},
    4: {"N0": (1, 130), "N1": (1, 130)},
    5: {"N0": (1, 130), "N1": (1, 130)},
    6: {"N0": (1, 130), "N1": (1, 130)},
    7: {"N0": (1, 12), "T": (1, 200)},
    8: {"N0": (1, 8), "T": (1, 200)},
    9: {"N0": (1, 140), "T": (1, 140)},
    10: {"N0": (1, 6), "H": (1, 7), "W": (1, 7)},
    11: {"N0": (1, 50), "N1": (1, 50), "N2": (1, 4), "MID": (1, 70)},
    12: {"N0": (1, 50), "N1": (1, 50)},
    13: {"N0": (1, 130), "N1": (1, 130)},
    14: {"N0": (1, 90), "N1": (1, 90), "STEP": (1, 8)},
    15: {"N0": (1, 300), "BINS": (1, 70)},
    16: {"N0": (1, 20)},
    17: {"N0": (1, 20), "T": (1, 200)},
    18: {"N0": (1, 20), "T": (1, 200)},
    19: {"N0": (1, 12)},
    20: {"N0": (1, 600), "SEED": (1, 2**31 - 1), "PERCENT": (1, 90)},
    21: {"N0": (1, 40), "N1": (1, 40), "MID": (1, 200), "SPLIT": (1, 8)},
    22: {"N1": (1, 40), "MID": (1, 70)},
    23: {"N2": (1, 3), "T": (1, 100)},
    24: {"N0": (1, 50), "N1": (1, 50), "MID": (1, 200)},
    25: {"N0": (1, 40), "N1": (1, 40), "H": (1, 90)},
}
"""Both ends included; the upper ones below what the statements allow where that would only take time."""

BLOCKS: Final[dict[int, dict[str, Range]]] = {
    2: {"B0": (16, 256)},
    4: {"B0": (16, 64), "B1": (16, 64)},
    5: {"B0": (16, 64), "B1": (16, 64)},
    6: {"B0": (16, 64), "B1": (16, 64)},
    7: {"B0": (1, 8), "B1": (16, 64)},
    8: {"B0": (1, 8), "B1": (16, 64)},
    9: {"B0": (16, 64), "B1": (16, 64)},
    10: {"B0": (1, 8)},
    11: {"B0": (16, 32), "B1": (16, 32), "B2": (1, 2), "B_MID": (16, 32)},
    12: {"B0": (16, 32), "B1": (16, 32), "B_MID": (16, 64)},
    13: {"B0": (16, 64), "B1": (16, 64)},
    14: {"B0": (16, 64), "B1": (16, 64)},
    15: {"B0": (16, 128)},
    16: {"B0": (1, 8)},
    17: {"B0": (1, 8), "B1": (16, 128)},
    18: {"B0": (1, 8), "B1": (16, 128)},
    19: {"B0": (1, 8), "B1": (64, 256)},
    20: {"B0": (16, 256)},
    21: {"B0": (16, 32), "B1": (16, 32), "B_MID": (16, 32)},
    22: {"B0": (16, 32), "B1": (16, 32), "B_MID": (16, 32)},
    23: {"B0": (16, 64), "B1": (16, 64)},
    24: {"B0": (16, 32), "B1": (16, 32), "B_MID": (32, 64)},
    25: {"B0": (16, 32), "B1": (16, 32), "B_MID": (16, 32)},
}

WITH_FILLS: Final[dict[int, tuple[str, ...]]] = {14: ("ROWS",), 19: ("T",), 22: ("N0", "N2")}


def random_cases(puzzle: Puzzle, count: int, seed: int) -> tuple[Case, ...]:
    """Cases with sizes, blocks and fills of the puzzle's own kinds, drawn from the seed."""
    draw = random.Random(f"{puzzle.slug} {seed}")
    return tuple(_case(puzzle, index, draw) for index in range(count))


def _case(puzzle: Puzzle, index: int, draw: random.Random) -> Case:
    number = puzzle.number or 0
    blocks = {name: _power(draw, *limits) for name, limits in BLOCKS.get(number, {}).items()}
    sizes = {name: draw.randint(*limits) for name, limits in SIZES.get(number, {}).items()}
    match number:
        case 1:
            sizes["N0"] = blocks["B0"] = _power(draw, 1, 1024)
        case 3:
            sizes["N0"] = blocks["B0"] = _power(draw, 1, 128)
            sizes["N1"] = blocks["B1"] = _power(draw, 1, 128)
        case 7 | 8:
            sizes["N1"] = 32
        case 10:
            sizes["KH"], sizes["KW"] = _power(draw, 1, 8), _power(draw, 1, 8)
        case 12:
            sizes["MID"] = 8 * draw.randint(1, 8)
        case 16:
            sizes["T"] = draw.randint(1, 128)
            sizes["K"] = draw.randint(1, min(sizes["T"], 16))
            blocks["B1"] = _power(draw, max(16, _no_less(sizes["T"])), 128)
        case 23:
            sizes["D"] = _power(draw, 16, 32)
        case 25:
            sizes["D"] = _power(draw, 16, 64)
    like = draw.choice(puzzle.cases)
    fills = like.fills
    # What an index may be, or a count, is said by the fills: the sizes that they belong to come with them.
    for name in WITH_FILLS.get(number, ()):
        sizes[name] = like.sizes[name]
    if number == 22:
        blocks["B2"] = _power(draw, _no_less(sizes["N2"]), 16)
    return Case(name=f"random-{index}", title=f"Random {index}", sizes=sizes, blocks=blocks, fills=fills)


def _power(draw: random.Random, low: int, high: int) -> int:
    return draw.choice([power for power in _POWERS if low <= power <= high])


def _no_less(length: int) -> int:
    return min(power for power in _POWERS if power >= length)
