"""What the numbers of a compiled kernel mean: the reading aid, a sentence or two each."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from playground_puzzles.models import Lesson
from playground_workers.compiler.protocol import UNKNOWN, Access, Facts
from playground_workers.compiler.targets import KIB, Target

WIDEST: Final = 128
"""Bits that one instruction of a thread can move, on all targets."""

ALIGNED: Final = 16


def lessons(
    facts: Facts | None, accesses: Sequence[Access], target: Target, numbers: Mapping[str, Any]
) -> list[Lesson]:
    """In the order in which they are shown; none where it does not compile."""
    if facts is None:
        return []
    found = [*_widths(accesses, numbers), _registers(facts, target), _spills(facts), _shared(facts, target)]
    return [*(lesson for lesson in found if lesson is not None), _shape(facts, target)]


def _widths(accesses: Sequence[Access], numbers: Mapping[str, Any]) -> list[Lesson]:
    found = []
    for operation in ("load", "store"):
        rows = [row for row in accesses if row.operation == operation]
        if not rows:
            continue
        widths = sorted({row.bits for row in rows})
        value = f"{widths[0]} bit" if len(widths) == 1 else f"{widths[0]} to {widths[-1]} bit"
        single = [row for row in rows if row.bits < WIDEST and row.count > 1]
        level: Any = "good" if widths[0] == WIDEST else "caution" if single else "plain"
        found.append(
            Lesson(name=f"{operation}_width", value=value, level=level, text=_width_text(operation, rows, numbers))
        )
    return found


def _width_text(operation: str, rows: Sequence[Access], numbers: Mapping[str, Any]) -> str:
    verb = "loads" if operation == "load" else "stores"
    narrow = max((row for row in rows if row.bits < WIDEST and row.count > 1), key=_instructions, default=None)
    if narrow is None:
        if all(row.bits == WIDEST for row in rows):
            return f"A thread {verb} four 32-bit neighbours with one instruction, the most that there is."
        return f"A thread has one element, or few, at each {operation}, and {verb} them one at a time."
    text = (
        f"At line {narrow.line} a thread {verb} with {narrow.count} instructions of {narrow.bits} bit; "
        f"one of {WIDEST} bit could do the work of {WIDEST // narrow.bits}, where the elements are neighbours "
        "and the mask cannot cut between them."
    )
    odd = [f"{name} = {value}" for name, value in numbers.items() if _is_odd(value)]
    if odd:
        text += f" Triton knows that only for numbers that 16 divides, which {odd[0]} is not."
    return text


def _instructions(row: Access) -> int:
    return row.count


def _is_odd(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 1 and value % ALIGNED != 0


def _registers(facts: Facts, target: Target) -> Lesson | None:
    if facts.registers == UNKNOWN:
        return None
    many = facts.registers > target.registers // 2
    text = f"Of {target.registers} that a thread may have. "
    text += (
        "Many: fewer programs fit on one multiprocessor at a time, so waiting for memory is hidden less well."
        if many
        else "Few registers let many programs share one multiprocessor."
    )
    return Lesson(name="registers", value=str(facts.registers), level="caution" if many else "good", text=text)


def _spills(facts: Facts) -> Lesson | None:
    if facts.spill_stores == UNKNOWN:
        return None
    if facts.spill_stores + facts.spill_loads == 0:
        text = "No value had to be parked in memory for want of registers."
        return Lesson(name="spills", value="none", level="good", text=text)
    text = (
        "There were not enough registers, so values are parked in memory and fetched again: slow. "
        "Smaller blocks need fewer."
    )
    return Lesson(name="spills", value=f"{max(facts.spill_stores, facts.spill_loads)} B", level="caution", text=text)


def _shared(facts: Facts, target: Target) -> Lesson:
    limit = target.shared_bytes // KIB
    if facts.shared == 0:
        text = "The threads of a program exchange nothing here."
        return Lesson(name="shared_memory", value="0 B", level="good", text=text)
    much = facts.shared > target.shared_bytes // 2
    text = f"Of {limit} KiB that a program may have; its threads exchange values there, for sums, dots and transposes."
    if much:
        text += " Only one program fits on a multiprocessor at a time."
    return Lesson(name="shared_memory", value=size(facts.shared), level="caution" if much else "plain", text=text)


def _shape(facts: Facts, target: Target) -> Lesson:
    word = "warps" if target.backend == "cuda" else "waves"
    text = f"{facts.threads} threads run a program: {facts.warps} {word} of {target.threads}, the usual number."
    return Lesson(name="shape", value=str(facts.threads), level="plain", text=text)


def size(count: int) -> str:
    return f"{count} B" if count < KIB else f"{count / KIB:.4g} KiB"
