"""tl.load and tl.store with their plans: the operations that a kernel does most, so each looks at its own arguments."""

from typing import Any

from playground_workers.interpreter.language import core
from playground_workers.interpreter.planner import Function, Planner, plain
from playground_workers.interpreter.recording import CLASSES, number_class
from playground_workers.interpreter.state import state


def load_entry(planner: Planner, slow: Function) -> Function:
    plans: dict[tuple[Any, ...], Any] = {}

    def load(pointer: Any, mask: Any = None, other: Any = None, **hints: Any) -> Any:
        """tl.load. Cache hints do nothing here but are checked by Triton."""
        state.guarded = other is not None
        if hints or pointer.__class__ is not core.tensor:
            return slow(pointer, mask, other, **hints)
        if mask is None:
            mask_key = where = None
        elif mask.__class__ is core.tensor:
            mask_key, where = mask.key, mask.handle
        else:
            return slow(pointer, mask, other)
        if other is None:
            other_key = fallback = None
        elif other.__class__ is core.tensor:
            other_key, fallback = other.key, other.handle
        else:
            fallback = plain(other)
            other_key = number_class(fallback)
            if other_key is None:
                return slow(pointer, mask, other)
        key = pointer.key, mask_key, other_key
        plan = plans.get(key)
        if plan is None:
            sample = other if other_key is None or other_key >= 0 else CLASSES[other_key]
            arguments = [pointer] if mask is None and other is None else [pointer, mask, sample]
            plan = plans[key] = planner.make("load", slow, arguments, alike=True, lenient=True)
        if not plan:
            return slow(pointer, mask, other)
        if mask is None:
            return plan(pointer.handle)
        return plan(pointer.handle, where) if other is None else plan(pointer.handle, where, fallback)

    return load


def store_entry(planner: Planner, slow: Function) -> Function:
    plans: dict[tuple[Any, ...], Any] = {}

    def store(pointer: Any, value: Any, mask: Any = None, **hints: Any) -> Any:
        """tl.store."""
        if hints or pointer.__class__ is not core.tensor:
            return slow(pointer, value, mask, **hints)
        if value.__class__ is core.tensor:
            value_key, values = value.key, value.handle
        else:
            values = plain(value)
            found = number_class(values)
            if found is None:
                return slow(pointer, value, mask)
            value_key = found
        if mask is None:
            mask_key = None
        elif mask.__class__ is core.tensor:
            mask_key = mask.key
        else:
            return slow(pointer, value, mask)
        key = pointer.key, value_key, mask_key
        plan = plans.get(key)
        if plan is None:
            sample = value if value_key >= 0 else CLASSES[value_key]
            plan = plans[key] = planner.make("store", slow, [pointer, sample, mask], alike=True, lenient=True)
        if not plan:
            return slow(pointer, value, mask)
        return plan(pointer.handle, values) if mask is None else plan(pointer.handle, values, mask.handle)

    return store
