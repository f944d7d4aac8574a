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
    "access": (21, None),
    "arch_prctl": (158, None),
    "bind": (49, 200),
    "brk": (12, 214),
    "clock_getres": (229, 114),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "clone": (56, 220),
    "clone3": (435, 435),
    "close": (3, 57),
    "close_range": (436, 436),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_pwait": (281, 22),
    "epoll_wait": (232, None),
    "eventfd2": (290, 19),
    "execve": (59, 221),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "faccessat": (269, 48),
    "fcntl": (72, 25),
    "fstat": (5, 80),
    "ftruncate": (77, 46),
    "futex": (202, 98),
    "get_mempolicy": (239, 236),
    "getcwd": (79, 17),
    "getdents64": (217, 61),
    "getegid": (108, 177),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getpid": (39, 172),
    "getrandom": (318, 278),
    "getrusage": (98, 165),
    "gettid": (186, 178),
    "gettimeofday": (96, 169),
    "getuid": (102, 174),
    "ioctl": (16, 29),
    "listen": (50, 201),
    "lseek": (8, 62),
    "lstat": (6, None),
    "madvise": (28, 233),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "munmap": (11, 215),
    "nanosleep": (35, 101),
    "newfstatat": (262, 79),
    "open": (2, None),
    "openat": (257, 56),
    "pipe2": (293, 59),
    "poll": (7, None),
    "ppoll": (271, 73),
    "pread64": (17, 67),
    "prlimit64": (302, 261),
    "read": (0, 63),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "restart_syscall": (219, 128),
    "rseq": (334, 293),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sched_get_priority_max": (146, 125),
    "sched_get_priority_min": (147, 126),
    "sched_getaffinity": (204, 123),
    "sched_yield": (24, 124),
    "set_robust_list": (273, 99),
    "set_tid_address": (218, 96),
    "sigaltstack": (131, 132),
    "socket": (41, 198),
    "stat": (4, None),
    "sysinfo": (99, 179),
    "time": (201, None),
    "times": (100, 153),
    "uname": (63, 160),
    "unlink": (87, None),
    "vfork": (58, None),
    "wait4": (61, 260),
    "write": (1, 64),
    "writev": (20, 66),
}
