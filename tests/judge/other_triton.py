"""The interpreter with a Triton that says it is of a release that nobody has tested."""

import triton

from playground_workers.interpreter import program

run = program.run


def warm():
    triton.__version__ = "3.10.0"
    program.warm()
