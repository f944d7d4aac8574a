"""Compile the reference solutions for a GPU, with no GPU: `python -m tests.compiler.reference NUMBER...`.

A process of its own, since Triton decides at its import whether it interprets. Prints, as JSON, by slug what each came
to: null, or the compiler's complaint.
"""

import importlib.util
import json
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from playground_puzzles.catalogue import load
from playground_puzzles.models import Puzzle

os.environ.pop("TRITON_INTERPRET", None)

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

TARGET: Final = GPUTarget("cuda", 90, 32)
TYPES: Final = {"float32": "*fp32", "int32": "*i32", "int8": "*i8"}


def compiled(puzzle: Puzzle, source: Path) -> str | None:
    """Why the puzzle's first case does not compile, in the compiler's words; None where it does."""
    function = getattr(_module(source), puzzle.kernel)
    values = puzzle.cases[0].sizes | puzzle.cases[0].blocks
    pointers = {tensor.parameter: TYPES[tensor.dtype] for tensor in puzzle.tensors}
    types, constants = {}, {}
    for place, (name, parameter) in enumerate(zip(function.arg_names, function.params, strict=True)):
        types[name] = "constexpr" if parameter.is_constexpr else pointers.get(name, "i32")
        if parameter.is_constexpr:
            constants[(place,)] = values[name]
    try:
        made: Any = triton.compile(ASTSource(fn=function, signature=types, constexprs=constants), target=TARGET)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None if "cubin" in made.asm else "no machine code came out"


def _module(path: Path) -> ModuleType:
    found = importlib.util.spec_from_file_location("kernel", path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.dont_write_bytecode = True
    found.loader.exec_module(module)
    return module


if __name__ == "__main__":
    catalogue = load()
    told = {}
    for number in sys.argv[1:]:
        one = catalogue.get(number)
        told[one.slug] = compiled(one, catalogue.folder(one.slug) / "solution.py")
    sys.stdout.write(json.dumps(told))
