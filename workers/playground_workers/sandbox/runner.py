"""What a runner does with its only life: shuts the doors behind itself, reads one request, runs it, ends.

Descriptors: 0 the request, 1 and 2 stray text, 3 the results. A request is `cpu_s u32, length u32, bytes`; a
result frame is `kind u8, length u32, payload`; all little-endian. The first frame is BEGUN, from here; the
program's own kinds are 1 to 255.

A program may have where() -> bytes: when the CPU limit is reached its answer is written as stray text, if Python
comes to it within a second, at whose end the kernel kills. And ready(): called once the doors are shut, before there
is a request; what it does is done ahead and costs no run any time.
"""

import os
import resource
import signal
import struct
from dataclasses import dataclass
from types import ModuleType
from typing import NoReturn

from playground_workers.sandbox import landlock, linux
from playground_workers.sandbox.policy import Limits

REQUEST = struct.Struct("<II")
FRAME = struct.Struct("<BI")
BEGUN = 0
RESULTS = 3
READ_BYTES = 1 << 20

# Exit codes of the runner itself.
PROGRAM_RAISED, NO_LOCK, OUT_OF_TIME = 1, 97, 98
GRACE_S = 1


@dataclass(frozen=True)
class Locks:
    """All that is needed to lock a runner down, made once by its zygote. None: that layer is left out."""

    limits: Limits | None
    ruleset: int | None
    filter: bytes | None


def live(descriptors: tuple[int, int, int], locks: Locks, program: ModuleType) -> NoReturn:
    """Never returns. descriptors: the ends of the request, stray and result pipes; none of them below 4."""
    try:
        _lock_down(descriptors, locks)
    except BaseException as error:
        os.write(2, f"not locked down: {error}".encode())
        os._exit(NO_LOCK)
    try:
        getattr(program, "ready", _nothing)()
    except BaseException as error:
        os.write(2, f"not ready: {type(error).__name__}: {error}".encode("utf-8", "replace"))
        os._exit(PROGRAM_RAISED)
    header = _read(REQUEST.size)
    cpu_s, length = REQUEST.unpack(header)
    request = _read(length)
    if locks.limits:
        _limit_time(cpu_s, program)
    send(BEGUN, b"")
    try:
        program.run(request, send)
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}".encode("utf-8", "replace"))
        os._exit(PROGRAM_RAISED)
    os._exit(0)


def _nothing() -> None:
    pass


def send(kind: int, payload: bytes | memoryview) -> None:
    """Writes one frame; waits while the pipe is full."""
    body = memoryview(payload).cast("B")
    header = FRAME.pack(kind, len(body))
    if len(body) <= 4096:  # one write is cheaper than the copy that joins them
        _write(memoryview(header + body))
    else:
        _write(memoryview(header))
        _write(body)


def _lock_down(descriptors: tuple[int, int, int], locks: Locks) -> None:
    request, stray, results = descriptors
    os.setsid()
    linux.prctl(linux.PDEATHSIG, signal.SIGKILL)
    for source, target in ((request, 0), (stray, 1), (stray, 2), (results, RESULTS)):
        os.dup2(source, target)
    if locks.ruleset is not None:
        landlock.restrict(locks.ruleset)
    linux.close_from(RESULTS + 1)
    if locks.limits:
        _set_limits(locks.limits)
    linux.drop_capabilities()
    if locks.filter is not None:
        linux.install_filter(locks.filter)


def _set_limits(limits: Limits) -> None:
    # memory_bytes has become address space in all: what the zygote maps, and what a run may add to it.
    _limit(resource.RLIMIT_AS, limits.memory_bytes)
    _limit(resource.RLIMIT_CPU, limits.cpu_s + GRACE_S)
    _limit(resource.RLIMIT_STACK, limits.stack_bytes)
    _limit(resource.RLIMIT_NOFILE, limits.open_files)
    _limit(resource.RLIMIT_FSIZE, limits.file_bytes)
    _limit(resource.RLIMIT_NPROC, limits.processes)
    for nothing in (resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK, resource.RLIMIT_MSGQUEUE):
        _limit(nothing, 0)


def _limit_time(cpu_s: int, program: ModuleType) -> None:
    where = getattr(program, "where", None)
    if where is None:
        _limit(resource.RLIMIT_CPU, cpu_s)
        return

    def tell(*_: object) -> NoReturn:
        os.write(2, where())
        os._exit(OUT_OF_TIME)

    signal.signal(signal.SIGXCPU, tell)  # also in process 1 of a namespace: what has a handler is delivered
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + GRACE_S))


def _limit(what: int, most: int) -> None:
    """Soft and hard alike: process 1 of a namespace ignores the signal of a soft limit."""
    hard = resource.getrlimit(what)[1]
    if hard != resource.RLIM_INFINITY:
        most = hard if most == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))


def _read(length: int) -> bytes:
    """Exactly so many bytes; the process ends where the worker has gone."""
    data = bytearray()
    while len(data) < length:
        piece = os.read(0, min(READ_BYTES, length - len(data)))
        if not piece:
            os._exit(0)
        data += piece
    return bytes(data)


def _write(data: memoryview) -> None:
    while data:
        data = data[os.write(RESULTS, data) :]
