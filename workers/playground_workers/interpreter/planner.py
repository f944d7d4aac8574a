"""Plans picked by what an operation is given: operands' types, the class of a Python number, the rest by value.

Many operations look at blocks' sides only to see which are 1 and which are equal. They are recorded once for all blocks
that are alike in that, with small blocks in their place.
"""

from collections.abc import Callable
from typing import Any, Final, Literal

from playground_workers.interpreter.language import core
from playground_workers.interpreter.plans import Plan, Recording, Rule, Template, make_template, record_call
from playground_workers.interpreter.recording import NoPlan, Number
from playground_workers.interpreter.state import state
from playground_workers.interpreter.tensors import block, is_addresses, is_batched, make, shape_of, type_key

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
        self.templates: dict[Any, Template | Literal[False]] = {}

    def make(
        self,
        name: Any,
        call: Function,
        arguments: list[Any],
        named: dict[str, Any] | None = None,
        *,
        alike: bool = False,
        lenient: bool = False,
    ) -> Plan | Literal[False]:
        """The plan of an operation, False where there is none. name: tells the operation from all others.

        arguments, named: tensors like the operands, `Number`s, and fixed values. alike: blocks' sides matter to it only
        by which are 1 and which are equal. lenient: see `state`.
        """
        named = named or {}
        operands = [a for a in (*arguments, *named.values()) if isinstance(a, Number) or a.__class__ is core.tensor]
        numbers = any(isinstance(operand, Number) for operand in operands)
        if numbers and any(not isinstance(o, Number) and o.type.scalar.name in _NARROW for o in operands):
            return False
        batched = tuple(not isinstance(operand, Number) and is_batched(operand) for operand in operands)
        stand_ins = _StandIns() if alike else None
        if stand_ins is not None:
            arguments = [stand_ins.put(argument) for argument in arguments]
            named = {word: stand_ins.put(argument) for word, argument in named.items()}
        try:
            key = name, *(_likeness(a) for a in arguments), *((n, _likeness(a)) for n, a in named.items())
        except Unkeyed:
            return False
        template = self.templates.get((key, batched))
        if template is None:
            template = self._template(key, call, arguments, named, lenient, batched)
            if len(self.templates) < MANY:
                self.templates[key, batched] = template
        try:
            return template.plan(stand_ins.sides if stand_ins is not None else None) if template else False
        except NoPlan:
            return False

    def _template(
        self,
        key: Any,
        call: Function,
        arguments: list[Any],
        named: dict[str, Any],
        lenient: bool,
        batched: tuple[bool, ...],
    ) -> Template | Literal[False]:
        if key not in self.recordings:
            recorded = self._record(call, arguments, named, lenient)
            if len(self.recordings) > MANY:
                self.recordings.clear()
            self.recordings[key] = recorded
        recordings = self.recordings[key]
        try:
            return make_template(self.rules, recordings, list(batched)) if recordings is not None else False
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


class _StandIns:
    """Blocks in whose place small ones are put, the same for all that are alike. sides: by what is in their place."""

    def __init__(self) -> None:
        self.sides: dict[int, int] = {1: 1}
        self._of: dict[int, int] = {1: 1}

    def put(self, argument: Any) -> Any:
        """What stands for an argument: another tensor for a block, else itself."""
        if argument.__class__ is not core.tensor or is_addresses(argument):
            return argument
        shape = shape_of(argument.type)
        if shape is None:
            return argument
        return make(None, block(argument.type.scalar, tuple(self._side(side) for side in shape)))

    def _side(self, side: int) -> int:
        found = self._of.get(side)
        if found is None:
            found = self._of[side] = 1 << len(self._of)
            self.sides[found] = side
        return found


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
