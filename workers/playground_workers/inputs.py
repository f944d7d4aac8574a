"""The tensors of a case: inputs drawn from a seed, outputs filled as the puzzle says."""

import zlib
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from playground_puzzles.expressions import evaluate
from playground_puzzles.models import Case, Fill, Puzzle, Role, Tensor

Array = npt.NDArray[Any]

POISON_BYTE: Final = 0xA5
"""Fills integer outputs before a run; float outputs get NaN. Only a help to the eye: stores are tracked apart."""


def draw(puzzle: Puzzle, case: Case, seed: int) -> list[Array]:
    """One array a tensor, in parameter order, with the tensor's shape and dtype. Equal seeds give equal arrays."""
    names = case.sizes | case.blocks
    arrays = []
    for index, tensor in enumerate(puzzle.tensors):
        shape = tuple(evaluate(side, names) for side in tensor.shape)
        if tensor.role is Role.output:
            arrays.append(_initial(tensor, shape))
        else:
            random = np.random.default_rng([seed, zlib.crc32(case.name.encode()), index])
            fill = case.fills.get(tensor.name, tensor.fill)
            arrays.append(_draw(fill, shape, np.dtype(tensor.dtype), random))
    return arrays


def _initial(tensor: Tensor, shape: tuple[int, ...]) -> Array:
    dtype = np.dtype(tensor.dtype)
    match tensor.init:
        case "zeros":
            return np.zeros(shape, dtype)
        case "ones":
            return np.ones(shape, dtype)
    if dtype.kind == "f":
        return np.full(shape, np.nan, dtype)
    return np.full((*shape, dtype.itemsize), POISON_BYTE, np.uint8).view(dtype).reshape(shape)


def _draw(fill: Fill, shape: tuple[int, ...], dtype: np.dtype[Any], random: np.random.Generator) -> Array:
    values: Array
    match fill.kind:
        case "normal":
            values = random.normal(fill.mean, fill.std, shape)
        case "uniform":
            values = random.uniform(fill.low, fill.high, shape)
        case "integers":
            values = random.integers(int(fill.low), int(fill.high), shape, np.int64, endpoint=True)
        case "bits":
            values = random.integers(0, 256, (*shape, dtype.itemsize), np.uint8).view(dtype).reshape(shape)
        case "ones":
            values = np.ones(shape)
        case "arange":
            values = fill.step * np.arange(np.prod(shape, dtype=np.int64)).reshape(shape)
    values = values.astype(dtype)
    if fill.zeros:
        values[random.random(shape) < fill.zeros] = 0
    return values
