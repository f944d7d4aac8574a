"""Plans picked by what an operation is given: operands' types, the class of a Python number, the rest by value."""

from collections.abc import Callable
from typing import Any, Final, Literal

from playground_workers.interpreter.language import core
from playground_workers.interpreter.plans import Plan, Recording, Rule, make_plan, record_call
from playground_workers.interpreter.recording import NoPlan, Number
from playground_workers.interpreter.state import state
from playground_workers.interpreter.tensors import is_addresses, is_batched, type_key

Function = Callable[..., Any]

MANY: Final = 20_000
"""Plans or constants that one operation keeps."""

_NARROW: Final = {"int8", "int16", "uint8", "uint16"}
"""Types that some Python numbers do not fit, which Triton checks by value: no plans with numbers."""


class Planner:
    """Makes plans. Recordings are kept, since a call with and without a program axis has the same."""

    def __init__(self, semantic: Any, rules: dict[str, Rule]) -> None:
        self.semantic, self.rules = semantic, rules
        self.recordings: dict[Any, list[Recording] | None] = {}

    def make(
        self,
        name: Any,
        call: Function,
        arguments: list[Any],
        named: dict[str, Any] | None = None,
        *,
        lenient: bool = False,
    ) -> Plan | Literal[False]:
        """The plan of an operation, False where there is none. name: tells the operation from all others.

        arguments, named: tensors like the operands, `Number`s, and fixed values. lenient: see `state`.
        """
        named = named or {}
        operands = [a for a in (*arguments, *named.values()) if isinstance(a, Number) or a.__class__ is core.tensor]
        numbers = any(isinstance(operand, Number) for operand in operands)
        if numbers and any(not isinstance(o, Number) and o.type.scalar.name in _NARROW for o in operands):
            return False
        try:
            key = name, *(_likeness(a) for a in arguments), *((n, _likeness(a)) for n, a in named.items())
        except Unkeyed:
            return False
        if key not in self.recordings:
            recorded = self._record(call, arguments, named, lenient)
            if len(self.recordings) > MANY:
                self.recordings.clear()
            self.recordings[key] = recorded
        recordings = self.recordings[key]
        if recordings is None:
            return False
        try:
            return make_plan(self.rules, recordings, [not isinstance(o, Number) and is_batched(o) for o in operands])
        except NoPlan:
            return False

    def _record(
        self, call: Function, arguments: list[Any], named: dict[str, Any], lenient: bool
    ) -> list[Recording] | None:
        before, state.lenient = state.lenient, lenient
        try:
            return record_call(self.semantic, call, arguments, named)
        except NoPlan:
            return None
        finally:
            state.lenient = before


class Unkeyed(Exception):
    """An argument that plans cannot be told apart by."""


def plain(argument: Any) -> Any:
    return argument.value if argument.__class__ is core.constexpr else argument


def fixed(argument: Any) -> Any:
    """A key for an argument that is neither a tensor nor a number that varies."""
    kind = argument.__class__
    if argument is None or kind in (int, bool, str, float):
        return kind, repr(argument)
    if kind is core.constexpr:
        return kind, fixed(argument.value)
    if kind in (tuple, list, core.tuple):
        return kind, tuple(fixed(item) for item in argument)
    if isinstance(argument, core.dtype):
        return kind, type_key(argument)
    raise Unkeyed


def _likeness(argument: Any) -> Any:
    """A key that is the same with and without a program axis."""
    if argument.__class__ is core.tensor:
        return type_key(argument.type), is_addresses(argument)
    return argument.probes if isinstance(argument, Number) else fixed(argument)
