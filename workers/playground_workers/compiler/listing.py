"""A stage's text made readable, cut where it is far too long, with the student's line of each of its lines."""

from collections.abc import Callable
from typing import Final

from playground_workers.compiler import assembly, mlir
from playground_workers.compiler.protocol import MAX_LINES, MAX_TEXT, Stage

READERS: Final[dict[str, Callable[[str], mlir.Lines]]] = {
    "ttir": mlir.read_mlir,
    "ttgir": mlir.read_mlir,
    "llir": mlir.read_llvm,
    "ptx": assembly.read_ptx,
    "amdgcn": assembly.read_amd,
    "sass": assembly.read_sass,
}
LONGEST: Final = 2_000


def read(name: str, text: str) -> Stage:
    texts, lines = READERS[name](text)
    cut = len(texts) > MAX_LINES
    texts = [line if len(line) <= LONGEST else line[:LONGEST] + " …" for line in texts[:MAX_LINES]]
    room = MAX_TEXT // 2
    for count, line in enumerate(texts):
        room -= len(line.encode("utf-8", "replace")) + 1
        if room < 0:
            texts, cut = texts[:count], True
            break
    return Stage(name, "\n".join(texts), lines[: max(1, len(texts))] or [0], cut)
