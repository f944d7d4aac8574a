"""The seams into Triton's interpreter, all in one place.

Private names of Triton are used here, in `rules`, `batching` and `entries`, and nowhere else, so that a new release is
tested by testing these modules. What is changed, and why:
- the overflow check of integer arithmetic is off: it computes a 64-bit result only to throw it away;
- the language is patched once, not again at every nested call of a library function such as `tl.sum`;
- handles are ours (`handles`): pointers know their tensor, and a value may belong to many programs at once;
- loads, stores and atomics go to `Memory`, which holds all tensors, so no raw address is ever followed;
- a splat keeps its operand's numpy type: in 3.9.0 a comparison of two scalars gives booleans under an int32 label,
  and splatting them made an int32 mask that `tl.load` then refused;
- types that numpy cannot compute with (bfloat16, float8) are refused where Triton would add up their bit patterns;
- every operation has a cache of plans in front (`entries`).
"""

import ast
import dataclasses
import inspect
import types
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from playground_workers.interpreter import addresses, batching, entries, tensors
from playground_workers.interpreter.errors import UnsupportedType
from playground_workers.interpreter.handles import Handle, PointerHandle
from playground_workers.interpreter.language import stock, tl, triton
from playground_workers.interpreter.memory import Buffer
from playground_workers.interpreter.rules import elementwise, rules
from playground_workers.interpreter.state import running, state
from playground_workers.interpreter.tensors import NUMPY

SUPPORTED: Final = ("3.7.", "3.8.", "3.9.")
"""Triton releases, by prefix, that the tests have passed with."""

builder: Final = stock.interpreter_builder


def install(*, plans: bool = True) -> None:
    """Patch Triton, once a process. plans: whether operations get plans; without, they are Triton's own.

    Raises RuntimeError for a release that is not supported.
    """
    if not triton.__version__.startswith(SUPPORTED):
        raise RuntimeError(
            f"Triton {triton.__version__} is not supported; tested are {', '.join(v + 'x' for v in SUPPORTED)}."
        )
    builder.options = dataclasses.replace(builder.options, sanitize_overflow=False)
    known, per_element = rules(), elementwise()
    stock.TensorHandle = Handle
    stock._patch_lang(types.FunctionType((lambda: None).__code__, {"tl": tl, "core": tl.core}))
    nothing_to_restore = types.SimpleNamespace(restore=lambda: None)
    stock._patch_lang = lambda fn: nothing_to_restore
    stock.InterpretedFunction.__call__ = _call
    tensors.slim()
    batching.patch_tensor()
    for name in ("binary_op", "unary_op", "ternary_op"):
        setattr(stock.InterpreterBuilder, name, _refusing(getattr(stock.InterpreterBuilder, name)))
    for name in ("create_dot", "create_fma", "create_rsqrt", "create_erf"):
        method = getattr(stock.InterpreterBuilder, name)
        setattr(stock.InterpreterBuilder, name, _refusing_operands(method, float8=name != "create_dot"))
    for name, method in _METHODS.items():
        setattr(stock.InterpreterBuilder, name, method)
    batching.guard(per_element)
    for place in (tl, tl.core):
        for name in ("reduce", "associative_scan"):
            setattr(place, name, batching.by_program(getattr(place, name), _computable))
    _rewrite_library()
    if plans:
        entries.install(stock.interpreter_semantic, known)


def rewrite(tree: ast.Module) -> ast.Module:
    """Apply the interpreter's own rewriting (assignments, chained comparisons) to the functions of a module."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.body = [stock.FunctionRewriter.ast_transformer.visit(statement) for statement in node.body]
    return ast.fix_missing_locations(tree)


def rewrite_names() -> dict[str, Any]:
    """The names that rewritten code refers to. Chained comparisons are rewritten from 3.9 on."""
    names = ["interpreter_semantic", "_InterpreterComparison"]
    return {name: getattr(stock, name) for name in names if hasattr(stock, name)}


def scalar(value: int) -> Any:
    """A run-time integer argument as the tensor that the kernel sees."""
    found = _scalars.get(value)
    if found is None:
        found = stock.interpreter_semantic.to_tensor(value)
        if len(_scalars) < _MANY_SCALARS:
            found.handle.data.flags.writeable = False
            _scalars[value] = found
    return found


def number(value: bool | int | float) -> Any:
    """A run-time argument of any plain type. Only integers are kept: to a dictionary 1, 1.0 and True are one."""
    return scalar(value) if value.__class__ is int else stock.interpreter_semantic.to_tensor(value)


_scalars: dict[int, Any] = {}
_MANY_SCALARS: Final = 10_000


def pointer(buffer: Buffer) -> Any:
    """A pointer argument to a tensor's first element."""
    type_ = _pointers.get(buffer.flat.dtype)
    if type_ is None:
        type_ = tl.pointer_type(tl.dtype(tensors.TRITON[buffer.flat.dtype.name]))
        _pointers[buffer.flat.dtype] = type_
    return tensors.make(PointerHandle(buffer, _FIRST, type_), type_)


_pointers: dict[np.dtype[Any], Any] = {}
_FIRST: Final = np.ones(1, np.int64)


def program_ids(axes: np.ndarray[Any, Any]) -> list[Any]:
    """The three program ids as the kernel sees them, of several programs. axes: int32 (programs, 3)."""
    parts = [np.ascontiguousarray(axes[:, axis : axis + 1]) for axis in range(3)]
    return [tensors.make(Handle(part, tl.int32, None, True), tl.int32) for part in parts]


def _rewrite_library() -> None:
    """Rewrite Triton's own library functions now: later there may be no file system to read their source from."""
    for place in (tl, tl.core, tl.standard, tl.math, tl.random):
        for _, member in inspect.getmembers(place, lambda member: isinstance(member, stock.InterpretedFunction)):
            member.rewrite()


def _call(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a library function such as `tl.sum` without patching again, and without hiding its exceptions."""
    return function.rewrite()(*args, **kwargs)


def _refusing(method: Callable[..., Any]) -> Callable[..., Any]:
    """Arithmetic that refuses types whose numbers are only bit patterns here."""

    def call(self: Any, *arguments: Any) -> Any:
        *operands, operation = arguments
        if operation is not np.where:
            for operand in operands:
                _computable_handle(operand)
        return method(self, *arguments)

    return call


def _refusing_operands(method: Callable[..., Any], *, float8: bool) -> Callable[..., Any]:
    """As `_refusing`, for a method of its own. float8: whether it is refused too; a dot goes by way of float16."""

    def call(self: Any, *arguments: Any) -> Any:
        for operand in arguments:
            if isinstance(operand, Handle) and (float8 or operand.dtype.scalar.name == "bf16"):
                _computable_handle(operand)
        return method(self, *arguments)

    return call


def _computable_handle(handle: Any) -> None:
    name = handle.dtype.scalar.name
    if name not in NUMPY and not handle.dtype.scalar.is_ptr():
        raise UnsupportedType(name)


def _computable(block: Any) -> None:
    if isinstance(block, tl.tensor):
        _computable_handle(block.handle)


def _element(pointers: Any) -> tuple[Any, np.dtype[Any]]:
    type_ = pointers.get_element_ty()
    return type_, stock._get_np_dtype(type_)


def _masked_load(self: Any, pointers: Any, mask: Any, other: Any, *hints: Any, **more_hints: Any) -> Any:
    type_, dtype = _element(pointers)
    if state.recording:
        return Handle(np.ones(pointers.data.shape, dtype), type_)
    fill = None if other is None else other.data
    if fill is None and state.guarded:
        fill = np.zeros(1, dtype)  # Triton drops an `other` that is a scalar 0
    where = None if mask is None else mask.data
    return Handle(addresses.load(running(), pointers, where, fill, dtype), type_)


def _load(self: Any, pointers: Any, *hints: Any) -> Any:
    return _masked_load(self, pointers, None, None)


def _masked_store(self: Any, pointers: Any, value: Any, mask: Any, *hints: Any, **more_hints: Any) -> None:
    if not state.recording:
        _, dtype = _element(pointers)
        addresses.store(running(), pointers, value.data, None if mask is None else mask.data, dtype)


def _store(self: Any, pointers: Any, value: Any, *hints: Any) -> None:
    _masked_store(self, pointers, value, None)


def _atomic_rmw(self: Any, operation: Any, pointers: Any, value: Any, mask: Any, *order: Any) -> Any:
    name = operation.name.upper()
    if name != "XCHG":
        _computable_handle(value)
    old = addresses.update(running(), pointers, value.data, mask.data, _RMW[name])
    return Handle(old, value.dtype.scalar)


def _atomic_cas(self: Any, pointers: Any, compare: Any, value: Any, *order: Any) -> Any:
    old = addresses.compare_and_swap(running(), pointers, compare.data, value.data)
    return Handle(old, compare.dtype.scalar)


def _atomic_load(self: Any, pointers: Any, mask: Any, *order: Any) -> Any:
    type_, dtype = _element(pointers)
    zeros = np.zeros(pointers.data.shape, dtype)
    return Handle(addresses.update(running(), pointers, zeros, mask.data, lambda old, value: old), type_)


def _atomic_store(self: Any, pointers: Any, value: Any, mask: Any, *order: Any) -> None:
    addresses.update(running(), pointers, value.data, mask.data, _RMW["XCHG"])


def _splat(self: Any, type_: Any, operand: Any) -> Any:
    if isinstance(operand, PointerHandle):
        return operand.with_offsets(np.full(tuple(type_.shape), operand.offsets.flat[0]))
    return Handle(np.full(tuple(type_.shape), operand.data.flat[0]), operand.dtype.scalar)


def _addptr(self: Any, pointers: Any, offset: Any) -> Any:
    if isinstance(pointers, PointerHandle):
        return pointers.with_offsets(np.add(pointers.offsets, offset.data, dtype=np.int64))
    size = max(1, pointers.get_element_ty().primitive_bitwidth // 8)
    return Handle(pointers.data + size * offset.data.astype(np.uint64), pointers.dtype)


def _bitcast(self: Any, source: Any, type_: Any) -> Any:
    if isinstance(source, PointerHandle) and type_.scalar.is_ptr():
        handle = Handle(source.data[:0], type_.scalar)
        view = running().view(source.base, stock._get_np_dtype(handle.get_element_ty()))
        if view is not None:
            return PointerHandle(view, source.offsets, type_.scalar)
    return Handle(source.data.view(stock._get_np_dtype(type_)), type_.scalar)


def _reshaping(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method that moves elements about and computes nothing, for pointers too."""

    def call(self: Any, operand: Any, *arguments: Any) -> Any:
        if not isinstance(operand, PointerHandle):
            return method(self, operand, *arguments)
        moved = method(self, Handle(operand.offsets, tl.int64), *arguments)
        return operand.with_offsets(moved.data)

    return call


def _cast(self: Any, source: Any, type_: Any) -> Any:
    """Triton's own cast, by way of float32 to and from the types that numpy does not have."""
    ends = source.dtype.scalar, type_.scalar
    strange = any(end.name not in NUMPY and not end.is_ptr() for end in ends)
    if strange and not any(end.name == "fp32" for end in ends):
        source = _STOCK_CAST(self, source, tl.float32)
    return _STOCK_CAST(self, source, type_)


def _assert(self: Any, condition: Any, message: str) -> None:
    if not np.all(condition.data):
        raise AssertionError(message)


def _assume(self: Any, condition: Any) -> None:
    if not np.all(condition.data):
        raise AssertionError("Assume failed")


def _program_id(self: Any, axis: int) -> Any:
    if state.ids is None:
        raise RuntimeError("no launch is running")
    return state.ids[axis].handle


def _bfloat16(self: Any, value: Any) -> Any:
    """A constant; releases before 3.9 have no such method."""
    return self.create_fp_trunc(self.get_fp32(value), tl.bfloat16)


def _unsigned(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def apply(old: Any, value: Any) -> Any:
        kind = np.dtype(f"uint{old.dtype.itemsize * 8}")
        return operation(old.view(kind), value.view(kind)).view(old.dtype)

    return apply


_STOCK_CAST: Final = stock.InterpreterBuilder.cast_impl
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
    "create_load": _load,
    "create_masked_load": _masked_load,
    "create_store": _store,
    "create_masked_store": _masked_store,
    "create_atomic_rmw": _atomic_rmw,
    "create_atomic_cas": _atomic_cas,
    "create_atomic_load": _atomic_load,
    "create_atomic_store": _atomic_store,
    "create_splat": _splat,
    "create_addptr": _addptr,
    "create_bitcast": _bitcast,
    "create_int_to_ptr": _bitcast,
    "create_ptr_to_int": _bitcast,
    "create_expand_dims": _reshaping(stock.InterpreterBuilder.create_expand_dims),
    "create_broadcast": _reshaping(stock.InterpreterBuilder.create_broadcast),
    "create_reshape": _reshaping(stock.InterpreterBuilder.create_reshape),
    "create_trans": _reshaping(stock.InterpreterBuilder.create_trans),
    "cast_impl": _cast,
    "create_assert": _assert,
    "create_assume": _assume,
    "create_get_program_id": _program_id,
    "get_bf16": _bfloat16,
}
