"""Which system calls a program makes, threads and children included: the GPU policy was written from this.

    python -m tests.gpu.syscalls COMMAND...

Prints each call with how often it came and, where they decide about it, its arguments: for openat the path, for mmap
and mprotect the protection, for ioctl the file, for socket the family, for clone the flags. x86-64 alone.
"""

import collections
import ctypes
import errno
import os
import signal
import sys
from pathlib import Path

TRACEME, PEEK, CONT, GETREGS, SYSCALL, SETOPTIONS = 0, 2, 7, 12, 24, 0x4200
GOOD, FORK, VFORK, CLONE, EXEC, EXITKILL = 1, 2, 4, 8, 16, 0x100000
WALL = 0x40000000
WORDS = (
    *("r15", "r14", "r13", "r12", "rbp", "rbx", "r11", "r10", "r9", "r8", "rax", "rcx", "rdx", "rsi", "rdi"),
    *("orig_rax", "rip", "cs", "eflags", "rsp", "ss", "fs", "gs", "ds", "es", "f", "g"),
)
PATHS = {
    257: "rsi",
    2: "rdi",
    21: "rdi",
    4: "rdi",
    6: "rdi",
    89: "rdi",
    262: "rsi",
    267: "rsi",
    332: "rsi",
    269: "rsi",
    258: "rsi",
    133: "rdi",
    83: "rdi",
    87: "rdi",
    88: "rsi",
}


class Registers(ctypes.Structure):
    _fields_ = tuple((word, ctypes.c_ulonglong) for word in WORDS)


ADDRESSES = (42, 49)  # connect, bind
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
libc.ptrace.restype = ctypes.c_long


def main() -> None:
    child = os.fork()
    if child == 0:
        libc.ptrace(TRACEME, 0, None, None)
        os.kill(os.getpid(), signal.SIGSTOP)
        os.execvp(sys.argv[1], sys.argv[1:])
    os.waitpid(child, 0)
    libc.ptrace(SETOPTIONS, child, None, GOOD | FORK | VFORK | CLONE | EXEC | EXITKILL)
    libc.ptrace(SYSCALL, child, None, None)
    seen: collections.Counter[str] = collections.Counter()
    inside: dict[int, bool] = {}
    asked: dict[int, str] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, WALL)
        except ChildProcessError:
            break
        if not os.WIFSTOPPED(status):
            continue
        signum, pass_on = os.WSTOPSIG(status), 0
        if signum == signal.SIGTRAP | 0x80:
            inside[pid] = not inside.get(pid, False)
            if inside[pid]:
                asked[pid] = describe(pid)
            elif pid in asked:
                seen[asked.pop(pid) + refusal(pid)] += 1
        elif signum not in (signal.SIGTRAP, signal.SIGSTOP):
            pass_on = signum
        libc.ptrace(SYSCALL, pid, None, pass_on)
    for what, times in sorted(seen.items()):
        sys.stdout.write(f"{times:7} {what}\n")


def describe(pid: int) -> str:
    registers = Registers()
    libc.ptrace(GETREGS, pid, None, ctypes.byref(registers))
    number = registers.orig_rax
    words = [str(number)]
    if number in PATHS:
        words.append(text(pid, getattr(registers, PATHS[number])))
        if number == 257:
            words.append(f"flags={registers.rdx:#o}")
    elif number in (9, 10):
        words.append(
            f"prot={registers.rdx} flags={registers.r10 if number == 9 else 0:#x}"
            + (f" fd={link(pid, registers.r8)}" if number == 9 and registers.r8 < 1 << 31 else "")
        )
    elif number == 16:
        words.append(f"{link(pid, registers.rdi)}")
    elif number in ADDRESSES:
        words.append(repr(block(pid, registers.rsi, registers.rdx)[2:].strip(b"\0")))
    elif number in (41, 53):
        words.append(f"family={registers.rdi} type={registers.rsi}")
    elif number in (56, 157, 72, 425, 302, 435, 203):
        words.append(f"{registers.rdi:#x} {registers.rsi:#x}")
    return " ".join(words)


def refusal(pid: int) -> str:
    """The error that a call has just ended with, if any."""
    registers = Registers()
    libc.ptrace(GETREGS, pid, None, ctypes.byref(registers))
    error = (1 << 64) - registers.rax
    return f" = {errno.errorcode.get(error, error)}" if 0 < error < 4096 else ""


def link(pid: int, descriptor: int) -> str:
    try:
        return os.readlink(f"/proc/{pid}/fd/{descriptor}")
    except OSError:
        return str(descriptor)


def text(pid: int, address: int) -> str:
    return block(pid, address, 200).split(b"\0")[0].decode("utf-8", "replace")


def block(pid: int, address: int, size: int) -> bytes:
    try:
        with Path(f"/proc/{pid}/mem").open("rb") as memory:
            memory.seek(address)
            return memory.read(size)
    except (OSError, ValueError):
        return b"?"


if __name__ == "__main__":
    main()
