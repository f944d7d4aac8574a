"""Kernels of our own, run once before the doors close: forks then find modules loaded and common plans made.

They do with blocks what kernels do with blocks (offsets, masks, loads, tiles, reductions, loops, products), for the
block sizes that are usual, with one program and with several. None of them solves anything.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from playground_workers.interpreter.kernels import Kernel, compile_kernel
from playground_workers.interpreter.launch import launch
from playground_workers.interpreter.memory import Memory, Tensor
from playground_workers.interpreter.source import prepare

LINES: Final = [8, 16, 32, 64, 128]
TILES: Final = [(1, 32), (2, 32), (4, 16), (8, 32), (16, 16), (16, 32), (32, 16), (32, 32)]
PRODUCTS: Final = [(16, 16, 16), (32, 32, 32)]
STACKS: Final = [(1, 16, 16, 16), (2, 16, 16, 16), (2, 16, 32, 16)]

_LINE: Final = """
import triton
import triton.language as tl

@triton.jit
def helper(v):
    return tl.where(v > 0, v, 0.0)

@triton.jit
def line(x_ptr, n_ptr, z_ptr, N, T, B: tl.constexpr):
    alone = tl.arange(0, B)
    offs = tl.program_id(0) * B + alone
    mask = offs < N
    x = tl.load(x_ptr + alone) + tl.load(x_ptr + offs) + tl.load(x_ptr + offs, mask=mask)
    x += tl.load(x_ptr + offs, mask=mask, other=0.0) + tl.load(x_ptr + alone, mask=alone < N, other=0.0)
    n = tl.load(n_ptr + offs, mask=mask, other=0) + tl.load(n_ptr + alone, mask=alone < N, other=0)
    n = ((n >> 4) & 15) + (offs // 4) * (offs % 4) - (4 * alone - n) + (offs * T + alone * T + 4 * N + N // 4)
    first = tl.load(x_ptr)
    tl.store(z_ptr + alone, tl.load(x_ptr + alone) + first)
    x += tl.load(x_ptr + offs + T + 1, mask=mask, other=0.0) * first + first * x
    total = tl.zeros([B], dtype=tl.float32)
    greatest = tl.full([B], -float("inf"), dtype=tl.float32)
    for start in range(0, T, B):
        k = start + alone
        y = tl.load(x_ptr + k, mask=k < T, other=0.0)
        total += helper(y) * x - y / (x + 1.0) + first * y
        new = tl.maximum(greatest, tl.max(y, axis=0))
        total = total * tl.exp2(1.5 * (greatest - new)) + tl.sum(y, axis=0)
        greatest = tl.maximum(new, y)
    total = tl.where(mask & (x > 0.0), total, 0.0) + tl.exp(x - x) + tl.log(x * x + 1)
    tl.store(z_ptr + offs, total + 10.0 + n, mask=mask)
    tl.store(z_ptr + offs, total)
"""
_TILE: Final = """
import triton
import triton.language as tl

@triton.jit
def tile(x_ptr, n_ptr, z_ptr, N, T, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    lasting = i < N
    row = tl.load(x_ptr + i, mask=lasting, other=0.0)
    first = tl.load(x_ptr)
    piece = tl.arange(0, 8)[None, None, :]
    total = tl.zeros([B0], dtype=tl.float32)
    greatest = tl.full([B0], -float("inf"), dtype=tl.float32)
    both = tl.zeros([B0, B1], dtype=tl.float32)
    for start in range(0, T, B1):
        j = start + tl.arange(0, B1)
        column = tl.load(x_ptr + j, mask=j < T, other=0.0)
        inside = lasting[:, None] & (j < T)[None, :]
        at = i[:, None] * T + j[None, :]
        x = tl.load(x_ptr + at, mask=inside, other=0.0)
        x += tl.load(x_ptr + i[:, None] * T + j[None, :], mask=inside, other=-float("inf"))
        x = tl.where(lasting[:, None], x, 0.0) + tl.where(inside, row[:, None] * column[None, :], 0.0)
        x = tl.where(inside, first * x, row[:, None]) + tl.where((j < T)[None, :], x, 0.0)
        n = tl.load(n_ptr + at, mask=inside, other=0)
        n = n + ((n >> 4) & 15) + ((i[:, None] + j[None, :]) >> (j[None, :] & 3)) + (i[:, None] >> j[None, :])
        thick = x[:, :, None] * (((n[:, :, None] >> piece) & 15) - n[:, :, None])
        both += n * x + row[:, None] - column[None, :] + tl.sum(thick, axis=2)
        new = tl.maximum(greatest, tl.max(x, axis=1))
        part = tl.exp2(1.5 * (x - new[:, None])) + tl.exp2(first * (x - new[:, None]))
        total = tl.exp2(first * (greatest - new))
        total = total * tl.exp2(1.5 * (greatest - new)) + tl.sum(part, axis=1) + tl.sum(x * column[None, :], axis=1)
        greatest = new
        product = row[:, None] * column[None, :]
        tl.store(z_ptr + at, tl.where(product > 0.0, product, 0.0) / total[:, None], mask=inside)
        tl.store(z_ptr + at, row[:, None] + column[None, :], mask=inside)
        tl.store(z_ptr + at, column[None, :] + row[:, None])
    j = tl.program_id(1) * B1 + tl.arange(0, B1)
    inside = (j < T)[:, None] & lasting[None, :]
    at = j[:, None] * N + i[None, :]
    column = tl.load(x_ptr + j, mask=j < T, other=0.0)
    x = tl.load(x_ptr + at, mask=inside, other=0.0)
    y = tl.where(x * column[:, None] > 0.0, column[:, None] * x, 0.0) + (column[:, None] + row[None, :])
    tl.store(z_ptr + at, y, mask=inside)
    tl.store(z_ptr + i, total / greatest, mask=lasting)
"""
_PRODUCT: Final = """
import triton
import triton.language as tl

@triton.jit
def product(x_ptr, n_ptr, z_ptr, N, T, B0: tl.constexpr, B1: tl.constexpr, B2: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    j = tl.program_id(1) * B1 + tl.arange(0, B1)
    total = tl.zeros((B0, B1), dtype=tl.float32)
    for start in range(0, T, B2):
        k = start + tl.arange(0, B2)
        left = (i < N)[:, None] & (k < T)[None, :]
        right = (k < T)[:, None] & (j < N)[None, :]
        x = tl.load(x_ptr + i[:, None] * T + k[None, :], mask=left, other=0.0)
        y = tl.load(x_ptr + k[:, None] * N + j[None, :], mask=right, other=0.0)
        total += tl.dot(x, y)
        total = tl.dot(x, y, total) + tl.dot(x, y, input_precision="ieee")
    inside = (i < N)[:, None] & (j < N)[None, :]
    tl.store(z_ptr + i[:, None] * N + j[None, :], total, mask=inside)
"""
_STACK: Final = """
import triton
import triton.language as tl

@triton.jit
def stack(x_ptr, n_ptr, z_ptr, N, T, B0: tl.constexpr, B1: tl.constexpr, B2: tl.constexpr, B3: tl.constexpr):
    i = tl.program_id(2) * B0 + tl.arange(0, B0)
    j = tl.program_id(0) * B1 + tl.arange(0, B1)
    k = tl.program_id(1) * B2 + tl.arange(0, B2)
    rows = (i[:, None, None] < N) & (j[None, :, None] < N)
    columns = (i[:, None, None] < N) & (k[None, None, :] < N)
    total = tl.zeros((B0, B1, B2), dtype=tl.float32)
    for start in range(0, T, B3):
        t = start + tl.arange(0, B3)
        left, right = t[None, None, :], t[None, :, None]
        x = tl.load(x_ptr + (i[:, None, None] * N + j[None, :, None]) * T + left, mask=rows & (left < T), other=0.0)
        at = (i[:, None, None] * T + right) * N + k[None, None, :]
        y = tl.load(x_ptr + at, mask=columns & (right < T), other=0.0)
        total += tl.dot(x, y, input_precision="ieee")
    at = (i[:, None, None] * N + j[None, :, None]) * N + k[None, None, :]
    tl.store(z_ptr + at, total, mask=rows & (k[None, None, :] < N))
"""

N: Final = 40
FEW: Final = {"N": 12, "T": 20}


def warm() -> None:
    """Run them all."""
    line, tile, product, stack = (
        compile_kernel(prepare(source, name, rules=True))
        for source, name in ((_LINE, "line"), (_TILE, "tile"), (_PRODUCT, "product"), (_STACK, "stack"))
    )
    for kernel, numbers in [
        *_sized(line, LINES),
        *_sized(tile, TILES),
        *_sized(product, PRODUCTS),
    ]:
        for grid in ([1, 1], [2, 2]):
            launch(kernel, _memory(), grid, {"N": N, "T": N} | numbers)
    for kernel, numbers in _sized(stack, STACKS):
        for grid in ([1, 1, 1], [2, 2, 2]):
            launch(kernel, _memory(), grid, FEW | numbers)


def _sized(kernel: Kernel, sizes: list[Any]) -> Iterator[tuple[Kernel, dict[str, int]]]:
    blocks = [name for name in kernel.parameters if name in kernel.constexprs]
    for sides in sizes:
        yield kernel, dict(zip(blocks, sides if isinstance(sides, tuple) else (sides,), strict=True))


def _memory() -> Memory:
    count = 2 * N * N
    return Memory(
        [
            Tensor("x", np.ones(count, np.float32)),
            Tensor("n", np.ones(count, np.int32)),
            Tensor("z", np.zeros(count, np.float32)),
        ]
    )
