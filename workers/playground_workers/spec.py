"""A puzzle's spec: what the output should be, and how far a right float32 kernel may be from it.

Both are functions of the puzzle folder's spec.py, called in the worker, outside the sandbox: the expected result
never enters it. Inputs come in float64 or int64, so that the expected values are exact next to float32.
"""

import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from playground_puzzles.models import Case, Puzzle, Role
from playground_workers.errors import SpecError

Float64Array = npt.NDArray[np.float64]
Expected = tuple[Float64Array, Float64Array]
"""The expected output, and the largest error allowed; both in the shape of the output."""


class Expecting(Protocol):
    """What the expected results of a puzzle come from. Both raise SpecError."""

    def expected(self, case: Case, arrays: Sequence[npt.NDArray[Any]]) -> Expected | None:
        """Of one case with its arrays in parameter order; None where the puzzle has no output."""

    def expected_all(
        self, drawn: Sequence[tuple[Case, Sequence[npt.NDArray[Any]]]], *, tf32: bool = False
    ) -> Sequence[Expected | None]:
        """Of several cases, which is quicker than one after another. tf32: as `Spec.expected` says."""


class Spec:
    """spec and bound of one puzzle, loaded once."""

    def __init__(self, puzzle: Puzzle, folder: Path) -> None:
        self.puzzle = puzzle
        self.path = folder / "spec.py"
        self.outputs = [t for t in puzzle.tensors if t.role is Role.output]
        module = _load(self.path, puzzle.slug) if self.outputs else ModuleType("none")
        self._spec: Callable[..., Any] | None = getattr(module, "spec", None)
        self._bound: Callable[..., Any] | None = getattr(module, "bound", None)
        self._tf32: Callable[..., Any] | None = getattr(module, "tf32", None)

    def expected_all(
        self, drawn: Sequence[tuple[Case, Sequence[npt.NDArray[Any]]]], *, tf32: bool = False
    ) -> list[Expected | None]:
        """What `expected` gives for each."""
        return [self.expected(case, arrays, tf32=tf32) for case, arrays in drawn]

    def expected(self, case: Case, arrays: Sequence[npt.NDArray[Any]], *, tf32: bool = False) -> Expected | None:
        """Expected output and largest error allowed, both float64 with the output's shape; None without an output.

        tf32: where `tl.dot` cuts float32 factors, as GPUs do, so that a puzzle with one allows more.
        """
        if not self.outputs:
            return None
        if self._spec is None or self._bound is None:
            raise SpecError(f"{self.path}: a puzzle with an output needs the functions spec and bound.")
        import torch  # takes seconds to load: a usage error on the command line should not wait for it

        inputs, shape = {}, ()
        for tensor, array in zip(self.puzzle.tensors, arrays, strict=True):
            if tensor.role is Role.input:
                wide = array.astype(np.float64 if array.dtype.kind == "f" else np.int64)
                inputs[tensor.name] = torch.from_numpy(wide)
            else:
                shape = array.shape
        try:
            value = self._spec(**inputs, sizes=dict(case.sizes))
            bound = self._bound(**inputs, sizes=dict(case.sizes), expected=value)
            if tf32 and self._tf32 is not None:
                bound = bound + self._tf32(**inputs, sizes=dict(case.sizes), expected=value)
            expected, limit = np.asarray(value, np.float64), np.asarray(bound, np.float64)
        except Exception as error:
            raise SpecError(f"{self.path}, case {case.name}: {type(error).__name__}: {error}") from error
        if expected.shape != shape or limit.shape not in ((), shape):
            name, found = ("spec", expected.shape) if expected.shape != shape else ("bound", limit.shape)
            raise SpecError(
                f"{self.path}, case {case.name}: {name} gives the shape {list(found)}, the output has {list(shape)}."
            )
        return expected, np.broadcast_to(limit, shape)


def _load(path: Path, slug: str) -> ModuleType:
    name = f"playground_spec_{slug.replace('-', '_')}"
    found = importlib.util.spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise SpecError(f"{path} cannot be loaded.")
    module = importlib.util.module_from_spec(found)
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # a puzzle folder may be read-only
    try:
        found.loader.exec_module(module)
    except Exception as error:
        raise SpecError(f"{path}: {type(error).__name__}: {error}") from error
    finally:
        sys.dont_write_bytecode = written
    return module
