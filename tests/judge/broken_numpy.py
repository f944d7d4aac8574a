"""The interpreter on a numpy that is broken on purpose: sums come out wrong, as with a bad pair of versions."""

import numpy as np

from playground_workers.interpreter import program

run = program.run


def warm():
    program.warm()
    add = np.add
    np.add = lambda *args, **options: add(add(*args, **options), 1)
    right = np.matmul
    np.matmul = lambda *args, **options: right(*args, **options) * 0
