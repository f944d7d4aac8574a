"""What a runner of the policy `spec` does: read a teacher's files, or run their spec. Never both in one life.

Requests have the form of `interpreter.request`. The header is {"do": "read", "files", "taken", "most"}, or
{"do": "expect", "spec", "cases": [{"sizes", "tensors": [{"name", "dtype", "shape"}]}]} followed by the arrays of the
input tensors of all cases in order. The answers are `frames`.
"""

import random
import sys
import types
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import torch

import playground_puzzles.rounding  # noqa: F401 - a spec imports it, when there are no files any more
from playground_puzzles import own
from playground_puzzles.errors import PuzzleError
from playground_puzzles.models import Puzzle
from playground_workers.interpreter.request import unpack
from playground_workers.mutants.mutations import Mutant, mutants
from playground_workers.own.frames import MAX_WRONG, WORDS, Failed, Frame, Problem, Read, Result, Wrong, pack

PRELOAD: Final = ("math", "cmath", "fractions", "itertools", "functools", "operator", "collections", "dataclasses")
"""What a spec may import beside torch, numpy and `playground_puzzles.rounding`: there are no files here any more."""

NAME: Final = "spec.py"
_SPREAD: Final = 20
"""Seed of the choice of wrong kernels, so that a check of the same files tries the same ones."""


def warm() -> None:
    """Import what a spec may use, and use it once, so that runners find everything loaded."""
    for module in (*PRELOAD, "torch.nn.functional", "torch.linalg", "torch.fft", "traceback", "linecache"):
        __import__(module)
    torch.set_num_threads(1)
    torch._C._set_mkldnn_enabled(False)  # it makes code at run time, which the sandbox refuses
    np.seterr(all="ignore")
    x = torch.arange(24.0, dtype=torch.float64).reshape(4, 6)
    torch.softmax(x @ x.T, 0).cumsum(1).abs().exp2().amax()
    torch.einsum("ij,kj->ik", x, x)
    torch.nn.functional.pad(x, (1, 1))
    torch.nn.functional.conv2d(x[None, None], x[None, None, :2, :2])
    torch.where(x > 3, x, torch.zeros_like(x)).to(torch.int64).bitwise_and(3)
    str(x)


def run(request: bytes, send: Callable[[int, bytes], None]) -> None:
    """Answer one request. The last frame is the end, or what went wrong."""

    def tell(frame: Frame) -> None:
        send(*pack(frame))

    header, at = unpack(request)
    if header["do"] == "read":
        _read(header, tell)
    else:
        _expect(header, request, at, tell)


# ---- a folder read: nothing of it is executed ----


def _read(header: dict[str, Any], tell: Callable[[Frame], None]) -> None:
    files = header["files"]
    try:
        puzzle = own.read(files, header["taken"])
    except PuzzleError as error:
        tell(Problem(error.message))
        return
    except (RecursionError, MemoryError):
        tell(Problem("The files are nested too deeply to be read."))
        return
    found = _wrong(puzzle, files["solution.py"])[:MAX_WRONG]
    tell(Read(puzzle.model_dump_json(), len(found)))
    for mutant in _chosen(found, header["most"]):
        tell(Wrong(mutant.kind, mutant.line, mutant.before, mutant.after, mutant.source))
    tell(None)


def _wrong(puzzle: Puzzle, source: str) -> list[Mutant]:
    names = [parameter.name for parameter in (*puzzle.sizes, *puzzle.blocks)]
    try:
        return mutants(puzzle.slug, source.replace("\r\n", "\n"), names)
    except (RecursionError, MemoryError, LookupError, TypeError, ValueError):
        return []  # an odd reference; what the check says of it then is that none could be made


def _chosen(found: list[Mutant], most: int) -> list[Mutant]:
    """So many of them, spread over the lines, in their order."""
    if len(found) <= most:
        return found
    places = sorted(random.Random(_SPREAD).sample(range(len(found)), most))
    return [found[place] for place in places]


# ---- a spec run ----


def _expect(header: dict[str, Any], request: bytes, at: int, tell: Callable[[Frame], None]) -> None:
    module = types.ModuleType("spec")
    module.__file__ = NAME
    sys.modules["spec"] = module  # dataclasses look there
    try:
        exec(compile(header["spec"], NAME, "exec"), module.__dict__)
    except Exception as error:
        tell(Failed(-1, _sentence(error)))
        return
    for number, case in enumerate(header["cases"]):
        inputs: dict[str, torch.Tensor] = {}
        for tensor in case["tensors"]:
            dtype = np.dtype(tensor["dtype"])
            count = int(np.prod(tensor["shape"], dtype=np.int64))
            array = np.frombuffer(request, dtype, count, at).reshape(tensor["shape"])
            at += array.nbytes
            wide = array.astype(np.float64 if dtype.kind == "f" else np.int64)
            inputs[tensor["name"]] = torch.from_numpy(wide)
        value = None
        for function, name in enumerate(WORDS):
            more = {"expected": value} if name == "bound" else {}
            try:
                value = module.__dict__[name](**inputs, sizes=dict(case["sizes"]), **more)
                values = np.asarray(value, np.float64)
            except Exception as error:
                tell(Failed(number, f"{name}: {_sentence(error)}"))
                return
            tell(Result(number, function, values))
    tell(None)


def _sentence(error: Exception) -> str:
    """The exception, with the line of the spec that it came from."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == NAME:
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(error, SyntaxError):
        line = error.lineno
    where = "" if line is None else f", line {line}"
    return f"{type(error).__name__}{where}: {error}"
