"""The interpreter without traces: what `tests.bench.traces` measures against."""

from collections.abc import Callable

from playground_workers.interpreter import program
from playground_workers.interpreter.memory import Memory


def warm() -> None:
    program.warm()
    program._Session.send_trace = leave_out


def run(request: bytes, send: Callable[[int, bytes], None]) -> None:
    program.run(request, send)


def where() -> bytes:
    return program.where()


def leave_out(session: program._Session, memory: Memory, *, finished: bool) -> None:
    """Send nothing."""
