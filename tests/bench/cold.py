"""The cold way to judge a submission: a fresh Python that imports torch and triton, and runs every case once.

Usage: python -m tests.bench.cold SLUG FILE. It is what a service without warm processes would pay, with stock Triton,
no sandbox, no memory checks and one comparison a case.
"""

import os
import sys

os.environ["TRITON_INTERPRET"] = "1"

import importlib.util
from pathlib import Path

import numpy as np
import torch

from playground_puzzles.catalogue import load
from playground_puzzles.expressions import evaluate
from playground_puzzles.models import Role
from playground_workers.inputs import draw
from playground_workers.spec import Spec


def main(slug: str, file: str) -> int:
    catalogue = load()
    puzzle = catalogue.get(slug)
    spec = Spec(puzzle, catalogue.folder(slug))
    found = importlib.util.spec_from_file_location("submission", Path(file))
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    kernel = getattr(module, puzzle.kernel)
    for case in puzzle.cases:
        arrays = draw(puzzle, case, seed=1)
        expected, bound = spec.expected(case, arrays)
        tensors = [torch.from_numpy(array) for array in arrays]
        numbers = case.sizes | case.blocks
        kernel[tuple(evaluate(side, numbers) for side in puzzle.grid)](*tensors, **numbers)
        output = next(t for t, spec_ in zip(tensors, puzzle.tensors, strict=True) if spec_.role is Role.output)
        if not (np.abs(output.numpy() - expected) <= bound).all():
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
