"""System call numbers of the two machines that are supported, for the calls that policies name.

From the kernel's own tables: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h.
None: the machine has no such call, and its C library does without.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Machine:
    """name: as platform.machine() has it. audit: the AUDIT_ARCH value that the kernel shows to a filter.

    foreign: numbers from here on belong to another calling convention (x32) and are no calls of this table.
    """

    name: str
    audit: int
    column: int
    foreign: int | None = None


X86_64 = Machine("x86_64", 0xC000003E, 0, foreign=0x40000000)
ARM64 = Machine("aarch64", 0xC00000B7, 1)
MACHINES = {machine.name: machine for machine in (X86_64, ARM64)}

NUMBERS: dict[str, tuple[int, int | None]] = {
    "brk": (12, 214),
    "clock_getres": (229, 114),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "close": (3, 57),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "fstat": (5, 80),
    "futex": (202, 98),
    "getegid": (108, 177),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getpid": (39, 172),
    "getrandom": (318, 278),
    "getrusage": (98, 165),
    "gettid": (186, 178),
    "gettimeofday": (96, 169),
    "getuid": (102, 174),
    "lseek": (8, 62),
    "madvise": (28, 233),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "munmap": (11, 215),
    "nanosleep": (35, 101),
    "prlimit64": (302, 261),
    "read": (0, 63),
    "restart_syscall": (219, 128),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sched_getaffinity": (204, 123),
    "sched_yield": (24, 124),
    "sigaltstack": (131, 132),
    "time": (201, None),
    "times": (100, 153),
    "write": (1, 64),
}
