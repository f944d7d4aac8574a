"""Landlock: files, TCP, abstract sockets and signals refused by the kernel whatever path or call leads to them."""

import ctypes
import os

from playground_workers.sandbox.linux import check, libc

# The same numbers on every machine.
SYS_CREATE_RULESET, SYS_ADD_RULE, SYS_RESTRICT_SELF = 444, 445, 446
EXECUTE, WRITE_FILE, READ_FILE, READ_FOLDER, TRUNCATE = 1, 2, 4, 8, 1 << 14
ASK_DEVICE, ASK_DEVICE_SINCE = 1 << 15, 5
TRUNCATE_SINCE = 3  # before, truncation was no right that could be given or withheld
# How many file rights each version of the interface knows; later versions add none.
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
ALL_FILE_RIGHTS = 16


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def make_ruleset(
    readable: tuple[str, ...],
    executables: tuple[str, ...] = (),
    writable: tuple[str, ...] = (),
    devices: tuple[str, ...] = (),
) -> int | None:
    """A descriptor of rules: what may be read, what also run, and which files and devices also be written.

    Nothing else may be, and no file be made, renamed or removed. None: the kernel has no Landlock.
    """
    version = libc.syscall(SYS_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint(1))
    if version < 1:
        return None
    rules = _Ruleset(
        files=(1 << FILE_RIGHTS.get(version, ALL_FILE_RIGHTS)) - 1,
        network=3 if version >= 4 else 0,  # bind and connect of TCP
        scoped=3 if version >= 6 else 0,  # abstract sockets and signals stay within
    )
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = check(
        libc.syscall(SYS_CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint(0)),
        "landlock_create_ruleset",
    )
    truncate = TRUNCATE if version >= TRUNCATE_SINCE else 0
    for path in readable:
        _allow(ruleset, path, READ_FILE | (READ_FOLDER if os.path.isdir(path) else 0))
    for path in executables:
        _allow(ruleset, path, READ_FILE | EXECUTE)
    for path in devices:
        rights = READ_FILE | WRITE_FILE | truncate | (ASK_DEVICE if version >= ASK_DEVICE_SINCE else 0)
        _allow(ruleset, path, rights | (READ_FOLDER if os.path.isdir(path) else 0))
    for path in writable:
        _allow(ruleset, path, READ_FILE | WRITE_FILE | truncate)
    return ruleset


def restrict(ruleset: int) -> None:
    """From here on for this process; needs no_new_privs."""
    check(libc.syscall(SYS_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint(0)), "landlock_restrict_self")


def _allow(ruleset: int, path: str, rights: int) -> None:
    parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = _Beneath(rights, parent)
        arguments = (ctypes.c_int(ruleset), ctypes.c_int(1), ctypes.byref(rule), ctypes.c_uint(0))
        check(libc.syscall(SYS_ADD_RULE, *arguments), f"landlock_add_rule {path}")
    finally:
        os.close(parent)
