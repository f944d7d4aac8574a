"""Run as a script: start a program that cannot outlive the process that asked for it, however that one ends.

    python leash.py PARENT PROGRAM ARGUMENT...

A small process of its own sets this up, since code between fork and exec is not safe beside other threads.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(parent: int, program: list[str]) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it ended before the signal was asked for
        sys.exit(0)
    os.execv(program[0], program)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
