"""Triton's own sentences and ours for them: what is wrong, and what to write. Standard library only."""

import re
from typing import Final

MOST: Final = 400
_TYPES: Final = {
    "fp16": "float16",
    "bf16": "bfloat16",
    "fp32": "float32",
    "fp64": "float64",
    "int1": "a truth value",
}
_TYPE: Final = re.compile(r"<\[([^\]]*)\], (\w+)>")


def explain(said: str, line: str) -> tuple[str, str]:
    """The message and the hint, empty where there is none. said: Triton's words; line: the student's."""
    said = said.strip()
    for pattern, message, hint in _SAYINGS:
        found = pattern.search(said)
        if found:
            words = {name: _named(value or "") for name, value in found.groupdict().items()}
            word = "while" if line.lstrip().startswith("while") else "if"
            return message.format(word=word, **words), hint.format(word=word, **words)
    if not said or said == "PassManager::run failed":
        return "Triton's compiler gave up on this kernel and did not say why.", ""
    return f"Triton's compiler says: {said[:MOST]}", ""


def _named(text: str) -> str:
    """A type as Triton writes it, as people do."""
    block = _TYPE.search(text)
    if block:
        shape = ", ".join(part.strip().strip("'\"") for part in block[1].split(","))
        return f"a block of {_TYPES.get(block[2], block[2])} with shape [{shape}]"
    return _TYPES.get(text.strip(), text.strip())


def _saying(pattern: str, message: str, hint: str = "") -> tuple[re.Pattern[str], str, str]:
    return re.compile(pattern, re.DOTALL), message, hint


_SAYINGS: Final = (
    _saying(
        r"Cannot access global variable (?P<name>\w+) from within",
        "{name} is a plain number of the file. Compiled kernels may only read globals that are tl.constexpr.",
        "Write `{name} = tl.constexpr(...)` where it is defined, or pass it as a parameter.",
    ),
    _saying(
        r"Boolean value of Tensor with more than one value is ambiguous|'scf\.condition' op operand #0 must be 1-bit",
        "`{word}` on a block: a GPU program cannot take both ways at once.",
        "Write `tl.where(condition, a, b)`, or put the condition into the mask of the load or store.",
    ),
    _saying(
        r"Loop-carried variable (?P<name>\w+) has initial type (?P<before>.+?) but is re-assigned to (?P<after>.+?) in "
        r"loop",
        "{name} enters the loop as {before} and is {after} after a turn. A compiled loop keeps each variable's type.",
        "Give {name} its final type and shape before the loop, for example with tl.zeros.",
    ),
    _saying(
        r"Mismatched type for (?P<name>\w+) between then block \((?P<before>.+?)\) and else block \((?P<after>.+?)\)",
        "{name} is {before} after one branch of the `if` and {after} after the other.",
        "Give it the same type and shape in both.",
    ),
    _saying(
        r"Ternary expression with dynamic condition has inconsistent types (?P<before>.+) and (?P<after>.+)",
        "The two sides of `a if condition else b` are {before} and {after}. Compiled, they need one type.",
        "Write `tl.where(condition, a, b)`.",
    ),
    _saying(
        r"arange's range must be a power of 2",
        "The number of elements of tl.arange must be a power of 2.",
        "Take the next power of 2 and mask the rest.",
    ),
    _saying(
        r"arange's arguments must be of type tl\.constexpr|Shape element \d+ must have type `?constexpr",
        "The size of a block must be known when the kernel is compiled, and this one is a run-time number.",
        "Write `: tl.constexpr` after the parameter, or build the size from such parameters.",
    ),
    _saying(
        r"numel \((?P<count>\d+)\) exceeds triton maximum tensor numel \((?P<most>\d+)\)",
        "A block of {count} elements; Triton's limit is {most}.",
        "Use a smaller block, and a loop or more programs.",
    ),
    _saying(
        r"is not string$|print.*prefix",
        "Compiled, print needs a text first.",
        'Write `print("x", x)`.',
    ),
    _saying(
        r"Cannot evaluate f-string containing non-constexpr",
        "An f-string is written when the kernel is compiled, and this value is known only when it runs.",
        'Write `print("x", x)`.',
    ),
    _saying(
        r"incompatible dimensions at index (?P<axis>\d+): (?P<left>\d+) and (?P<right>\d+)",
        "These two blocks do not fit together: axis {axis} is {left} long in one and {right} in the other.",
        "Check the shapes; an axis is made with `[:, None]` or `[None, :]`.",
    ),
    _saying(
        r"Input shapes should have M >= (?P<m>\d+), N >= (?P<n>\d+) and K >= (?P<k>\d+)",
        "These blocks are too small for tl.dot here: M at least {m}, N at least {n}, K at least {k}.",
        "Use larger blocks, or multiply and tl.sum.",
    ),
    _saying(
        r"must have equal reduction dimensions|[Rr]eduction dimensions? .*must be equal",
        "The two blocks of tl.dot do not fit: the first one's columns must be as many as the second one's rows.",
        "Check the shapes; tl.trans turns a block around.",
    ),
    _saying(
        r"Both operands must be same (?:dtype|type)|lhs and rhs bitwidth must be the same",
        "The two blocks of tl.dot have different types.",
        "Bring one to the other's with `.to(...)`.",
    ),
    _saying(
        r"unsupported AST node type: (?P<name>\w+)",
        "Triton's compiler has no {name}.",
        "Write it with a condition in the loop's range, a mask, or tl.where.",
    ),
    _saying(
        r"Cannot have `return` statements inside",
        "A compiled kernel cannot return from inside a loop.",
        "Let the loop run to its end, and use a mask for what should not happen.",
    ),
    _saying(
        r"failed to legalize operation 'tt\.return'",
        "A kernel that is launched cannot return a value: nobody receives it.",
        "Write `return` alone, and tl.store for results.",
    ),
    _saying(
        r"(?P<name>\w+) is not defined",
        "{name} may have no value here: it is set in one branch only, or nowhere.",
        "Give it a value before the `if` or the loop.",
    ),
    _saying(
        r"Value argument cannot be block type if pointer argument is not a block",
        "tl.store of a block needs a block of pointers; this pointer is a single one.",
        "Add the block's offsets to the pointer.",
    ),
    _saying(
        r"Mask argument cannot be block type if pointer argument is not a block",
        "The mask is a block and the pointer is a single one.",
        "Add the block's offsets to the pointer.",
    ),
    _saying(
        r"For loop bounds and step must all be ints",
        "The bounds of a loop must be whole numbers.",
        "Use `//` or tl.cdiv in place of `/`.",
    ),
    _saying(
        r"unsupported tensor index",
        "A block cannot be indexed by a number: its elements live in different threads.",
        "Load the element through its pointer, or select it with tl.where and tl.sum.",
    ),
    _saying(
        r"invalid operands? of type",
        "This operation is not there for values of these types.",
        "Bring the values to the type that it needs with `.to(...)`.",
    ),
    _saying(
        r"argument must be a string, a bytes-like object or a real number, not 'tensor'",
        "int() and float() need a number that is known when the kernel is compiled.",
        "Write `.to(tl.int32)` or `.to(tl.float32)`.",
    ),
    _saying(
        r"Unsupported ptr type|unsupported conversion|Cannot cast",
        "Triton cannot bring the value to this type.",
        "Look at the types on both sides.",
    ),
)
