"""What the editor knows of `tl`: names, signatures as the installed Triton has them, and our words for each.

`python -m playground_workers.language_help FILE` writes the catalogue that the front end ships. A test makes it anew
and compares, so that no name that a kernel may use goes without help, and none that it may not use is offered.
"""

import inspect
import json
import sys
import tomllib
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from playground_workers.interpreter.language import tl
from playground_workers.interpreter.source import names

WORDS: Final = "language_words.toml"
_OURS: Final = "tensor-"  # words for what only a block has
_INNER: Final = frozenset(("_semantic", "_generator", "_builder", "sanitize_overflow", "loc"))
_HINTS: Final = frozenset(
    (
        "disable_licm",
        "propagate_nan",
        "return_indices_tie_break_left",
        "disallow_acc_multi_buffer",
        "warp_specialize",
        "file",
        "flush",
    )
)


def catalogue() -> dict[str, Any]:
    """{"triton_version", "cards": [card], "tensor": [member]}, in the order of the words.

    card: {"name", "path": how it is written, "group", "says", "signature", "parameters": [{"name", "says"?}],
    "example"?, "see": [names]}. member: {"name", "card": the name of its card, "call": what is written after it}.
    """
    words = _words()
    cards = [_card(name, each) for name, each in words.items()]
    members = [
        {"name": name, "card": _OURS + name if _OURS + name in words else name, "call": _member_call(name)}
        for name in sorted(names.TENSOR_METHODS | names.TENSOR_FIELDS)
    ]
    math = sorted(names.ALLOWED_MATH)
    return {"triton_version": version("triton"), "cards": cards, "tensor": members, "math": math}


def _words() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("playground_workers").joinpath(WORDS).read_text(encoding="utf-8"))


def _card(name: str, words: dict[str, Any]) -> dict[str, Any]:
    own = name.startswith(_OURS)
    bare = name.removeprefix(_OURS)
    called = _parameters(getattr(tl.tensor if own else tl, bare, None))
    meanings = words.get("parameters", {})
    card = {
        "name": name,
        "path": f"x.{bare}" if own else f"tl.{bare}",
        "group": words["group"],
        "says": words["says"],
        "signature": None if called is None or words["group"] == "Types" else _text(called, own),
        "parameters": [
            {"name": each.name} | ({"says": meanings[each.name]} if each.name in meanings else {})
            for each in ([] if words["group"] == "Types" else called or [])
            if each.name != "self"
        ],
        "example": words.get("example"),
        "see": words.get("see", []),
    }
    unknown = meanings.keys() - {each.name for each in called or []}
    if unknown:
        raise ValueError(f"{WORDS}: {name} has no parameter {', '.join(sorted(unknown))}")
    return {key: value for key, value in card.items() if value not in (None, [])}


def _member_call(name: str) -> str:
    """How a member is written after a block: its parameters in parentheses, nothing for a field."""
    if name in names.TENSOR_FIELDS or name == "T":
        return ""
    called = _parameters(getattr(tl, name, None) or getattr(tl.tensor, name)) or []
    return _text(called, drop_first=True)


def _parameters(thing: Any) -> list[inspect.Parameter] | None:
    function = getattr(thing, "fn", thing)
    if not callable(function):
        return None
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return [each for each in found if each.name not in _INNER | _HINTS]


def _text(parameters: list[inspect.Parameter], drop_first: bool) -> str:
    """A signature without annotations, with defaults as a kernel would write them."""
    parts: list[str] = []
    keyword_only = False
    for each in parameters[1 if drop_first else 0 :]:
        if each.kind is each.KEYWORD_ONLY and not keyword_only:
            keyword_only = True
            if not any(part.startswith("*") for part in parts):
                parts.append("*")
        star = "*" if each.kind is each.VAR_POSITIONAL else ""
        default = "" if each.default is each.empty else f"={_default(each.default)}"
        parts.append(f"{star}{each.name}{default}")
    return f"({', '.join(parts)})"


def _default(value: Any) -> str:
    if isinstance(value, tl.constexpr):
        return str(bool(value.value)) if value.value in (0, 1) else str(value.value)
    if isinstance(value, tl.dtype):
        return f"tl.{value}" if value.name.startswith(("int", "uint")) else f"tl.{_FLOATS.get(value.name, value.name)}"
    if isinstance(value, str):
        return json.dumps(value)
    return str(value)


_FLOATS: Final = {"fp16": "float16", "bf16": "bfloat16", "fp32": "float32", "fp64": "float64"}


def written() -> str:
    """The catalogue as the file that the front end ships."""
    return json.dumps(catalogue(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(written(), encoding="utf-8")
