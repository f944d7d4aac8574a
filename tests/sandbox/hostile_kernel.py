"""The interpreter's own program, with everything loaded that hostile code likes to have at hand: see hostile.py."""

from collections.abc import Callable

import hostile

from playground_workers.interpreter import program


def warm() -> None:
    hostile.warm()
    program.warm()


def run(request: bytes, send: Callable[[int, bytes], None]) -> None:
    hostile.KERNEL.update(hostile.scope(send), judged=True)
    program.run(request, send)
