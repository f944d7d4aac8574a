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
}


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
    fills = draw.choice([case.fills for case in puzzle.cases])
    return Case(name=f"random-{index}", title=f"Random {index}", sizes=sizes, blocks=blocks, fills=fills)


def _power(draw: random.Random, low: int, high: int) -> int:
    return draw.choice([power for power in _POWERS if low <= power <= high])
