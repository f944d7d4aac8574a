"""What Triton and Python say about a mistake, put into plain words: a table of rules, the more special ones first.

A rule sees the text of the exception and the student's expression that raised it. What no rule knows is shown as it
is, so that a rule may wait until somebody has met the mistake. Texts are those of Triton 3.9 and Python 3.11 to 3.13.
"""

import inspect
import re
from collections.abc import Callable
from typing import Final, NamedTuple

from playground_workers.interpreter.language import tl
from playground_workers.interpreter.source.names import ALLOWED_TL
from playground_workers.interpreter.source.problems import nearest


class Explanation(NamedTuple):
    """message: what is wrong; hint: what to write instead, where known."""

    message: str
    hint: str | None = None


def explain(text: str, code: str) -> Explanation | None:
    """The explanation of an exception's text, or None. code: the expression that raised it, on one line, or empty."""
    for pattern, answer in _RULES:
        if match := pattern.search(text):
            found = answer(match, code) if callable(answer) else answer
            if found is not None:
                return found
    return None


Answer = Explanation | Callable[[re.Match[str], str], Explanation | None]

NEW_AXIS: Final = "Give one of them a new axis with `[:, None]` or `[None, :]` so that they broadcast."
OFFSETS: Final = "Add offsets to one of the kernel's pointers: `x_ptr + offs`."
ONE_ELEMENT: Final = (
    "A block cannot be taken apart by index. Load the elements that you want, or choose them with tl.where and tl.sum."
)
NONE_USED: Final = Explanation(
    "None is used as if it were a value.",
    "Does a function end without `return`, or is this the result of tl.store, which has none?",
)
LARGEST_BLOCK: Final = tl.TRITON_MAX_TENSOR_NUMEL


def kind_of_value(text: str) -> str:
    """A type as Triton writes it, in words: `<['32'], fp32>` is a block of float32."""
    text = text.strip().replace("triton.language.", "")
    block = re.fullmatch(r"<?\[.*?\], (.+?)>?", text)
    inner = block[1] if block else text
    pointer = re.fullmatch(r"pointer<(.+?)>?", inner)
    name = _DTYPES.get(pointer[1] if pointer else inner, pointer[1] if pointer else inner)
    words = f"pointers to {name}" if pointer and block else f"a pointer to {name}" if pointer else name
    return f"a block of {words}" if block else words


_DTYPES: Final = {"fp16": "float16", "bf16": "bfloat16", "fp32": "float32", "fp64": "float64", "int1": "bool"}


def _called(match: re.Match[str], code: str) -> str:
    """The function as the student wrote it: `tl.load`, `x.to`, `helper`."""
    written = re.match(r"[\w.]+(?=\()", code)
    name = match[1].split(".")[-1]
    return written[0] if written and written[0].split(".")[-1] == name else name


def _parameters(called: str) -> list[str]:
    """Names of the parameters of a function of tl that people may give, in order."""
    return _SIGNATURES.get(called.removeprefix("tl."), []) if called.startswith("tl.") else []


def _signature(name: str) -> list[str]:
    function = getattr(tl, name)
    try:
        names = list(inspect.signature(getattr(function, "fn", function)).parameters)
    except (TypeError, ValueError):
        return []
    return [item for item in names if not item.startswith("_") and item not in ("args", "kwargs")]


_SIGNATURES: Final = {name: _signature(name) for name in sorted(ALLOWED_TL) if callable(getattr(tl, name, None))}
"""Read when this module is imported: later the interpreter puts wrappers without names in their place."""


def _takes(called: str) -> str | None:
    names = _parameters(called)
    return f"{called} takes {', '.join(names)}." if names else None


def _missing(match: re.Match[str], code: str) -> Explanation:
    called, names = _called(match, code), re.findall(r"'(\w+)'", match[2])
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    plural = "s" if len(names) > 1 else ""
    return Explanation(f"The call of {called} leaves out its argument{plural} {listed}.", _takes(called))


def _unknown_keyword(match: re.Match[str], code: str) -> Explanation:
    called, name = _called(match, code), match[2]
    like = nearest(name, _parameters(called))
    hint = f"Did you mean {like}=?" if like else _takes(called)
    return Explanation(f"{called} has no argument {name}=.", hint)


def _too_many(match: re.Match[str], code: str) -> Explanation:
    called, most, given = _called(match, code), int(match[2]), int(match[3])
    if called.startswith("tl.") or "." in called:
        message = f"{called} takes at most {most} argument{'s' * (most != 1)} by place, and is given {given}."
        return Explanation(message, "Give the further ones by name, as in `mask=mask`.")
    return Explanation(f"{called} takes {most} argument{'s' * (most != 1)}, and the call gives {given}.")


def _far_too_many(match: re.Match[str], code: str) -> Explanation:
    called = _called(match, code)
    return Explanation(f"{called} is given too many arguments.", _takes(called))


def _operands(match: re.Match[str], code: str) -> Explanation:
    left, right = match[1], match[2]
    pointers = [item for item in (left, right) if item.startswith("pointer<")]
    if len(pointers) == 2:
        return Explanation(
            "Two pointers cannot be combined.", "Add offsets, which are whole numbers, to one pointer: `x_ptr + offs`."
        )
    if pointers:
        other = kind_of_value(right if pointers == [left] else left)
        if other.startswith(("float", "bfloat", "fp")):
            message = f"A pointer is combined with {other}. Pointers move by whole numbers of elements."
            return Explanation(message, "Is this a value that was loaded, where an offset was meant?")
        return Explanation(
            "This does not work with a pointer: to pointers, offsets can be added, and no more.",
            "Compute the offsets first, then add them: `x_ptr + offs`.",
        )
    if re.search(r"float|fp|bf16", left + right):
        message = "This works on whole numbers and masks only, and one side here is a float."
        return Explanation(
            message, "Make a mask of it by comparing, as in `x > 0`, or an integer with `.to(tl.int32)`."
        )
    return Explanation(f"This does not work between {kind_of_value(left)} and {kind_of_value(right)}.")


def _no_attribute(match: re.Match[str], code: str) -> Explanation | None:
    what, attribute = match[1], match[2]
    if what == "NoneType":
        return NONE_USED
    if attribute in ("is_int", "is_floating", "scalar", "primitive_bitwidth", "is_ptr"):
        return Explanation(
            f"A dtype is expected here, and this is Python's {what}.", "Write it as tl.float32, tl.int32 and the like."
        )
    if what == "str":
        return Explanation("A text cannot be combined or compared with a block.", "Use numbers.")
    if what in ("int", "float", "bool") and attribute in ("dtype", "shape", "type"):
        return Explanation("A block is expected here, and this is a plain number.")
    return None


def _axis(match: re.Match[str], code: str) -> Explanation:
    shape = re.findall(r"\d+", match[2])
    if not re.fullmatch(r"-?\d+", match[1]):
        return Explanation("The axis must be a plain number, known at compile time.", "Write it out, as in `axis=0`.")
    axes = f"axes 0 to {len(shape) - 1}" if len(shape) > 1 else "axis 0 only"
    return Explanation(f"There is no axis {match[1]}: the block has the shape {_shape(shape)}, and so {axes}.")


def _shape(sides: list[str]) -> str:
    return f"({', '.join(sides)}{',' * (len(sides) == 1)})"


def _no_axis(match: re.Match[str], code: str) -> Explanation | None:
    if ".shape[" in code:
        return Explanation("The shape of this block has no such axis.", "Axes count from 0: the last of two is axis 1.")
    if code.endswith(".T"):
        return Explanation("`.T` needs a block with two axes.", "Add one with `[:, None]`.")
    return None


def _index(match: re.Match[str], code: str) -> Explanation:
    return Explanation(
        "An index of a block may hold `:` and `None` only: it adds axes, and takes no part out.", ONE_ELEMENT
    )


def _not_iterable(match: re.Match[str], code: str) -> Explanation | None:
    if re.match(r"tl\.(zeros|full|reshape|broadcast_to|rand)\(", code):
        return Explanation(
            "A shape must be a list, also where it has one side.", "Write `[B0]`, as in tl.zeros([B0], ...)."
        )
    if re.match(r"\w+\s*\[", code):
        return _index(match, code)
    if re.match(r"[\w ]+,", code):
        return Explanation("One value cannot be spread over several names.", "Give each name a line of its own.")
    if match[1] == "int":
        return Explanation(
            "A loop needs something to go through, and this is one number.", "Write `range(...)` around it."
        )
    return None


def _boolean(match: re.Match[str], code: str) -> Explanation:
    return Explanation(
        "A mask must be made of comparisons: it holds true or false for each lane.", "Write it as `offs < N0`."
    )


def _python_scalar(match: re.Match[str], code: str) -> Explanation:
    if "range" in code:
        return Explanation("The bounds of a loop must be single numbers, and one of these is a block.")
    return Explanation(
        "A block cannot become one Python number.",
        "Use its `.to(tl.float32)` or `.to(tl.int32)`, or reduce it with tl.sum.",
    )


def _shape_of_pointer(match: re.Match[str], code: str) -> Explanation:
    value, pointer = (_shape(re.findall(r"\d+", part)) for part in (match[1], match[2]))
    return Explanation(
        f"Value or mask has the shape {value}, and the pointers have {pointer}.",
        "Pointers, value and mask of a store need one shape: add axes with `[:, None]` or `[None, :]`.",
    )


def _fit(match: re.Match[str], code: str) -> Explanation:
    lanes = f"axis {match[1]} has {match[2]} lanes in one and {match[3]} in the other"
    return Explanation(f"These two blocks do not fit together: {lanes}.", NEW_AXIS)


def _rule(
    pattern: str, message: str | Callable[[re.Match[str], str], Explanation | None], hint: str | None = None
) -> tuple[re.Pattern[str], Answer]:
    answer: Answer = Explanation(message, hint) if isinstance(message, str) else message
    return re.compile(pattern, re.DOTALL), answer


_RULES: Final[tuple[tuple[re.Pattern[str], Answer], ...]] = (
    # ---- making blocks
    _rule(
        r"arange's range must be a power of 2",
        "The range of tl.arange must be a power of two (1, 2, 4, 8 ...).",
        "Take the next power of two and mask off the lanes that are too many: "
        "`offs = tl.arange(0, B0)` and `mask = offs < N0`.",
    ),
    _rule(
        r"arange's arguments must be of type tl\.constexpr",
        "The limits of tl.arange must be whole numbers that are known at compile time.",
        "Use a parameter that the signature marks as a constant, such as `B0: tl.constexpr`. A length such as N0 is "
        "known only when the kernel runs: cover it with several programs or a loop, and a mask.",
    ),
    _rule(
        r"arange's end argument must be greater than the start argument",
        "The end of tl.arange must be greater than its start.",
    ),
    _rule(
        r"Shape element \d+ must be a power of 2",
        "Every side of a block must be a power of two (1, 2, 4, 8 ...).",
    ),
    _rule(
        r"Shape element \d+ must have type",
        "The sides of a block must be whole numbers that are known at compile time.",
        "Use a block size, marked `: tl.constexpr` in the signature.",
    ),
    _rule(
        r"numel \((\d+)\) exceeds triton maximum tensor numel",
        lambda m, code: Explanation(
            f"The block has {int(m[1]):,} elements; Triton allows {LARGEST_BLOCK:,}.", "Take smaller pieces, in a loop."
        ),
    ),
    _rule(
        r"only accepts size-1 tensor", "tl.full fills with one number, and this is a block.", "Use the block itself."
    ),
    # ---- shapes
    _rule(r"Cannot make_shape_compatible: incompatible dimensions at index (\d+): (\S+) and (\S+)", _fit),
    _rule(r"Expected pointer argument to have shape (\[.*?\]) but got (\[.*?\])", _shape_of_pointer),
    _rule(r"axis (.+?) out of bounds for shape (\[.*\])", _axis),
    _rule(
        r"reshape\(\) cannot change total number of elements",
        "The new shape has another number of elements than the block.",
    ),
    _rule(
        r"Cannot broadcast, rank mismatch: (\[.*?\]), (\[.*?\])",
        "A block can only be broadcast to a shape with as many axes as it has.",
        "Add the missing axes first, with `[:, None]` or `[None, :]`.",
    ),
    _rule(
        r"tl\.trans invoked with a 0- or 1-dimensional tensor",
        "tl.trans needs a block with two axes.",
        "Add one with `[:, None]`.",
    ),
    _rule(
        r"too many indices for tensor of rank (\d+)",
        "The index has more `:` than the block has axes.",
        "Write one `:` for each axis that there is, and `None` for each new one.",
    ),
    _rule(r"unsupported tensor index", _index),
    _rule(r"expected last dimension to be 2 for split", "tl.split needs a block whose last axis has two lanes."),
    _rule(r"tl\.cat requires tensors of the same shape", "tl.cat joins blocks of one shape only."),
    # ---- tl.dot
    _rule(
        r"input and other must have equal ranks",
        "tl.dot multiplies two blocks that both have two axes, or both three.",
        "Add axes with `[:, None]` or `[None, :]`.",
    ),
    _rule(
        r"input and other must have equal reduction dimensions|First input shape .* second input shape",
        "tl.dot needs as many columns on the left as there are rows on the right.",
        "Print both shapes, or swap the axes of one block with tl.trans.",
    ),
    _rule(
        r"input and other must have equal batch dimensions",
        "The two stacks in tl.dot have different numbers of matrices.",
    ),
    _rule(
        r"Unsupported [lr]hs dtype (\S+)|Both operands must be same dtype|must have the same dtype",
        "Both sides of tl.dot must have one dtype, a float or int8.",
        "Convert one of them, as in `x.to(tl.float32)`.",
    ),
    # ---- memory
    _rule(
        r"Unsupported ptr type (.+?) in `tl\.(load|store|atomic_\w+)`",
        lambda m, code: Explanation(f"tl.{m[2]} needs a pointer first, and got {kind_of_value(m[1])}.", OFFSETS),
    ),
    _rule(
        r"(Mask|Value|`?other`?) argument cannot be block type if pointer argument is not a block",
        lambda m, code: Explanation(
            f"The pointer is a single one, and the {m[1].strip('`').lower()} is a block.",
            "Add a block of offsets to the pointer: `x_ptr + offs`.",
        ),
    ),
    _rule(
        r"`other` cannot be provided without `mask`",
        "`other` is for the lanes that a mask leaves out, and there is no mask.",
        "Give both, as in `mask=offs < N0, other=0.0`.",
    ),
    _rule(r"Mask must have boolean scalar type|[Mm]ask has unsupported dtype", _boolean),
    _rule(
        r"cannot cast \[",
        "Pointers are stored where values are expected.",
        "Load first: `tl.store(z_ptr + offs, tl.load(x_ptr + offs))`.",
    ),
    _rule(
        r"cannot convert .* of type <class '(\w+)'> to tensor",
        lambda m, code: (
            NONE_USED
            if m[1] == "NoneType"
            else Explanation(f"A number or a block is expected here, and this is Python's {m[1]}.")
        ),
    ),
    # ---- operators and types
    _rule(r"invalid operands of type (\S+) and (\S+)", _operands),
    _rule(r"cannot add pointers together", "Two pointers cannot be added.", OFFSETS),
    _rule(
        r"wrong type argument to unary (\w+) \((.+)\)",
        lambda m, code: Explanation(
            f"{'`~`' if m[1] == 'invert' else '`-`'} does not work on {kind_of_value(m[2])}.",
            "`~` turns a mask or an integer round." if m[1] == "invert" else None,
        ),
    ),
    _rule(
        r"unexpected type (\S+)",
        lambda m, code: Explanation(
            f"This does not work on {kind_of_value(m[1])}.",
            "`//` is for whole numbers; for floats write `/`, and tl.floor around it." if "//" in code else None,
        ),
    ),
    _rule(
        r"Expected dtype \[(.+?)\] but got (\S+)",
        lambda m, code: Explanation(
            f"This function takes floats, and got {kind_of_value(m[2])}.", "Convert first: `x.to(tl.float32)`."
        ),
    ),
    _rule(
        r"numpy data itemsize .* exceeds dtype primitive_bitwidth",
        "This function takes floats, and got a whole number.",
        "Write the number with a point, as in 3.0.",
    ),
    _rule(
        r"unsupported operand type\(s\) for \*\* or pow\(\)",
        "Triton has no `**` on blocks.",
        "Multiply, as in `x * x`, or use tl.exp2 and tl.log2.",
    ),
    _rule(
        r"program_id axis must be 0, 1, or 2 but got (.+)",
        lambda m, code: Explanation("The axis of tl.program_id must be 0, 1 or 2, written out.", None),
    ),
    _rule(r"only minor dimension is currently supported", "Only the last axis can be sorted."),
    # ---- Python's own words
    _rule(
        r"'(?:tensor|dtype|constexpr)' object is not callable",
        "This is a value, not a function: it cannot be called.",
        "Multiplication needs a `*`; the dtype of a block changes with `x.to(tl.float32)`.",
    ),
    _rule(r"([\w.]+)\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.+)", _missing),
    _rule(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'", _unknown_keyword),
    _rule(r"([\w.]+)\(\) takes (?:from \d+ to )?(\d+) positional arguments? but (\d+)", _too_many),
    _rule(r"([\w.]+)\(\) got multiple values for argument '_", _far_too_many),
    _rule(
        r"([\w.]+)\(\) got multiple values for argument '(\w+)'",
        lambda m, code: Explanation(f"The call of {_called(m, code)} gives {m[2]} twice: by place and by name."),
    ),
    _rule(
        r"'(\w+)' object has no attribute '(\w+)'|type object '(\w+)' has no attribute '(\w+)'",
        lambda m, code: _no_attribute(m, code) if m[1] else _type_object(m[3], m[4]),
    ),
    _rule(r"list index out of range", _no_axis),
    _rule(r"only 0-dimensional arrays can be converted|only length-1 arrays can be converted", _python_scalar),
    _rule(
        r"'float' object cannot be interpreted as an integer",
        "The bounds of a loop must be whole numbers.",
        "Write them without a point.",
    ),
    _rule(r"'(int|float|tensor)' object is not iterable", _not_iterable),
    _rule(
        r"object of type 'tensor' has no len\(\)", "len does not work on a block.", "Use its shape, as in `x.shape[0]`."
    ),
    _rule(r"bad operand type for abs\(\): 'tensor'", "Python's abs does not work on a block.", "Use tl.abs."),
    _rule(
        r"cannot access local variable '(\w+)' where it is not associated",
        lambda m, code: Explanation(
            f"{m[1]} is used before it is set.", f"Give {m[1]} a first value before this line."
        ),
    ),
)


def _type_object(what: str, attribute: str) -> Explanation | None:
    if attribute in ("is_int", "is_floating", "scalar", "primitive_bitwidth", "is_ptr"):
        return Explanation(
            f"A dtype is expected here, and this is Python's {what}.", "Write it as tl.float32, tl.int32 and the like."
        )
    return None
