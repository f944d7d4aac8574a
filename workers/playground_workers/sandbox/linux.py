"""The kernel calls that Python has no function for. Each raises OSError that names the call."""

import ctypes
import os
import struct

PDEATHSIG, DUMPABLE, CAPBSET_DROP, SECCOMP, CHILD_SUBREAPER, NO_NEW_PRIVS = 1, 4, 24, 22, 36, 38
SYS_CLOSE_RANGE = 436  # the same on every machine, as all calls newer than 424
LAST_CAPABILITY = 63

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def check(result: int, call: str) -> int:
    """The result, unless it is negative: then OSError from errno."""
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{call}: {os.strerror(code)}")
    return result


def prctl(option: int, *values: int) -> None:
    words = [ctypes.c_ulong(value) for value in (*values, 0, 0, 0, 0)[:4]]
    check(libc.prctl(option, *words), f"prctl {option}")


def unshare(flags: int) -> None:
    check(libc.unshare(flags), "unshare")


def set_namespace(descriptor: int, kind: int) -> None:
    check(libc.setns(descriptor, kind), "setns")


def mount(source: str | None, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    names = [name.encode() if name is not None else None for name in (source, target, kind, options)]
    check(libc.mount(*names[:3], ctypes.c_ulong(flags), names[3]), f"mount on {target}")


def pivot_to_working_directory() -> None:
    """Makes the working directory, a mount point, the root, and lets go of the old root."""
    check(libc.pivot_root(b".", b"."), "pivot_root")
    check(libc.umount2(b".", 2), "umount of the old root")  # 2: MNT_DETACH


def close_from(first: int) -> None:
    """Closes every descriptor from this one on."""
    check(
        libc.syscall(SYS_CLOSE_RANGE, ctypes.c_uint(first), ctypes.c_uint(0xFFFFFFFF), ctypes.c_uint(0)),
        "close_range",
    )


def drop_bounding_capabilities() -> None:
    """No program executed from here on could gain a capability. Where we have no right to say so, there is none."""
    for capability in range(LAST_CAPABILITY + 1):
        libc.prctl(CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0)


def drop_capabilities() -> None:
    header = struct.pack("Ii", 0x20080522, 0)  # _LINUX_CAPABILITY_VERSION_3, this thread
    check(libc.capset(header, bytes(24)), "capset")


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def install_filter(code: bytes) -> None:
    """Needs no_new_privs."""
    buffer = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(code) // 8, ctypes.addressof(buffer))
    prctl(SECCOMP, 2, ctypes.addressof(program))
