"""One kernel over a grid: all programs at once where that is safe, else one after another.

Whether all at once was right is decided after it, from the record of accesses: if no two programs got at one element
in a way that matters, every order gives the same. Otherwise, and where programs decide differently, print, update
atomically or fail, memory is put back and the programs run one by one, which is what counts then.
"""

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from playground_workers.interpreter import driver
from playground_workers.interpreter.analysis import Analysis
from playground_workers.interpreter.handles import Unbatchable
from playground_workers.interpreter.kernels import Kernel
from playground_workers.interpreter.memory import Memory
from playground_workers.interpreter.protocol import Race
from playground_workers.interpreter.state import state

Order = npt.NDArray[np.int32]
Axes = npt.NDArray[np.int32]
Mode = Literal["auto", "serial"]

CHUNK: Final = 256
"""Programs that run at once at most: more are no faster and take more memory."""


@dataclass(slots=True)
class Outcome:
    """batched: whether all programs ran at once; why: what spoke against it, or None. races: as in a case's frame.

    unguarded: lines of loads with a mask and without `other` that had masked lanes.
    """

    batched: bool
    why: str | None
    races: list[Race]
    unguarded: list[int]


def launch(
    kernel: Kernel,
    memory: Memory,
    grid: Sequence[int],
    numbers: Mapping[str, bool | int | float],
    *,
    shuffle_seed: int | None = None,
    mode: Mode = "auto",
    after_program: Callable[[], None] = lambda: None,
) -> Outcome:
    """Run every program of the grid, in order (last axis fastest) or shuffled. Exceptions are the kernel's own.

    The tensors of `memory` are changed only where the launch goes through. after_program: called after each program
    that ran on its own.
    """
    extent = (*grid, *(1,) * (3 - len(grid)))
    count = math.prod(extent)
    order, axes = _programs(extent, count, shuffle_seed)
    arguments = _arguments(kernel, memory, numbers)
    driver.builder.set_grid_dim(*extent)
    state.memory, memory.order = memory, order
    why: str | None = "one program" if count == 1 else None if mode == "auto" else "asked for"
    try:
        if why is None:
            outcome, why = _at_once(kernel, memory, order, axes, arguments)
            if outcome is not None:
                memory.write_back()
                return outcome
            memory.reset()
        analysis = Analysis(memory, order)
        _one_by_one(kernel, memory, order, axes, arguments, after_program)
        findings = analysis.finish()
    finally:
        state.memory, state.ids, state.programs = None, None, 1
    memory.write_back()
    return Outcome(False, why, findings.races, findings.unguarded)


def _programs(extent: tuple[int, ...], count: int, seed: int | None) -> tuple[Order, Axes]:
    """The linear program ids in the order they run, and each one's place on the three axes."""
    if count == 1:
        return _ONE
    order = np.arange(count, dtype=np.int32)
    if seed is not None:
        order = np.random.default_rng(seed).permutation(count).astype(np.int32)
    _, columns, layers = extent
    rows, rest = np.divmod(order, np.int32(columns * layers))
    return order, np.stack([rows, *np.divmod(rest, np.int32(layers))], axis=1)


_ONE: Final = np.zeros(1, np.int32), np.zeros((1, 3), np.int32)


def _arguments(kernel: Kernel, memory: Memory, numbers: Mapping[str, bool | int | float]) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for index, buffer in enumerate(memory.buffers):
        arguments[kernel.parameters[index]] = driver.pointer(buffer)
    for name, value in numbers.items():
        if name in kernel.parameters:
            arguments[name] = value if name in kernel.constexprs else driver.number(value)
    return arguments


def _at_once(
    kernel: Kernel, memory: Memory, order: Order, axes: Axes, arguments: dict[str, Any]
) -> tuple[Outcome | None, str | None]:
    """Run all programs at once: what came out, or why it does not count."""
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = _NoOutput()
    try:
        analysis = Analysis(memory, order)
        for start in range(0, len(order), CHUNK):
            part = axes[start : start + CHUNK]
            _now(memory, order, start, len(part))
            several = len(part) > 1
            state.ids = driver.program_ids(part) if several else [driver.scalar(place) for place in part[0].tolist()]
            kernel.function(**arguments)
        findings = analysis.finish()
    except Unbatchable as reason:
        return None, str(reason)
    except Exception as error:  # it is raised again where the programs run one by one
        return None, type(error).__name__
    finally:
        sys.stdout, sys.stderr = before
    if findings.conflict:
        return None, "programs share elements"
    return Outcome(True, None, findings.races, findings.unguarded), None


def _one_by_one(
    kernel: Kernel,
    memory: Memory,
    order: Order,
    axes: Axes,
    arguments: dict[str, Any],
    after_program: Callable[[], None],
) -> None:
    places = axes.tolist()
    for position in range(len(order)):
        _now(memory, order, position, 1)
        driver.builder.grid_idx = places[position]  # for what tl.device_print puts first
        state.ids = [driver.scalar(place) for place in places[position]]
        kernel.function(**arguments)
        after_program()


def _now(memory: Memory, order: Order, position: int, programs: int) -> None:
    memory.position, memory.programs, memory.program = position, programs, int(order[position])
    state.programs = programs


class _NoOutput:
    """Standard output while all programs run at once: each must print its own, so the first print ends the attempt."""

    def write(self, text: str) -> int:
        raise Unbatchable("print")

    def flush(self) -> None:
        pass
