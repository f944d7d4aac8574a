"""How a run ended, and what that was due to."""

import signal
from dataclasses import dataclass
from typing import Literal

from playground_workers.sandbox.runner import OUT_OF_TIME

Stop = Literal["wall_limit", "output_limit", "cancelled", "protocol"]
How = Literal["done", "exited", "killed", "time_limit"] | Stop

# RLIMIT_CPU is looked at once a tick, on a clock that runs a little differently from the one that is reported: with a
# limit of 1 s, 0.96 s have been seen.
OUT_OF_CPU = 0.8


@dataclass(frozen=True)
class Ending:
    """How a run ended.

    done: exit status 0, no frame cut short. exited: another status. killed: by `signal`, not from us. time_limit:
    the CPU limit; wall_limit: the other one. protocol: a frame that is malformed, too large, or refused by on_frame.
    status: as from os.waitstatus_to_exitcode. stray: the start of what was written to descriptors 1 and 2.
    """

    how: How
    signal: int | None
    status: int
    cpu_s: float
    wall_s: float
    max_rss_bytes: int
    stray: bytes


def judge_end(status: int, *, cpu_share: float, out_of_memory: bool, between_frames: bool) -> How:
    """Of a run that we did not stop. cpu_share: CPU time used over the limit.

    out_of_memory: since the run began the kernel has ended some process because the machine's memory was full, and
    does so with the same signal as at the CPU limit.
    """
    told = status == OUT_OF_TIME and cpu_share >= OUT_OF_CPU
    if told or (status == -signal.SIGKILL and cpu_share >= (1.0 if out_of_memory else OUT_OF_CPU)):
        return "time_limit"
    if status < 0:
        return "killed"
    if status > 0:
        return "exited"
    return "done" if between_frames else "protocol"


def count_out_of_memory() -> int:
    """How many processes this machine, or the container that we are in, has ended for want of memory."""
    try:
        with open("/proc/vmstat", "rb") as file:
            words = file.read().split()
        return int(words[words.index(b"oom_kill") + 1])
    except (OSError, ValueError, IndexError):
        return 0
