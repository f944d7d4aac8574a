"""The program of the sandbox's own tests: runs the request as Python, whatever it is, with numpy at hand."""

import asyncio.events
import ctypes
import errno
import mmap
import multiprocessing.shared_memory
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable

ANSWER, RAISED = 1, 2
MODULES = (ctypes, errno, mmap, os, resource, signal, socket, struct, subprocess, sys, threading, time)


def warm() -> None:
    import numpy.random

    MODULES_BY_NAME.update({module.__name__: module for module in MODULES}, np=numpy)


def run(request: bytes, send: Callable[[int, bytes], None]) -> None:
    """Sends what the source leaves in `answer` as text, or the end of its traceback as a frame of another kind."""
    names = scope(send)
    try:
        exec(compile(request.decode(), "<attack>", "exec"), names)
    except Exception:
        send(RAISED, traceback.format_exc(limit=-3).encode("utf-8", "backslashreplace"))
        return
    send(ANSWER, str(names["answer"]).encode("utf-8", "backslashreplace"))


def scope(send: Callable[[int, bytes], None]) -> dict[str, object]:
    """The names that an attack finds. judged: whether it runs as a kernel, under the judge."""
    helpers = {"send": send, "attempt": attempt, "raw": raw, "libc": libc}
    return {**MODULES_BY_NAME, **helpers, "answer": "", "judged": False}


def attempt(**calls: Callable[[], object]) -> str:
    """'all refused', or the names of the calls that were not refused."""
    worked = []
    for name, call in calls.items():
        try:
            call()
        except (OSError, RuntimeError, ImportError, LookupError):
            continue
        worked.append(name)
    return "worked: " + ", ".join(worked) if worked else "all refused"


def raw(number: int, *words: object) -> int:
    """A system call by number; raises OSError."""
    result = libc.syscall(number, *words)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return int(result)


libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
MODULES_BY_NAME: dict[str, object] = {}
KERNEL: dict[str, object] = {}  # the names of an attack that runs as a kernel
_LOADED = (asyncio.events, multiprocessing.shared_memory)
