"""Masked lanes that a load gives no `other`: whether what they hold reaches an output.

Triton does not say what such lanes hold. Here it is 0, as on NVIDIA's hardware today. Each case that had such lanes
is run again with other values in them, and the lines whose lanes change what is stored are told.
"""

import sys
from collections.abc import Sequence
from typing import Any, Final

from playground_workers.interpreter.kernels import Kernel
from playground_workers.interpreter.launch import launch
from playground_workers.interpreter.memory import Array, Memory, Poison, Tensor

KINDS: Final = ("nan", "large", "small")


def lines_that_matter(
    kernel: Kernel, memory: Memory, inputs: Sequence[Array], case: dict[str, Any], lines: Sequence[int]
) -> list[int]:
    """Of the lines of loads with masked lanes and no `other`, those whose lanes change a result, bit for bit.

    memory: after the launch as it counts. inputs: the tensors as they were before it.
    """
    if not any(_changed(kernel, memory, inputs, case, Poison(kind)) for kind in KINDS):
        return []
    if len(lines) == 1:
        return list(lines)
    found = []
    for line in lines:
        if any(_changed(kernel, memory, inputs, case, Poison(kind, frozenset([line]))) for kind in KINDS):
            found.append(line)
    return found or list(lines)  # only together they matter


def _changed(kernel: Kernel, memory: Memory, inputs: Sequence[Array], case: dict[str, Any], poison: Poison) -> bool:
    """Whether the case comes out otherwise. A run that fails or leaves a tensor, which the first did not, does."""
    tensors = [Tensor(t.name, data.copy()) for t, data in zip(memory.tensors, inputs, strict=True)]
    poisoned = Memory(tensors, poison)
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = _Nowhere()
    try:
        launch(kernel, poisoned, case["grid"], case["numbers"], shuffle_seed=case["shuffle_seed"])
    except Exception:
        return True
    finally:
        sys.stdout, sys.stderr = before
    if poisoned.faults:
        return True
    return any(
        after.data.tobytes() != first.data.tobytes() for after, first in zip(tensors, memory.tensors, strict=True)
    )


class _Nowhere:
    """Standard output of a run that is only compared: it printed already."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass
