"""A sandbox with free Python as its program, so that no source rule stands before it, and what tests ask of it."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from playground_puzzles.catalogue import load
from playground_puzzles.models import Job, Verdict
from playground_puzzles.source_text import normalise
from playground_workers.judge import Judge
from playground_workers.sandbox.box import Box, Mode
from playground_workers.sandbox.ending import Ending
from playground_workers.sandbox.policy import INTERPRETER, MIB, Policy

HERE = Path(__file__).parent
MODES: tuple[Mode, ...] = ("namespaces", "container")


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
                    started = Path("/proc", name, "stat").read_text().rpartition(")")[2].split()[19]
                except OSError:
                    continue
                if self.token.encode() in command:
                    found.append((int(started), int(name)))
        return [pid for _, pid in sorted(found)]

    def settled(self, count: int) -> list[int]:
        """The processes, once there are so many; the test fails where that takes over two seconds."""
        for _ in range(400):
            if len(found := self.processes()) == count:
                return found
            time.sleep(0.005)
        raise AssertionError(f"{len(found)} processes where {count} belong")

    def standing(self) -> tuple[list[int], int]:
        """What a run must leave as it was: the processes but for the idle runner, and our own descriptors."""
        return self.settled(self.crew)[:-1], len(os.listdir("/proc/self/fd"))

    def is_as_it_was(self, before: tuple[list[int], int]) -> bool:
        """Fewer descriptors are as good: whatever other tests left open may be collected at any moment."""
        processes, descriptors = self.standing()
        return processes == before[0] and descriptors <= before[1]

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


CPU_S = 1
CASE = "as-stated"


@dataclass
class Court:
    """The judge, with little time to give, over a sandbox with everything at hand that hostile code likes."""

    judge: Judge
    lab: Lab

    def run(self, source: str, *, rules: bool, wall_s: float | None = None) -> Verdict:
        """The verdict on a file for the first case of puzzle 1. wall_s: the wall limit, 10 s where not given."""
        self.limit_wall(wall_s)
        job = Job(id="attack", puzzle=self.slug, source=normalise(source), case=CASE, enqueued_at=time.time())
        return self.judge.judge(job, rules=rules)

    def limit_wall(self, wall_s: float | None) -> None:
        self.judge.limits = replace(self.judge.limits, wall_factor=0.0, wall_extra_s=wall_s or 10.0)

    def honest(self) -> Verdict:
        """The verdict on the reference solution."""
        return self.run((self.judge.catalogue.folder(self.slug) / "solution.py").read_text(), rules=True)

    @property
    def slug(self) -> str:
        return self.judge.catalogue.get(1).slug


def open_court(folder: Path, mode: Mode) -> Iterator[Court]:
    folder.mkdir(exist_ok=True)
    catalogue = load()
    hurried = tuple(puzzle.model_copy(update={"cpu_limit_s": CPU_S}) for puzzle in catalogue.puzzles)
    policy = replace(free_policy(folder), program="hostile_kernel")
    with Box(policy, mode=mode) as box:
        yield Court(Judge(replace(catalogue, puzzles=hurried), box), Lab(box, str(folder)))
