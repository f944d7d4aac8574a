"""A launch of one's own as a puzzle of one case. Standard library and models only: what compiles needs no torch."""

from typing import Final

from playground_puzzles import models
from playground_puzzles.models import SANDBOX, Case, Fill, Kind, Puzzle, Role, Tensor

CASE: Final = "run"
CPU_LIMIT_S: Final = 5


def puzzle_of(launch: models.Launch) -> Puzzle:
    """The launch as a puzzle of one case, with shapes and grid as plain numbers."""
    return Puzzle(
        slug=SANDBOX,
        number=None,
        kind=Kind.puzzle,
        track="",
        title="Sandbox",
        summary="",
        kernel=launch.kernel,
        tensors=tuple(
            Tensor(
                name=tensor.name,
                parameter=tensor.name,
                dtype=tensor.dtype,
                shape=tuple(map(str, tensor.shape)),
                role=Role.input if tensor.init is None else Role.output,
                fill=tensor.fill or Fill(),
                init=tensor.init or "poison",
                meaning="",
            )
            for tensor in launch.tensors
        ),
        grid=tuple(map(str, launch.grid)),
        cases=(Case(name=CASE, title="Run"),),
        statement="",
        starter="",
        cpu_limit_s=CPU_LIMIT_S,
    )
