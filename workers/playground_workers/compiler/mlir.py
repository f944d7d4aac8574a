"""Which line of the source a line of TTIR, TTGIR or LLVM IR came from, and the text without those notes.

A place inside Triton's own library counts as the student's line that called it.
"""

import re
from typing import Final

from playground_workers.compiler.kernels import SOURCE_FILE

Lines = tuple[list[str], list[int]]

_DEFINITION: Final = re.compile(r"^(#loc\d*) = loc\((.*)\)$")
_PLACE: Final = re.compile(r'"([^"]*)":(\d+):\d+')
_MARK: Final = re.compile(r" loc\(")
_REFERENCE: Final = re.compile(r"#loc\d*")
_DEPTH: Final = 40

_DEBUG: Final = re.compile(r",? !dbg !(\d+)")
_NODE: Final = re.compile(r"^!(\d+) = (?:distinct )?!(\w+)\((.*)\)$")
_FIELD: Final = re.compile(r'(\w+): (?:!(\d+)|"([^"]*)"|(\d+))')


def read_mlir(text: str) -> Lines:
    """Lines of text and their student's lines, 0 where there is none."""
    raw = text.split("\n")
    places = _Places({found[1]: found[2] for line in raw if (found := _DEFINITION.match(line))})
    texts: list[str] = []
    lines: list[int] = []
    opened: list[int] = []
    for line in raw:
        if _DEFINITION.match(line):
            continue
        bare, notes = _strip(line)
        at = places.line(notes[-1]) if notes else 0
        if bare.lstrip().startswith("}") and opened:
            start = opened.pop()
            if lines[start] == 0:
                lines[start] = at  # what opens a region is told its place where that closes
        if bare.endswith("{"):
            opened.append(len(texts))
        texts.append(bare)
        lines.append(at)
    while texts and not texts[-1].strip():
        texts.pop()
        lines.pop()
    return texts, lines


def _strip(line: str) -> tuple[str, list[str]]:
    """The line without its locations, and those."""
    notes: list[str] = []
    parts: list[str] = []
    at = 0
    for mark in _MARK.finditer(line):
        if mark.start() < at:
            continue
        end, depth, quoted = mark.end(), 1, False
        while end < len(line) and depth:
            letter = line[end]
            quoted ^= letter == '"'
            if not quoted:
                depth += (letter == "(") - (letter == ")")
            end += 1
        parts.append(line[at : mark.start()])
        notes.append(line[mark.end() : end - 1])
        at = end
    parts.append(line[at:])
    return "".join(parts), notes


class _Places:
    def __init__(self, definitions: dict[str, str]) -> None:
        self.definitions = definitions
        self.known: dict[str, int] = {}

    def line(self, note: str, depth: int = 0) -> int:
        """The innermost of a chain of calls that is the student's own."""
        if depth > _DEPTH:
            return 0
        found = self.known.get(note)
        if found is None:
            found = self.known[note] = self._resolve(note, depth)
        return found

    def _resolve(self, note: str, depth: int) -> int:
        place = _PLACE.match(note)
        if place:
            return int(place[2]) if place[1] == SOURCE_FILE else 0
        for name in _REFERENCE.findall(note):  # of callsite(callee at caller) the callee comes first
            line = self.line(self.definitions.get(name, "unknown"), depth + 1)
            if line:
                return line
        return next((int(line) for file, line in _PLACE.findall(note) if file == SOURCE_FILE), 0)


def read_llvm(text: str) -> Lines:
    """As read_mlir, for LLVM IR: metadata, attributes and declarations are left out."""
    raw = text.split("\n")
    nodes = {found[1]: (found[2], found[3]) for line in raw if (found := _NODE.match(line))}
    known: dict[str, int] = {}
    texts: list[str] = []
    lines: list[int] = []
    for line in raw:
        if line.startswith(("!", "attributes #", "declare ", "; Function Attrs", "source_filename", "; ModuleID")):
            continue
        if not line.strip() and (not texts or not texts[-1].strip()):
            continue
        mark = _DEBUG.search(line)
        at = _line_of(mark[1], nodes, known, 0) if mark and not line.startswith("define ") else 0
        texts.append(_DEBUG.sub("", line))
        lines.append(at)
    while texts and not texts[-1].strip():
        texts.pop()
        lines.pop()
    return texts, lines


def _line_of(number: str, nodes: dict[str, tuple[str, str]], known: dict[str, int], depth: int) -> int:
    if number in known:
        return known[number]
    kind, body = nodes.get(number, ("", ""))
    fields = {name: one or two or three for name, one, two, three in _FIELD.findall(body)}
    line = 0
    if kind == "DILocation" and depth <= _DEPTH:
        if _file_of(fields.get("scope", ""), nodes) == SOURCE_FILE:
            line = int(fields.get("line", "0"))
        elif "inlinedAt" in fields:
            line = _line_of(fields["inlinedAt"], nodes, known, depth + 1)
    known[number] = line
    return line


def _file_of(scope: str, nodes: dict[str, tuple[str, str]]) -> str:
    fields = {name: one or two or three for name, one, two, three in _FIELD.findall(nodes.get(scope, ("", ""))[1])}
    _, body = nodes.get(fields.get("file", ""), ("", ""))
    return next((two for name, _, two, _ in _FIELD.findall(body) if name == "filename"), "")
