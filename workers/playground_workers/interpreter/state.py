"""What is running in this process: one launch at a time, or a semantic method that is being recorded."""

from typing import Any

from playground_workers.interpreter.memory import Memory


class State:
    """memory: of the running launch, None between launches. ids: the program ids as Triton tensors, one an axis.

    recording: whether a plan is being made, so that memory is not really touched. lenient: whether meanwhile a scalar
    may be taken for true: Triton asks so of `mask` and `other` in `tl.load`, where it makes no difference to a plan.
    programs: how many run at once. guarded: whether the load that is running was given `other`.
    """

    memory: Memory | None = None
    recording = False
    lenient = False
    guarded = False
    programs = 1
    ids: list[Any] | None = None


state = State()


def running() -> Memory:
    """The memory of the running launch."""
    if state.memory is None:
        raise RuntimeError("no launch is running")
    return state.memory
