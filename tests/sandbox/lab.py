"""A sandbox with free Python as its program, so that no source rule stands before it, and what tests ask of it."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from playground_workers.sandbox.box import Box, Mode
from playground_workers.sandbox.ending import Ending
from playground_workers.sandbox.policy import INTERPRETER, MIB, Policy

HERE = Path(__file__).parent


@dataclass
class Outcome:
    ending: Ending
    frames: list[tuple[int, bytes]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return b"\n".join(payload for _, payload in self.frames).decode("utf-8", "replace")


@dataclass
class Lab:
    """A box, and what a test asks of it. token: a word in the command line of all its processes."""

    box: Box
    token: str

    def run(
        self,
        source: str,
        cpu_s: int = 1,
        wall_s: float = 10.0,
        cancelled: Callable[[], bool] = lambda: False,
        on_restart: Callable[[], None] = lambda: None,
    ) -> Outcome:
        frames: list[tuple[int, bytes]] = []

        def restart() -> None:
            frames.clear()
            on_restart()

        ending = self.box.run(
            source.encode(),
            cpu_s=cpu_s,
            wall_s=wall_s,
            on_frame=lambda kind, payload: frames.append((kind, payload)),
            cancelled=cancelled,
            on_restart=restart,
        )
        return Outcome(ending, frames)

    def processes(self) -> list[int]:
        """All that was started for this box, by anybody, oldest first."""
        found = []
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    command = Path("/proc", name, "cmdline").read_bytes()
                except OSError:
                    continue
                if self.token.encode() in command:
                    found.append(int(name))
        return sorted(found)

    def settled(self, count: int) -> list[int]:
        """The processes, once there are so many; the test fails where that takes over two seconds."""
        for _ in range(400):
            if len(found := self.processes()) == count:
                return found
            time.sleep(0.005)
        pytest.fail(f"{len(found)} processes where {count} belong")

    def kill(self, pid: int) -> None:
        """Returns when the process is gone, and with it those that may not outlive it."""
        os.kill(pid, signal.SIGKILL)
        for _ in range(400):
            # The box's own child stays a zombie, with an empty command line, until the box looks.
            if pid not in self.processes():
                break
            time.sleep(0.005)
        time.sleep(0.05)

    @property
    def crew(self) -> int:
        """How many processes an idle box has: the zygote, its idle runner, and in namespaces their keeper outside."""
        return 3 if self.box.mode == "namespaces" else 2


def free_policy(folder: Path) -> Policy:
    """The interpreter's policy around free Python; folder only marks the processes."""
    limits = replace(INTERPRETER.limits, memory_bytes=256 * MIB)
    return replace(INTERPRETER, program="hostile", path=(str(HERE), str(folder)), limits=limits)


def open_lab(folder: Path, mode: Mode) -> Iterator[Lab]:
    folder.mkdir(exist_ok=True)
    with Box(free_policy(folder), mode=mode) as box:
        lab = Lab(box, str(folder))
        yield lab
    lab.settled(0)
