"""Loads and stores of the GPU's memory in a kernel's final form, by line of the source, with their width."""

import re
from collections import Counter
from typing import Final

from playground_workers.compiler.protocol import Access, Stage

_PTX: Final = re.compile(
    r"\b(ld|st|atom|red)\.(?:[a-z_0-9:]+\.)*?global(?:\.[a-zL_0-9:]+?)*?(?:\.v(\d))?\.([bsuf])(\d+)(?:x2)?\b"
)
_PTX_COPY: Final = re.compile(r"\bcp\.async\.c[ag]\.shared\.global[^;]*?,\s*(?:0x)?([0-9a-f]+)\s*[,;]")
_AMD: Final = re.compile(
    r"\b(?:global|buffer|flat)_(load|store|atomic)_(?:(?:lds|tr)_)?(\w+)",
)
_AMD_BITS: Final = {"dword": 32, "dwordx2": 64, "dwordx3": 96, "dwordx4": 128}
_WORDS: Final = {"ld": "load", "st": "store", "atom": "atomic", "red": "atomic"}


def count(stage: Stage) -> list[Access]:
    """Of a PTX or AMDGCN listing, in the order of the source's lines."""
    found: Counter[tuple[int, str, int]] = Counter()
    look = _ptx if stage.name == "ptx" else _amd
    for text, line in zip(stage.text.split("\n"), stage.lines, strict=True):
        access = look(text)
        if access is not None:
            found[line, *access] += 1
    return [Access(operation, line, bits, count) for (line, operation, bits), count in sorted(found.items())]


def _ptx(text: str) -> tuple[str, int] | None:
    found = _PTX.search(text)
    if found:
        return _WORDS[found[1]], int(found[2] or 1) * int(found[4])
    copy = _PTX_COPY.search(text)
    if copy:
        size = int(copy[1], 16 if "0x" in copy[0] else 10)
        return "load", 8 * size
    return None


def _amd(text: str) -> tuple[str, int] | None:
    found = _AMD.search(text)
    if found is None:
        return None
    operation, kind = found[1], found[2]
    if operation == "atomic":
        return "atomic", 64 if kind.endswith(("x2", "64")) else 32
    if kind in _AMD_BITS:
        return operation, _AMD_BITS[kind]
    return operation, 16 if "short" in kind or "16" in kind else 8
