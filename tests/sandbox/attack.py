"""The attacks: each file in attacks/ is hostile, and its first lines say how it must end.

A file of hostile Python is run as it is, in the sandbox alone, with free Python for its program; then it is judged,
once as the body of a kernel with the source rules off, and once as a submission with the source rules on:

    # done: REGEX                 ended by itself, and said so
    # exited STATUS
    # killed SIGNAL [SIGNAL ...]  one of these
    # time_limit                  also output_limit and protocol
    # wall_limit wall=SECONDS
    # verdicts: OFF[|OFF] ON[|ON]

A file whose first line is `# kernel` is a submission as it is, and is judged alone, in both ways.
"""

import platform
import re
import signal
import textwrap
from dataclasses import dataclass
from pathlib import Path

ATTACKS = Path(__file__).with_name("attacks")
# These speak in x86-64 system call numbers.
NUMBERED = re.compile(r"\braw\(|0xFFFFFFFFFF600400")
HEADER = re.compile(r"# (\w+)((?: [\w=.]+)*)(?:: (.+))?")
VERDICTS = re.compile(r"# verdicts: ([\w|]+) ([\w|]+)")

IMPORTS = (
    "import ctypes, errno, mmap, os, resource, signal, socket, struct, subprocess, sys, threading, time\n"
    "from hostile import attempt, judged, libc, raw, send\n"
)
HEAD = "import numpy as np\nimport triton\nimport triton.language as tl\n\n\n"
SIGNATURE = "def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n"


@dataclass(frozen=True)
class Attack:
    """how: as Ending.how, or `kernel`. said: a pattern of the answer. off, on: the verdict words that are right."""

    name: str
    source: str
    how: str
    words: tuple[str, ...]
    said: str | None
    off: tuple[str, ...]
    on: tuple[str, ...]

    @property
    def is_kernel(self) -> bool:
        return self.how == "kernel"

    @property
    def wall_s(self) -> float | None:
        """The wall limit that it is run with, where it is not stopped by anything else."""
        return next((float(word[5:]) for word in self.words if word.startswith("wall=")), None)

    @property
    def unruled(self) -> str:
        """A file whose kernel does it, with names that no source rule would let through."""
        if self.is_kernel:
            return self.source
        body = f'    exec(compile({self.source!r}, "<attack>", "exec"), KERNEL)\n    print(KERNEL["answer"])\n'
        return f"from hostile import KERNEL\n{HEAD}{SIGNATURE}{body}"

    @property
    def ruled(self) -> str:
        """A file that a student would send."""
        if self.is_kernel:
            return self.source
        body = f"answer = 0\n{self.source}\nprint(answer)\n"
        return f"{IMPORTS}{HEAD}@triton.jit\n{SIGNATURE}{textwrap.indent(body, '    ')}"

    def is_ended_so(self, how: str, number: int | None, status: int) -> bool:
        """Whether a run has ended as the file says."""
        if how != self.how:
            return False
        if how == "killed":
            return number is not None and signal.Signals(number).name in self.words
        return how != "exited" or str(status) in self.words


def read_all() -> list[Attack]:
    """Those that can be tried on this machine, by name."""
    paths = sorted(ATTACKS.glob("*.py"))
    texts = ((path.stem, path.read_bytes().decode()) for path in paths)
    return [_read(*item) for item in texts if platform.machine() == "x86_64" or not NUMBERED.search(item[1])]


def _read(name: str, source: str) -> Attack:
    lines = source.split("\n")
    header, verdicts = HEADER.fullmatch(lines[0]), VERDICTS.fullmatch(lines[1])
    if not header or not verdicts:
        raise ValueError(f"{name} lacks a header")
    how, words, said = header.groups()
    return Attack(
        name, source, how, tuple(words.split()), said, *(tuple(group.split("|")) for group in verdicts.groups())
    )
