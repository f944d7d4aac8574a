"""What a runner can do that it should not, found by trying. A program for a runner, and the reading of its answer."""

import ctypes
import mmap
import os
import socket
from collections.abc import Callable
from typing import Final, Literal, get_args

Tier = Literal["none", "weak", "container", "strong"]
TIERS: Final[tuple[Tier, ...]] = get_args(Tier)
"""From the least to the best."""

PROCESS = "make a process"
UNSEEN = ("/proc", "/etc", "/usr/bin")  # a policy's root may hold single files further down
ANSWER = 1  # the kind of the one frame: for each attempt a byte, 1 where it worked


def warm() -> None:
    """Nothing to do: what the attempts need is imported above."""


def run(request: bytes, send: Callable[[int, bytes], None]) -> None:
    send(ANSWER, bytes(_works(attempt) for attempt in (*ATTEMPTS.values(), *TRAITS.values())))


def read_tier(whole: bytes, unfiltered: bytes, *, may_start: bool = False) -> Tier:
    """The tier from two answers: with every layer on, and with the system call filter left out.

    may_start: the policy lets processes be started, which only the filter then narrows down.

    strong: nothing open, in a process namespace of its own where nothing is even to be seen, and files stay shut
    without the filter. container: nothing open. weak: something open. none: no answer, or all of it open.
    """
    count = len(ATTEMPTS)
    if len(whole) != count + len(TRAITS) or all(whole[:count]):
        return "none"
    if any(whole[:count]):
        return "weak"
    alone, unseen = whole[count:]
    twice = [list(ATTEMPTS).index(name) for name in LOCKED_TWICE if not (may_start and name == PROCESS)]
    shut = len(unfiltered) == len(whole) and not any(unfiltered[place] for place in twice)
    return "strong" if alone and unseen and shut else "container"


def name_open(answer: bytes) -> list[str]:
    """The names of the attempts that worked."""
    return [name for name, worked in zip(ATTEMPTS, answer, strict=False) if worked]


def _works(attempt: Callable[[], object]) -> bool:
    try:
        return attempt() is not False
    except (OSError, ValueError):
        return False


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def _unshare() -> bool:
    return int(ctypes.CDLL(None).unshare(0x10000000)) == 0


def _executable_memory() -> None:
    mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()


def _unseen() -> bool:
    return not any(_works(lambda path=path: os.stat(path)) for path in UNSEEN)  # type: ignore[misc]


ATTEMPTS: dict[str, Callable[[], object]] = {
    "read a folder": lambda: os.listdir("/"),
    "read a file": lambda: os.close(os.open("/etc/passwd", os.O_RDONLY)),
    "write a file": lambda: os.close(os.open("/tmp/.triton-playground-probe", os.O_WRONLY | os.O_CREAT, 0o600)),
    "open a network socket": lambda: socket.socket(socket.AF_INET).close(),
    "open a local socket": lambda: socket.socket(socket.AF_UNIX).close(),
    "signal another process": lambda: os.kill(os.getppid() or -1, 0),
    "make a namespace": _unshare,
    "make executable memory": _executable_memory,
    PROCESS: _fork,
}
# Landlock or the limits refuse these even where the filter does not.
LOCKED_TWICE = ("read a folder", "read a file", "write a file", PROCESS)
TRAITS: dict[str, Callable[[], object]] = {"alone": lambda: os.getpid() == 1, "unseen": _unseen}
