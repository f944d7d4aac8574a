"""Which line of the source an instruction of PTX, AMDGCN or SASS came from, and the text without those notes."""

import re
from typing import Final

from playground_workers.compiler.kernels import SOURCE_FILE
from playground_workers.compiler.mlir import Lines

_FILE: Final = re.compile(r'^\s*\.file\s+(\d+)\s+(?:"[^"]*"\s+)?"([^"]*)"')
_LOC: Final = re.compile(r"^\s*\.loc\s+(\d+)\s+(\d+)\s+(\d+)(?:.*inlined_at\s+(\d+)\s+(\d+)\s+(\d+))?")
_COMMENT: Final = re.compile(r"\s*//.*$")
_AMD_COMMENT: Final = re.compile(r"\s*;.*$")
_AMD_CHAIN: Final = re.compile(r"(?:^|[;\[])\s*([^:;\[\]]+):(\d+):\d+")
_SASS_PLACE: Final = re.compile(r'//## File "([^"]*)", line (\d+)')
_SASS_CODE: Final = re.compile(r"^\s*/\*[0-9a-f]+\*/\s+(.*?)\s*$")
_LABEL: Final = re.compile(r"^(\.?[$\w]+):")


def straighten(ptx: str) -> str:
    """PTX without the places that LLVM writes inside inline assembly: it counts on from the line of the whole, one for
    each line of the assembly, so that a load of four values would seem to come from three lines further down."""
    kept: list[str] = []
    inside = False
    for line in ptx.split("\n"):
        if "// begin inline asm" in line or "// end inline asm" in line:
            inside = "begin" in line
        if not (inside and line.lstrip().startswith(".loc")):
            kept.append(line)
    return "\n".join(kept)


def read_ptx(text: str) -> Lines:
    """Lines of text and their student's lines, 0 where there is none. Debug sections, notes and unused labels go."""
    raw = text.split("\n")
    own = {found[1] for line in raw if (found := _FILE.match(line)) and found[2] == SOURCE_FILE}
    places: dict[tuple[str, str, str], int] = {}
    jumps = {word.rstrip(";") for line in raw if "bra" in line for word in line.split() if word.startswith("$")}
    texts: list[str] = []
    lines: list[int] = []
    at = 0
    for line in raw:
        if line.lstrip().startswith((".file", ".section")):
            break
        place = _LOC.match(line)
        if place:
            file, number, column, *caller = place.groups()
            at = int(number) if file in own else places.get((caller[0], caller[1], caller[2]), 0)
            places[file, number, column] = at
            continue
        bare = _COMMENT.sub("", line).rstrip()
        label = _LABEL.match(bare)
        if not bare.strip() or (label and label[1] not in jumps):
            continue
        is_code = bare.startswith("\t") and not bare.lstrip().startswith(".")
        texts.append(bare.replace("\t", "    ", 1).replace("\t", " ") if is_code else bare.replace("\t", "    "))
        lines.append(at if is_code else 0)
    return texts, lines


def read_amd(text: str) -> Lines:
    """As read_ptx; each .loc carries its chain of calls as a comment."""
    texts: list[str] = []
    lines: list[int] = []
    raw = text.split("\n")
    jumps = {word for line in raw if "branch" in line for word in line.split() if word.startswith(".L")}
    at = 0
    for line in raw:
        stripped = line.strip()
        if stripped.startswith(".section"):
            break
        if stripped.startswith(".loc"):
            chain = line.partition(";")[2]
            calls = [(name.strip(), int(number)) for name, number in _AMD_CHAIN.findall(chain)]
            at = next((number for name, number in calls if name == SOURCE_FILE), 0)
            continue
        bare = _AMD_COMMENT.sub("", line).rstrip()
        label = _LABEL.match(bare)
        if not bare.strip() or stripped.startswith((".cfi", ".file", ".p2align")) or (label and label[1] not in jumps):
            continue
        is_code = bare.startswith("\t") and not stripped.startswith(".")
        texts.append(bare.replace("\t", "    ", 1).replace("\t", " "))
        lines.append(at if is_code else 0)
    return texts, lines


def read_sass(text: str) -> Lines:
    """As read_ptx; places stand above the instructions, the innermost call first."""
    texts: list[str] = []
    lines: list[int] = []
    at = 0
    fresh = False
    for line in text.split("\n"):
        place = _SASS_PLACE.search(line)
        if place:
            if not fresh:
                at, fresh = 0, True
            if at == 0 and place[1] == SOURCE_FILE:
                at = int(place[2])
            continue
        code = _SASS_CODE.match(line)
        if code:
            fresh = False
            texts.append("    " + code[1])
            lines.append(at)
        elif line.startswith(".L_x_"):
            texts.append(line.rstrip())
            lines.append(0)
    while texts and (texts[-1].strip() in ("NOP;", "NOP ;") or texts[-1].startswith(".L_x_")):
        texts.pop()  # what fills the last line of the instruction cache
        lines.pop()
    return texts, lines
