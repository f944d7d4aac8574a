"""The generated filter, read as the kernel reads it, for both machines: no sandbox is needed for that."""

import errno
import struct

import pytest

from playground_workers.sandbox.policy import INTERPRETER, Arg, Syscall
from playground_workers.sandbox.seccomp import ALLOW, ERRNO, KILL, build_filter
from playground_workers.sandbox.syscalls import ARM64, MACHINES, NUMBERS, X86_64, Machine

EPERM, EACCES = ERRNO | errno.EPERM, ERRNO | errno.EACCES
BOTH = pytest.mark.parametrize("machine", [X86_64, ARM64], ids=lambda machine: machine.name)
# Numbers from the kernel's tables, apart from the ones that the filter is made from.
DANGEROUS = {
    "x86_64": {
        "open": 2, "stat": 4, "ioctl": 16, "dup": 32, "socket": 41, "clone": 56, "fork": 57, "vfork": 58,
        "execve": 59, "kill": 62, "fcntl": 72, "ptrace": 101, "prctl": 157, "mount": 165, "tgkill": 234,
        "openat": 257, "unshare": 272, "setns": 308, "memfd_create": 319, "bpf": 321, "io_uring_setup": 425,
        "pidfd_open": 434, "clone3": 435, "openat2": 437,
    },
    "aarch64": {
        "dup": 23, "fcntl": 25, "ioctl": 29, "mount": 40, "openat": 56, "newfstatat": 79, "unshare": 97,
        "ptrace": 117, "kill": 129, "tgkill": 131, "prctl": 167, "socket": 198, "clone": 220, "execve": 221,
        "setns": 268, "memfd_create": 279, "bpf": 280, "io_uring_setup": 425, "pidfd_open": 434, "clone3": 435,
        "openat2": 437,
    },
}  # fmt: skip


def decide(code: bytes, machine: int, number: int, *args: int) -> int:
    """What the filter answers to one system call."""
    words = [arg & 0xFFFFFFFFFFFFFFFF for arg in (*args, 0, 0, 0, 0, 0, 0)[:6]]
    data = struct.pack("<IIQ6Q", number, machine, 0, *words)
    program = list(struct.iter_unpack("<HBBI", code))
    accumulator, at = 0, 0
    while True:
        operation, holds, fails, operand = program[at]
        at += 1
        if operation == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, operand)
        elif operation == 0x06:
            return int(operand)
        else:
            outcome = {
                0x15: accumulator == operand,
                0x25: accumulator > operand,
                0x35: accumulator >= operand,
                0x45: bool(accumulator & operand),
            }[operation]
            at += holds if outcome else fails


def ask(machine: Machine, name: str, *args: int) -> int:
    number = NUMBERS[name][machine.column]
    assert number is not None
    return decide(build_filter(INTERPRETER.syscalls, machine), machine.audit, number, *args)


@BOTH
def test_what_the_policy_names_is_allowed_and_nothing_else(machine: Machine) -> None:
    code = build_filter(INTERPRETER.syscalls, machine)
    allowed = {number for number in range(1024) if decide(code, machine.audit, number) == ALLOW}
    named = {NUMBERS[row.name][machine.column] for row in INTERPRETER.syscalls} - {None}
    assert allowed == named


@BOTH
def test_dangerous_calls_are_an_ordinary_error(machine: Machine) -> None:
    code = build_filter(INTERPRETER.syscalls, machine)
    for name, number in DANGEROUS[machine.name].items():
        assert decide(code, machine.audit, number) == EPERM, name


@BOTH
def test_another_calling_convention_ends_the_process(machine: Machine) -> None:
    code = build_filter(INTERPRETER.syscalls, machine)
    i386, arm = 0x40000003, 0x40000028
    for foreign in {i386, arm, *(other.audit for other in MACHINES.values())} - {machine.audit}:
        assert decide(code, foreign, 0) == KILL
    if machine is X86_64:
        assert decide(code, machine.audit, 0x40000000 + NUMBERS["read"][0]) == KILL


@BOTH
@pytest.mark.parametrize("name", ["mmap", "mprotect"])
def test_memory_is_never_made_executable(machine: Machine, name: str) -> None:
    assert ask(machine, name, 0, 4096, 3) == ALLOW
    for protection in (4, 5, 6, 7, 0x0100_0004, 0xFFFF_FFFF_0000_0004):
        assert ask(machine, name, 0, 4096, protection) == EACCES


@BOTH
def test_limits_can_be_read_and_the_own_cpu_limit_set(machine: Machine) -> None:
    cpu, memory, high = 0, 9, 1 << 32
    assert ask(machine, "prlimit64", 0, memory, 0, 0x7000) == ALLOW
    assert ask(machine, "prlimit64", 0, cpu, 0x7000, 0) == ALLOW
    assert ask(machine, "prlimit64", 0, memory, 0x7000, 0) == EPERM
    assert ask(machine, "prlimit64", 0, memory, high, 0) == EPERM
    assert ask(machine, "prlimit64", 1, memory, 0, 0x7000) == EPERM
    assert ask(machine, "prlimit64", 1, cpu, 0x7000, 0) == EPERM


@BOTH
def test_no_call_names_another_process(machine: Machine) -> None:
    for name in ("clock_gettime", "clock_getres", "clock_nanosleep"):
        assert ask(machine, name, 2, 0x7000) == ALLOW
        for clock in (~1234 << 3 | 2, ~1234 << 3 | 6, 3 | 5 << 3, -1):  # CPU time of a process and a thread, a device
            assert ask(machine, name, clock, 0x7000) == ERRNO | errno.EINVAL
    assert ask(machine, "sched_getaffinity", 0, 128, 0x7000) == ALLOW
    assert ask(machine, "sched_getaffinity", 1234, 128, 0x7000) == EPERM


@BOTH
def test_each_kind_of_condition(machine: Machine) -> None:
    rows = (
        Syscall("read", "test", ((Arg(1, "at_most", 3), Arg(2, "without", 0b110)), (Arg(0, "equal", 9),)), errno.EROFS),
        Syscall("write", "test", ((Arg(5, "null"),),)),
    )
    code = build_filter(rows, machine)
    read, write = (NUMBERS[name][machine.column] or 0 for name in ("read", "write"))
    cases = {
        (read, 0, 3, 1): ALLOW,
        (read, 0, 4, 1): ERRNO | errno.EROFS,
        (read, 0, 3, 2): ERRNO | errno.EROFS,
        (read, 9, 4, 2): ALLOW,
        (write, 0, 0, 0, 0, 0, 0): ALLOW,
        (write, 0, 0, 0, 0, 0, 1): EPERM,
        (write, 0, 0, 0, 0, 0, 1 << 63): EPERM,
    }
    for call, answer in cases.items():
        assert decide(code, machine.audit, *call) == answer, call
