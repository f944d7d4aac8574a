"""A slot's zygote: a clean process that has everything imported and warm, and forks one locked-down runner a run.

Started by a Box. The control socket keeps messages whole. To us: first an order (JSON: policy and mode), then NEXT
for each runner that is wanted. From us: READY once, or REFUSED or FAILED with a sentence; for each runner, RUNNER
with its descriptors (request, results, stray, pidfd) and, when it has ended, ENDED. When the Box's end closes,
everything here ends.
"""

import contextlib
import fcntl
import gc
import importlib
import json
import os
import platform
import resource
import select
import signal
import socket
import struct
from dataclasses import replace
from types import ModuleType
from typing import NoReturn

from playground_workers.sandbox import landlock, linux, namespaces, runner
from playground_workers.sandbox.errors import NamespacesRefused, SandboxError
from playground_workers.sandbox.policy import Policy
from playground_workers.sandbox.scratch import Scratch
from playground_workers.sandbox.seccomp import build_filter
from playground_workers.sandbox.syscalls import MACHINES

NEXT, READY, REFUSED, FAILED, RUNNER, ENDED = b"n", b"r", b"x", b"f", b"d", b"e"
END = struct.Struct("<idQ")  # status as wait gives it, CPU seconds, greatest resident size in bytes
MESSAGE_BYTES = 1 << 16
NOBODY = 65534
OWN_PROCESSES = 2  # this one and the runner
PIPE_BYTES = 1 << 20


def main(descriptor: int) -> NoReturn:
    """Serves the control socket until its other end closes; never returns."""
    control = socket.socket(fileno=fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10))
    os.close(descriptor)
    try:
        _serve(control)
    except (BrokenPipeError, ConnectionError):
        pass
    except NamespacesRefused as error:
        control.send(REFUSED + error.message.encode())
    except BaseException as error:
        text = error.message if isinstance(error, SandboxError) else f"{type(error).__name__}: {error}"
        control.send(FAILED + text.encode("utf-8", "replace")[:2000])
    os._exit(0)


def _serve(control: socket.socket) -> None:
    order = json.loads(control.recv(MESSAGE_BYTES))
    policy = Policy.from_json(order["policy"])
    # A runner's descriptors are 0 to 3: they stay taken here, so that no pipe lies where another must be put.
    nowhere = os.open("/dev/null", os.O_RDWR)
    os.dup2(nowhere, runner.RESULTS)
    program = importlib.import_module(policy.program)
    program.warm()
    _leave_root()
    if policy.devices and order["mode"] == "namespaces":
        raise NamespacesRefused(f"The policy {policy.name} uses devices, and the root of namespaces mode has none.")
    own_namespace = namespaces.enter() if order["mode"] == "namespaces" else None
    tasks = os.open("/proc/self/task", os.O_RDONLY | os.O_DIRECTORY)
    mapped = _mapped_bytes()
    if own_namespace is not None:
        namespaces.empty_root(_furniture(policy))
    with Scratch(policy, own=own_namespace is not None) as scratch:
        _serve_runs(control, policy, program, own_namespace, tasks, mapped, nowhere, scratch)


def _serve_runs(
    control: socket.socket,
    policy: Policy,
    program: ModuleType,
    own_namespace: int | None,
    tasks: int,
    mapped: int,
    nowhere: int,
    scratch: Scratch,
) -> None:
    locks = _make_locks(policy, mapped, scratch, counted=own_namespace is not None)
    linux.prctl(linux.CHILD_SUBREAPER, 1)  # what a runner leaves behind comes to us, and ends
    linux.drop_bounding_capabilities()
    linux.prctl(linux.DUMPABLE, 0)  # no other process of this user may look into this one or its runners
    gc.collect()
    gc.freeze()
    control.send(READY)
    for stray in (0, 1, 2):
        os.dup2(nowhere, stray)
    while control.recv(MESSAGE_BYTES) == NEXT:
        if len(os.listdir(tasks)) != 1:
            raise SandboxError(f"{policy.program} started a thread: what is forked from it would hang.")
        _run_one(control, own_namespace, locks, program, scratch)
        scratch.empty()


def _leave_root() -> None:
    """Ends up as an unprivileged user, after the imports, since Python itself may lie where only root can read."""
    if os.getuid() == 0:
        try:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
        except OSError as error:
            raise SandboxError(
                f"The sandbox may not leave root ({error}). Start the worker as an ordinary user, "
                "or let it keep the capabilities SETUID and SETGID."
            ) from error
    # A change of user hides /proc/self from its own process, and the maps of users are written there.
    linux.prctl(linux.DUMPABLE, 1)
    linux.prctl(linux.NO_NEW_PRIVS, 1)


def _furniture(policy: Policy) -> namespaces.Furniture | None:
    if not (policy.readable or policy.executables or policy.scratch):
        return None
    return namespaces.Furniture((*policy.readable, *policy.executables), policy.scratch_bytes)


def _mapped_bytes() -> int:
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGESIZE")


def _make_locks(policy: Policy, mapped: int, scratch: Scratch, *, counted: bool) -> runner.Locks:
    """mapped: bytes of address space that every runner begins with. counted: processes are those of this box alone."""
    machine = MACHINES.get(platform.machine())
    if machine is None:
        raise SandboxError(f"No sandbox for this kind of machine: {platform.machine()}. x86_64 and aarch64 have one.")
    limits = replace(policy.limits, memory_bytes=mapped + policy.limits.memory_bytes)
    if limits.processes:
        # Without a namespace the kernel counts all processes of the user, and those are not a run's to answer for.
        limits = replace(limits, processes=limits.processes + OWN_PROCESSES if counted else resource.RLIM_INFINITY)
    return runner.Locks(
        limits=limits if "limits" in policy.layers else None,
        ruleset=landlock.make_ruleset(policy.readable, policy.executables, scratch.paths, policy.devices)
        if "landlock" in policy.layers
        else None,
        filter=build_filter(policy.syscalls, machine) if "seccomp" in policy.layers else None,
    )


def _run_one(
    control: socket.socket,
    own_namespace: int | None,
    locks: runner.Locks,
    program: ModuleType,
    scratch: Scratch,
) -> None:
    """Forks a runner, hands its descriptors over, waits for its end and that of all it started, tells it."""
    request, stray, results = _pipe(), _pipe(), _pipe()
    child = os.fork() if own_namespace is None else namespaces.fork_into_new(own_namespace)
    if child == 0:
        runner.live((request[0], stray[1], results[1]), locks, program)
    for end in (request[0], stray[1], results[1]):
        os.close(end)
    pidfd = os.pidfd_open(child)
    theirs = [request[1], results[0], stray[0], pidfd]
    socket.send_fds(control, [RUNNER], theirs)
    for end in theirs[:3]:
        os.close(end)
    watch = select.poll()
    watch.register(pidfd, select.POLLIN)
    watch.register(control, 0)  # 0: only that the other end has closed
    if any(descriptor != pidfd for descriptor, _ in watch.poll()):
        os.kill(child, signal.SIGKILL)
        _end_group(child)
        scratch.remove()
        os._exit(0)
    os.close(pidfd)
    _end_group(child)  # before the wait, while nobody else can have its number
    _, status, usage = os.wait4(child, 0)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    control.send(ENDED + END.pack(status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024))


def _end_group(leader: int) -> None:
    """Ends what a runner has started. No system call that it has leads out of its group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _pipe() -> tuple[int, int]:
    ends = os.pipe()
    with contextlib.suppress(OSError):  # the user's share of pipe memory is used up: the usual size is but slower
        fcntl.fcntl(ends[1], fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    return ends
