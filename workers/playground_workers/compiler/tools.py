"""ptxas and nvdisasm, run inside the sandbox. They read and write the scratch files, by their names."""

import os
import re
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import triton

from playground_workers.compiler.policy import ASSEMBLY, BINARY, LIBRARIES, WORDS
from playground_workers.compiler.targets import Target

FOLDER: Final = Path(triton.__file__).resolve().parent / "backends/nvidia/bin"
PRESENT: Final = frozenset(path.name for path in FOLDER.glob("*"))
"""Looked up as this is imported: a run may not ask what files there are."""

NEWER: Final = 90
"""From this architecture on Triton takes the ptxas with the longer name, where it is there."""

_REGISTERS: Final = re.compile(r"Used (\d+) registers")
_SPILLS: Final = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")


class ToolFailed(Exception):
    """A tool did not do its work. words: what it said. killed: the kernel ended it, at a limit."""

    def __init__(self, tool: str, words: str, *, killed: bool = False) -> None:
        super().__init__(f"{tool} failed")
        self.tool, self.words, self.killed = tool, words, killed


@dataclass(frozen=True)
class Assembled:
    """What ptxas says of a kernel: registers a thread, bytes a thread."""

    registers: int
    local: int
    spill_stores: int
    spill_loads: int


def assemble(ptx: str, target: Target, *, fuses: bool) -> Assembled:
    """PTX to a binary, with the options that Triton gives. Raises ToolFailed."""
    architecture = int(target.architecture)
    newer = architecture >= NEWER and "ptxas-blackwell" in PRESENT
    tool = FOLDER / ("ptxas-blackwell" if newer else "ptxas")
    Path(ASSEMBLY).write_text(ptx, encoding="utf-8")
    words = _run(
        tool,
        "-lineinfo",
        *([] if fuses else ["--fmad=false"]),
        "-v",
        "--regAllocOptLevel=2",
        f"--gpu-name=sm_{architecture}{'a' if architecture >= NEWER else ''}",
        ASSEMBLY,
        "-o",
        BINARY,
    )
    registers, spills = _REGISTERS.search(words), _SPILLS.search(words)
    local, stores, loads = (int(spills[place]) for place in (1, 2, 3)) if spills else (-1, -1, -1)
    return Assembled(int(registers[1]) if registers else -1, local, stores, loads)


def can_disassemble() -> bool:
    return "nvdisasm" in PRESENT


def disassemble() -> str:
    """The binary that was last assembled, as text with the lines of the source. Raises ToolFailed."""
    return _run(FOLDER / "nvdisasm", "-gi", "-c", BINARY)


def _run(tool: Path, *arguments: str) -> str:
    """What the tool says. Its words go to a scratch file, so that nothing waits for a full pipe."""
    with open(WORDS, "w+b") as words:
        environment = {"LD_LIBRARY_PATH": os.environ.get(LIBRARIES, "")}
        try:
            done = subprocess.run([tool, *arguments], env=environment, stdin=0, stdout=words, stderr=words)
        except OSError as error:
            raise ToolFailed(tool.name, f"{tool.name} could not be started: {error.strerror}") from error
        words.seek(0)
        said = words.read().decode("utf-8", "replace")
    if done.returncode:
        killed = -done.returncode in (signal.SIGKILL, signal.SIGXCPU)
        raise ToolFailed(tool.name, said or f"{tool.name} ended with status {done.returncode}", killed=killed)
    return said
