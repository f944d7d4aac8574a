"""What the fields of a free run may hold. The models of `models.Launch` call these; each says what is wrong in words.

Raised errors are `PydanticCustomError`s: their text goes behind the name of the field, as in "`grid` has 4 axes".
"""

import math
from collections.abc import Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, Final, NoReturn

from pydantic_core import PydanticCustomError

if TYPE_CHECKING:
    from playground_puzzles.models import Fill

MAX_TENSORS: Final = 8
MAX_AXES: Final = 3
MAX_ELEMENTS: Final = 262_144
"""Of all tensors together: what the interpreter gets through in its five seconds, and a browser can show."""
MAX_BYTES: Final = 2**20
"""Of all tensors together: they travel to the sandbox and back, and are kept for an hour as they were before and
after."""
MAX_PROGRAMS: Final = 4096
MAX_CONSTANTS: Final = 64
MAX_NAME: Final = 100

LARGEST_INT: Final = 2**63 - 1
LARGEST_FLOAT16: Final = 65_504.0
LARGEST_FLOAT: Final = 1e30
"""Of a fill in float32; a little room is left for what a kernel makes of it."""

ITEM_BYTES: Final = {"float32": 4, "float16": 2, "int32": 4, "int8": 1, "uint8": 1, "int64": 8}

SPREAD: Final = 8.0
"""Standard deviations within which a normal fill is taken to lie."""


def wrong(text: str) -> NoReturn:
    """Refuse a field. text: what is wrong with it, to be read behind its name."""
    raise PydanticCustomError("launch", "{text}", {"text": text})


def name(value: str) -> str:
    """A name of Python's: of a kernel, or of one of its parameters."""
    if len(value) > MAX_NAME:
        wrong(f"is longer than {MAX_NAME} characters")
    if not value.isidentifier() or iskeyword(value):
        wrong("must be a name of Python's: letters, digits and underscores, not a digit first")
    return value


def shape(value: tuple[int, ...]) -> tuple[int, ...]:
    """One to three sides."""
    if not value:
        wrong("is empty: write a side for each axis, such as 200, or 90 and 100")
    if len(value) > MAX_AXES:
        wrong(f"has {len(value)} axes; a tensor here has {MAX_AXES} at most")
    return value


def grid(value: tuple[int, ...]) -> tuple[int, ...]:
    """One to three axes, and not too many programs."""
    if not value:
        wrong("is empty: write how many programs run on each axis")
    if len(value) > MAX_AXES:
        wrong(f"has {len(value)} axes; a grid has {MAX_AXES} at most")
    programs = math.prod(value)
    if programs > MAX_PROGRAMS:
        wrong(f"has {programs:,} programs; {MAX_PROGRAMS:,} may run at most")
    return value


def constant(value: Any) -> Any:
    """A finite number or a truth value."""
    if not isinstance(value, bool | int | float):
        wrong("must be a number, true or false")
    if isinstance(value, float) and not math.isfinite(value):
        wrong("must be finite; write infinity in the kernel, as float('inf')")
    if isinstance(value, int) and not -LARGEST_INT - 1 <= value <= LARGEST_INT:
        wrong("does not fit in 64 bits")
    return value


def tensors(tensors: Sequence[tuple[str, Sequence[int]]], *, also: Sequence[str]) -> None:
    """How many there are, how much they hold, and that no name comes twice.

    tensors: dtype and shape of each. also: the names of all tensors and constants.
    """
    if len(tensors) > MAX_TENSORS:
        wrong(f"are {len(tensors)}; {MAX_TENSORS} may be given at most")
    twice = next((each for at, each in enumerate(also) if each in also[:at]), None)
    if twice is not None:
        wrong(f"give {twice} twice; each parameter of the kernel takes one tensor or one constant")
    counts = [math.prod(sides) for _, sides in tensors]
    if sum(counts) > MAX_ELEMENTS:
        wrong(f"hold {sum(counts):,} elements together; {MAX_ELEMENTS:,} are the most")
    size = sum(ITEM_BYTES[dtype] * count for (dtype, _), count in zip(tensors, counts, strict=True))
    if size > MAX_BYTES:
        wrong(f"take {size:,} bytes together; {MAX_BYTES:,} are the most")


def fill(fill: "Fill", dtype: str, count: int) -> None:
    """A fill that can be drawn, and whose values the dtype holds. count: elements of the tensor."""
    numbers = {"mean": fill.mean, "std": fill.std, "low": fill.low, "high": fill.high, "step": fill.step}
    for field, number in numbers.items():
        if not math.isfinite(number):
            wrong(f"has a {field} that is not finite")
    if fill.std < 0:
        wrong("has a std below 0; a spread is 0 or more")
    if fill.kind in ("uniform", "integers") and fill.low > fill.high:
        wrong(f"goes from {_shown(fill.low)} to {_shown(fill.high)}: low is above high")
    if fill.kind == "integers" and not (fill.low.is_integer() and fill.high.is_integer()):
        wrong("of integers has a low or a high that is no whole number")
    if fill.kind == "bits":
        if dtype.startswith("float"):
            wrong("of bits is for integers; random bits of a float may be NaN")
        return
    least, most = _held(dtype)
    reach = _reach(fill, count)
    if reach[0] < least or reach[1] > most:
        far = reach[0] if reach[0] < least else reach[1]
        wrong(f"reaches {_shown(far)}, and {dtype} holds {_shown(least)} to {_shown(most)}")


def _reach(fill: "Fill", count: int) -> tuple[float, float]:
    """The least and the greatest value that a fill may give."""
    match fill.kind:
        case "normal":
            return fill.mean - SPREAD * fill.std, fill.mean + SPREAD * fill.std
        case "uniform" | "integers":
            return fill.low, fill.high
        case "arange":
            last = fill.step * (count - 1)
            return min(0.0, last), max(0.0, last)
        case _:
            return 1.0, 1.0


def _held(dtype: str) -> tuple[float, float]:
    if dtype.startswith("float"):
        most = LARGEST_FLOAT16 if dtype == "float16" else LARGEST_FLOAT
        return -most, most
    bits = 8 * ITEM_BYTES[dtype]
    if dtype.startswith("u"):
        return 0.0, 2.0**bits - 1
    # A float cannot tell 2^63 from the int64 below it: what it can tell is the last multiple of 1,024.
    return -(2.0 ** (bits - 1)), 2.0 ** (bits - 1) - (1024.0 if bits == 64 else 1.0)


def _shown(number: float) -> str:
    text = f"{int(number):,}" if number.is_integer() and abs(number) < 1e20 else f"{number:.6g}"
    return text.replace("-", "−")
