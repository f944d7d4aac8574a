"""A world of its own for a zygote and its runners: users, processes, network, mounts, IPC, names, and an empty root."""

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass

from playground_workers.sandbox import linux
from playground_workers.sandbox.errors import NamespacesRefused

NEW_MOUNTS, NEW_CGROUP, NEW_UTS, NEW_IPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
NEW_USER, NEW_PID, NEW_NETWORK = 0x10000000, 0x20000000, 0x40000000
READ_ONLY, NO_SUID, NO_DEVICES, NO_EXEC, RECURSIVE, PRIVATE = 1, 2, 4, 8, 0x4000, 0x40000
REMOUNT, BIND = 0x20, 0x1000
# What statvfs tells of a mount, by its bits, as mount takes it: a mount that others made keeps these in our hands.
KEPT = {NO_EXEC: NO_EXEC, 1024: 1024, 2048: 2048, 4096: 1 << 21}  # and noatime, nodiratime, relatime
SCRATCH = "/scratch"


@dataclass(frozen=True)
class Furniture:
    """What an otherwise empty root holds: paths of the machine, to be read, at their own names; room to write."""

    paths: Sequence[str] = ()
    scratch_bytes: int = 0


def enter() -> int:
    """Returns in a forked child, process 1 of the new world, a descriptor of its process namespace.

    The calling process stays outside, holds nothing, and ends when the child ends; the child dies with it. Raises
    NamespacesRefused in the caller or in the child where the kernel, or what surrounds us, says no.
    """
    try:
        uid, gid = os.getuid(), os.getgid()
        linux.unshare(NEW_USER)
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{uid} {uid} 1")
        _write("/proc/self/gid_map", f"{gid} {gid} 1")
        linux.unshare(NEW_PID | NEW_NETWORK | NEW_MOUNTS | NEW_IPC | NEW_UTS | NEW_CGROUP)
    except OSError as error:
        raise NamespacesRefused(f"Namespaces are refused here ({error}).") from error
    child = os.fork()
    if child:
        linux.close_from(0)
        os.waitpid(child, 0)
        os._exit(0)
    linux.prctl(linux.PDEATHSIG, signal.SIGKILL)
    try:
        return os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise NamespacesRefused(f"Namespaces are refused here ({error}).") from error


def empty_root(furniture: Furniture | None = None) -> None:
    """A read-only root in place of the machine's, empty but for the furniture. Descriptors that are open stay so."""
    bare = READ_ONLY | NO_SUID | NO_DEVICES | NO_EXEC
    try:
        linux.mount(None, "/", None, RECURSIVE | PRIVATE)
        # /proc serves as the mount point because it is sure to be there.
        linux.mount("none", "/proc", "tmpfs", bare if furniture is None else bare & ~READ_ONLY)
        os.chdir("/proc")
        if furniture is not None:
            _furnish(furniture)
            linux.mount(None, "/proc", None, REMOUNT | bare)
        linux.pivot_to_working_directory()
        os.chdir("/")
    except OSError as error:
        raise NamespacesRefused(f"A root of our own is refused here ({error}).") from error


def _furnish(furniture: Furniture) -> None:
    """Below the working directory, a fresh tmpfs."""
    for path in furniture.paths:
        target = "." + path
        if os.path.isdir(path):
            os.makedirs(target, 0o755, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(target), 0o755, exist_ok=True)
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT, 0o444))
        linux.mount(path, target, None, BIND)
        had = os.statvfs(path).f_flag
        kept = sum(flag for bit, flag in KEPT.items() if had & bit)
        linux.mount(None, target, None, REMOUNT | BIND | READ_ONLY | NO_SUID | NO_DEVICES | kept)
    if furniture.scratch_bytes:
        os.mkdir("." + SCRATCH)
        flags = NO_SUID | NO_DEVICES | NO_EXEC
        linux.mount("none", "." + SCRATCH, "tmpfs", flags, f"size={furniture.scratch_bytes},nr_inodes=64,mode=0700")


def fork_into_new(own: int) -> int:
    """os.fork, but the child is process 1 of a process namespace of its own. own: what enter returned."""
    linux.unshare(NEW_PID)
    child = os.fork()
    if child:
        linux.set_namespace(own, NEW_PID)
    return child


def _write(path: str, text: str) -> None:
    with open(path, "wb") as file:
        file.write(text.encode())
