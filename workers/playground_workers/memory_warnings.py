"""What a run's accesses say of a kernel that was lucky: races, and masked lanes that reach the result."""

from typing import Final

from playground_puzzles.models import Puzzle, Warning
from playground_workers.comparison import Launch, element_index, program_id, show_element, show_program
from playground_workers.interpreter.protocol import CaseResult, Race

_DEEDS: Final = {
    "write-write": ("stores", "stores another value there"),
    "read-write": ("stores", "loads it"),
    "atomic-write": ("updates it atomically", "stores there plainly"),
    "atomic-read": ("updates it atomically", "loads it plainly"),
}


def memory_warnings(puzzle: Puzzle, launch: Launch, result: CaseResult) -> list[Warning]:
    """One warning a line: what happened, and what to write instead. ValueError for a malformed result."""
    found: dict[tuple[str, int], Warning] = {}
    for race in result.races:
        if race.kind == "repeated":
            continue  # it fails the case, see comparison
        found.setdefault(("race", race.first_line), _race(puzzle, launch, race))
    for line in result.unguarded:
        found.setdefault(("masked_lanes", line), _masked_lanes(line))
    return list(found.values())


def _race(puzzle: Puzzle, launch: Launch, race: Race) -> Warning:
    if race.tensor >= len(puzzle.tensors):
        raise ValueError("a race in a tensor that there is none of")
    index = element_index(race.element, launch.arrays[race.tensor].shape)
    element = show_element(puzzle.tensors[race.tensor].name, index)
    first, second = (show_program(program_id(p, launch.grid)) for p in (race.first_program, race.second_program))
    does, other = _DEEDS[race.kind]
    return Warning(
        code="race",
        message=f"Two programs meet at {element}: program {first} {does} at line {race.first_line}, and program "
        f"{second} {other} at line {race.second_line}. On a GPU they run in any order: the result is a matter of luck.",
        line=race.first_line if race.first_line > 0 else None,
    )


def _masked_lanes(line: int) -> Warning:
    return Warning(
        code="masked_lanes",
        message="The masked lanes of this load reach the result. Without `other=` their value is not defined: it is "
        "0 here by luck, and may be anything on a GPU. Give `other=` a value that does no harm, such as 0.0 for a "
        'sum or -float("inf") for a maximum.',
        line=line if line > 0 else None,
    )
