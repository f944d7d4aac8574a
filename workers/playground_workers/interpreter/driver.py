"""The seams into Triton's interpreter, all in one place.

Private names of Triton are used here and nowhere else, so that a new release is tested by testing this module. What
is changed, and why:
- the overflow check of integer arithmetic is off: it computes a 64-bit result only to throw it away;
- the language is patched once, not again at every nested call of a library function such as `tl.sum`;
- loads, stores and atomics go to `Memory`, which holds all tensors, so no raw address is ever followed;
- a splat keeps its operand's numpy type: in 3.9.0 a comparison of two scalars gives booleans under an int32 label,
  and splatting them made an int32 mask that `tl.load` then refused.
"""

import os

os.environ["TRITON_INTERPRET"] = "1"  # read when triton is imported

import ast
import dataclasses
import types
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import triton
import triton.language as tl
import triton.runtime.interpreter as stock

from playground_workers.interpreter.memory import Memory

SUPPORTED: Final = ("3.9.",)
"""Triton releases, by prefix, that the tests cover."""

builder: Final = stock.interpreter_builder
Handle: Final = stock.TensorHandle
memory: Memory | None = None
"""The tensors of the running launch."""


def install() -> None:
    """Patch Triton, once a process. Raises RuntimeError for a release that is not supported."""
    if not triton.__version__.startswith(SUPPORTED):
        raise RuntimeError(
            f"Triton {triton.__version__} is not supported; tested are {', '.join(v + 'x' for v in SUPPORTED)}."
        )
    builder.options = dataclasses.replace(builder.options, sanitize_overflow=False)
    stock._patch_lang(types.FunctionType((lambda: None).__code__, {"tl": tl, "core": tl.core}))
    nothing_to_restore = types.SimpleNamespace(restore=lambda: None)
    stock._patch_lang = lambda fn: nothing_to_restore
    stock.InterpretedFunction.__call__ = _call
    for name, method in _METHODS.items():
        setattr(stock.InterpreterBuilder, name, method)


def rewrite_library() -> None:
    """Rewrite every function of Triton's own library now: it reads its source for that, and later there is none."""
    for module in (tl, tl.standard, tl.math, tl.random):
        for value in vars(module).values():
            if isinstance(value, stock.InterpretedFunction):
                value.rewrite()


def rewrite(tree: ast.Module) -> ast.Module:
    """Apply the interpreter's own rewriting (assignments, chained comparisons) to the functions of a module."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.body = [stock.FunctionRewriter.ast_transformer.visit(statement) for statement in node.body]
    return ast.fix_missing_locations(tree)


def rewrite_names() -> dict[str, Any]:
    """The names that rewritten code refers to."""
    return {
        "interpreter_semantic": stock.interpreter_semantic,
        "_InterpreterComparison": stock._InterpreterComparison,
    }


def scalar(value: int) -> Any:
    """A run-time integer argument as the tensor that the kernel sees."""
    return stock._implicit_cvt(value)


def pointer(address: int, dtype: np.dtype[Any]) -> Any:
    """A pointer argument to elements of the given type."""
    type_ = tl.pointer_type(tl.dtype(_TRITON_NAMES.get(dtype.name, dtype.name)))
    return tl.tensor(Handle(np.array([address], dtype=np.uint64), type_), type_)


def _call(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a library function such as `tl.sum` without patching again, and without hiding its exceptions."""
    return function.rewrite()(*args, **kwargs)


_TRITON_NAMES: Final = {"float16": "fp16", "float32": "fp32", "float64": "fp64", "bool": "int1"}


def _active() -> Memory:
    if memory is None:
        raise RuntimeError("no launch is running")
    return memory


def _element(pointers: Any) -> tuple[Any, np.dtype[Any]]:
    type_ = pointers.get_element_ty()
    return type_, stock._get_np_dtype(type_)


def _load(self: Any, pointers: Any, mask: Any, other: Any, *hints: Any, **more_hints: Any) -> Any:
    type_, dtype = _element(pointers)
    fill = None if other is None else other.data
    return Handle(_active().load(pointers.data, mask.data, fill, dtype), type_)


def _store(self: Any, pointers: Any, value: Any, mask: Any, *hints: Any, **more_hints: Any) -> None:
    _, dtype = _element(pointers)
    _active().store(pointers.data, value.data, mask.data, dtype)


def _atomic_rmw(self: Any, operation: Any, pointers: Any, value: Any, mask: Any, *order: Any) -> Any:
    old = _active().update(pointers.data, value.data, mask.data, _RMW[operation.name.upper()])
    return Handle(old, value.dtype.scalar)


def _atomic_cas(self: Any, pointers: Any, compare: Any, value: Any, *order: Any) -> Any:
    old = _active().compare_and_swap(pointers.data, compare.data, value.data)
    return Handle(old, compare.dtype.scalar)


def _splat(self: Any, type_: Any, operand: Any) -> Any:
    return Handle(np.full(tuple(type_.shape), operand.data.flat[0]), operand.dtype.scalar)


def _assert(self: Any, condition: Any, message: str) -> None:
    if not np.all(condition.data):
        raise AssertionError(message)


def _unsigned(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def apply(old: Any, value: Any) -> Any:
        kind = np.dtype(f"uint{old.dtype.itemsize * 8}")
        return operation(old.view(kind), value.view(kind)).view(old.dtype)

    return apply


_RMW: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "ADD": np.add,
    "FADD": np.add,
    "MIN": np.minimum,
    "MAX": np.maximum,
    "UMIN": _unsigned(np.minimum),
    "UMAX": _unsigned(np.maximum),
    "AND": np.bitwise_and,
    "OR": np.bitwise_or,
    "XOR": np.bitwise_xor,
    "XCHG": lambda old, value: value,
}

_METHODS: Final[dict[str, Callable[..., Any]]] = {
    "create_masked_load": _load,
    "create_masked_store": _store,
    "create_atomic_rmw": _atomic_rmw,
    "create_atomic_cas": _atomic_cas,
    "create_splat": _splat,
    "create_assert": _assert,
}
