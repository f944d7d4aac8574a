"""The allow-lists against the Triton that is installed: a new release shows here which names it brings or takes."""

import builtins
import importlib
import inspect
import math
import subprocess
import sys

from playground_workers.interpreter.language import tl, triton
from playground_workers.interpreter.source import names


def public(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def test_every_public_name_of_tl_is_either_allowed_or_left_out_with_a_reason() -> None:
    importlib.import_module("triton.language.semantic")  # the interpreter does, and then tl has it
    assert not names.ALLOWED_TL & names.LEFT_OUT_TL.keys()
    assert names.ALLOWED_TL | names.LEFT_OUT_TL.keys() == public(tl)


def test_no_module_is_allowed_but_math() -> None:
    assert [name for name in sorted(names.ALLOWED_TL) if inspect.ismodule(getattr(tl, name))] == ["math"]


def test_every_public_name_of_tl_math_is_either_allowed_or_left_out() -> None:
    assert not names.ALLOWED_MATH & names.LEFT_OUT_MATH
    assert public(tl.math) == names.ALLOWED_MATH | names.LEFT_OUT_MATH


def test_members_and_dtypes_are_there() -> None:
    assert names.MEMBERS["PropagateNan"] == {name for name in public(tl.PropagateNan) if name.isupper()}
    assert all(isinstance(getattr(tl, name), tl.dtype) for name in names.DTYPES)
    assert all(inspect.isclass(getattr(tl, name)) for name in names.TYPES)
    assert all(callable(getattr(triton, name)) for name in names.ALLOWED_TRITON)


def test_every_method_of_a_block_is_either_allowed_or_left_out() -> None:
    script = "import triton.language as tl; print(*(name for name in dir(tl.tensor) if name[0] != '_'))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    found = set(done.stdout.split())  # in a process of its own: the interpreter adds to the class in this one
    assert found >= names.TENSOR_METHODS
    assert found <= names.TENSOR_METHODS | names.LEFT_OUT_ATTRIBUTES.keys()


def test_fields_of_blocks_and_dtypes_are_there() -> None:
    block = tl.tensor(None, tl.block_type(tl.float32, [8]))
    assert all(hasattr(block, name) for name in names.TENSOR_FIELDS)
    assert all(hasattr(tl.float32, name) for name in names.DTYPE_FIELDS)
    assert hasattr(block.type, "element_ty")
    assert hasattr(tl.constexpr(1), "value")


def test_no_allowed_attribute_is_a_way_into_python() -> None:
    """Texts, numbers, tuples, functions and modules are within reach of a kernel too."""
    assert names.ATTRIBUTES & (public("") | public(()) | public([]) | public(public)) == {"split", "sort"}
    assert names.ATTRIBUTES & (public(1) | public(1.0)) == set()
    assert not any(name.startswith("_") for name in names.ATTRIBUTES | names.ALLOWED_TL | names.ALLOWED_MATH)


def test_python_names_are_there_and_none_reaches_out() -> None:
    allowed = names.BUILTINS | names.BUILTINS_INTERPRETER_ONLY.keys()
    assert all(hasattr(builtins, name) for name in allowed)
    assert not allowed & {"eval", "exec", "compile", "open", "getattr", "setattr", "type", "vars", "globals", "format"}
    assert all(hasattr(math, name) for name in names.MATH_CONSTANTS | names.MATH_FUNCTIONS)


def test_the_rules_need_the_standard_library_alone() -> None:
    code = (
        "import sys, playground_workers.interpreter.source;"
        "print(sorted({'triton', 'numpy', 'torch', 'pydantic', 'playground_puzzles'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
