"""From a policy's rows to a seccomp filter: classic BPF that the kernel runs at every system call of a runner.

Another machine's calling convention ends the process. What the policy does not name is EPERM, so that a program
sees an ordinary exception.
"""

import errno
import struct

from playground_workers.sandbox.policy import Arg, Syscall
from playground_workers.sandbox.syscalls import NUMBERS, Machine

ALLOW = 0x7FFF0000
ERRNO = 0x00050000
KILL = 0x80000000

LOAD = 0x20  # a 32-bit word of struct seccomp_data into the accumulator
EQUAL, ABOVE, AT_LEAST, ANY_BIT, RETURN = 0x15, 0x25, 0x35, 0x45, 0x06
NUMBER_AT, MACHINE_AT, ARGS_AT = 0, 4, 16

# (operation, instructions skipped where it holds, where it does not, operand)
Instruction = tuple[int, int, int, int]


def build_filter(rows: tuple[Syscall, ...], machine: Machine) -> bytes:
    """The filter as the kernel takes it: 8 bytes an instruction. Both machines are little-endian."""
    code: list[Instruction] = [
        (LOAD, 0, 0, MACHINE_AT),
        (EQUAL, 1, 0, machine.audit),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER_AT),
    ]
    if machine.foreign is not None:
        code += [(AT_LEAST, 0, 1, machine.foreign), (RETURN, 0, 0, KILL)]
    for row in rows:
        number = NUMBERS[row.name][machine.column]
        if number is not None:
            body = _body(row)
            code += [(EQUAL, 0, len(body), number), *body]
    code.append((RETURN, 0, 0, ERRNO | errno.EPERM))
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in code)


def _body(row: Syscall) -> list[Instruction]:
    """What decides about one call; always returns."""
    if not row.when:
        return [(RETURN, 0, 0, ALLOW)]
    body: list[Instruction] = []
    for group in row.when:
        block: list[Instruction] = [(RETURN, 0, 0, ALLOW)]
        for arg in reversed(group):
            block = _test(arg, len(block)) + block
        body += block
    return [*body, (RETURN, 0, 0, ERRNO | row.refusal)]


def _test(arg: Arg, otherwise: int) -> list[Instruction]:
    """Falls through where the condition holds, else skips `otherwise` instructions more."""
    low = ARGS_AT + 8 * arg.index
    if arg.test == "equal":
        return [(LOAD, 0, 0, low), (EQUAL, 0, otherwise, arg.value)]
    if arg.test == "without":
        return [(LOAD, 0, 0, low), (ANY_BIT, otherwise, 0, arg.value)]
    if arg.test == "at_most":
        return [(LOAD, 0, 0, low), (ABOVE, otherwise, 0, arg.value)]
    return [
        (LOAD, 0, 0, low + 4),
        (EQUAL, 0, otherwise + 2, 0),
        (LOAD, 0, 0, low),
        (EQUAL, 0, otherwise, 0),
    ]
