"""A compiled kernel on its way from the compiler's sandbox to the worker, which trusts nothing in it, and to a GPU.

Little-endian; text is UTF-8 behind its length. Whatever is odd raises ValueError.
"""

import re
import struct
from dataclasses import dataclass
from typing import Final

BINARY: Final = 6
NOTES: Final = 7
"""Kinds of frames beside those of `compiler.protocol`. NOTES is packed as the interpreter's."""

TYPES: Final = {"i1": "b", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "u64": "Q", "fp32": "f", "fp64": "d"}
"""Of numbers that a kernel takes: struct's letters."""

MAX_BINARY: Final = 16 << 20
MAX_PARAMETERS: Final = 64
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,200}")
_HEAD: Final = struct.Struct("<IIIIHH")


@dataclass(frozen=True)
class Binary:
    """For one launch or several. cases: which. entry: the kernel's name in it.

    shared: dynamic shared memory, bytes. threads: of a program. parameters: name and type of each, in order; `*` is a
    tensor's address. spare: addresses that Triton passes behind them and that nothing here needs, so they are null.
    """

    cases: tuple[int, ...]
    entry: str
    shared: int
    threads: int
    registers: int
    spills: int
    parameters: tuple[tuple[str, str], ...]
    spare: int
    code: bytes


def pack(binary: Binary) -> bytes:
    head = _HEAD.pack(
        binary.shared, binary.threads, binary.registers, binary.spills, binary.spare, len(binary.parameters)
    )
    words = [binary.entry, *(word for pair in binary.parameters for word in pair)]
    texts = b"".join(struct.pack("<H", len(word.encode())) + word.encode() for word in words)
    cases = struct.pack(f"<H{len(binary.cases)}H", len(binary.cases), *binary.cases)
    return head + texts + cases + binary.code


def unpack(payload: bytes) -> Binary:
    try:
        shared, threads, registers, spills, spare, count = _HEAD.unpack_from(payload)
        at, words = _HEAD.size, []
        if count > MAX_PARAMETERS:
            raise ValueError("a binary with too many parameters")
        for _ in range(1 + 2 * count):
            (length,) = struct.unpack_from("<H", payload, at)
            words.append(payload[at + 2 : at + 2 + length].decode())
            at += 2 + length
        (number,) = struct.unpack_from("<H", payload, at)
        cases = struct.unpack_from(f"<{number}H", payload, at + 2)
    except struct.error as error:
        raise ValueError("a binary that is cut short") from error
    code = payload[at + 2 + 2 * number :]
    entry, *rest = words
    parameters = tuple(zip(rest[::2], rest[1::2], strict=True))
    if not all(_NAME.fullmatch(word) for word in (entry, *rest[::2])):
        raise ValueError("a binary with an odd name")
    if any(kind != "*" and kind not in TYPES for _, kind in parameters):
        raise ValueError("a binary that takes what is no number")
    if not 32 <= threads <= 1024 or threads % 32 or shared > 1 << 20 or spare > 8 or not 0 < len(code) <= MAX_BINARY:
        raise ValueError("a binary out of range")
    return Binary(cases, entry, shared, threads, registers, spills, parameters, spare, code)
