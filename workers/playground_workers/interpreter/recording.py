"""One call of Triton's semantic layer, recorded: what it asked the builder for, in order.

What it asks for depends on the operands' types and on the class of a Python number, not on data. That is made sure
of: a sample block refuses to decide anything, a sample number refuses to be computed with, and a call with a number
is recorded with two of its class, which must come to the same plan.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from playground_workers.interpreter.handles import Handle
from playground_workers.interpreter.state import state


class NoPlan(Exception):
    """There is no plan for this call; Triton's own path does it."""


Entry = tuple[str, tuple[Any, ...], Any]
"""Name of a builder method, its arguments, its result."""


class Number:
    """Stands for all Python numbers of a class in a signature. probes: two of them."""

    def __init__(self, *probes: int | float) -> None:
        self.probes = probes


NATURAL: Final = -1
NEGATIVE: Final = -2
REAL: Final = -3
CLASSES: Final = {NATURAL: Number(3, 5), NEGATIVE: Number(-3, -5), REAL: Number(1.5, 2.25)}
"""Integers from 0 to 2 ** 31 - 1, from -2 ** 31 to -1, and numbers that a float32 can hold as normal numbers."""


def number_class(value: Any) -> int | None:
    """The class of a Python number; None for one that Triton might treat in a way of its own, and for no number."""
    kind = value.__class__
    if kind is int:
        if 0 <= value < 2147483648:
            return NATURAL
        if -2147483648 <= value < 0:
            return NEGATIVE
    elif kind is float and (1.2e-38 < value < 3.4e38 or -3.4e38 < value < -1.2e-38 or value == 0.0 or value * 0 != 0):
        return REAL
    return None


def _refuse(*arguments: Any) -> Any:
    raise NoPlan("computed with a number")


_COMPUTING: Final = [
    f"__{side}{name}__"
    for name in [
        "add",
        "sub",
        "mul",
        "truediv",
        "floordiv",
        "mod",
        "divmod",
        "pow",
        "lshift",
        "rshift",
        "and",
        "or",
        "xor",
    ]
    for side in ("", "r")
] + ["__neg__", "__pos__", "__invert__", "__bool__", "__round__", "__trunc__", "__floor__", "__ceil__"]


class MarkedInt(int):
    """A sample integer, known again by identity in the record."""


class MarkedFloat(float):
    """A sample float, known again by identity in the record."""


for _name in _COMPUTING:
    for _class in (MarkedInt, MarkedFloat):
        if hasattr(_class, _name):
            setattr(_class, _name, _refuse)


def mark(value: int | float) -> MarkedInt | MarkedFloat:
    return MarkedInt(value) if isinstance(value, int) else MarkedFloat(value)


_LARGE: Final = 256
"""Lanes above which a sample is one number spread: records are kept, and their values do not matter."""


class Recorder:
    """Takes the builder's place and keeps a record of its calls."""

    def __init__(self, builder: Any) -> None:
        self._builder = builder
        self.record: list[Entry] = []

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._builder, name)
        if not callable(member) or not name.startswith(("create_", "get_")):
            return member

        def call(*arguments: Any) -> Any:
            result = member(*arguments)
            if isinstance(result, Handle) and result.data.size > _LARGE and name != "create_make_range":
                result.data = np.broadcast_to(result.data.flat[0], result.data.shape)
            if isinstance(result, Handle) or name.startswith("create_"):
                self.record.append((name, arguments, result))
            return result

        return call


def record(semantic: Any, call: Callable[..., Any], arguments: list[Any], named: dict[str, Any]) -> tuple[Any, Any]:
    """Call a semantic function on samples: its result and the record. Whatever it raises is a NoPlan."""
    builder = semantic.builder
    recorder = Recorder(builder)
    before = state.recording
    semantic.builder, state.recording = recorder, True
    try:
        return call(*arguments, **named), recorder.record
    except NoPlan:
        raise
    except Exception as error:  # Triton's own path raises it again, with the real operands
        raise NoPlan(f"{type(error).__name__}") from None
    finally:
        semantic.builder, state.recording = builder, before
