"""Run time of the reference solutions: Triton's own interpreter, unchecked, against ours with full checking.

Each round forks one child a mode from a process that has torch and triton loaded, so that the machine's moods hit
both. Times are milliseconds of processor time for the case "as stated", the median of the rounds' best. `floor` is
what the numpy calls of two solutions take with no Triton at all, all programs at once. Prints one JSON object.

Usage: python -m tests.bench.interpreter [rounds]
"""

import os

os.environ["TRITON_INTERPRET"] = "1"

import importlib.util
import json
import statistics
import sys
import time

import numpy as np
import torch
import triton

from playground_puzzles.catalogue import load
from playground_puzzles.expressions import evaluate
from playground_workers.inputs import draw

SEED = 1
SHORT_S = 0.15
"""A solution is run again until this is spent, so that short ones have a best to choose from."""


def main(rounds=3):
    catalogue = load()
    puzzles = [catalogue.get(number) for number in range(1, 13)]
    times = {"stock": [], "ours": [], "floor": []}
    for _ in range(rounds):
        for mode, measure in (("stock", stock), ("ours", ours), ("floor", floor)):
            times[mode].append(in_child(lambda measure=measure: measure(catalogue, puzzles)))
    medians = {mode: medians_of(found) for mode, found in times.items()}
    table = {
        slug: {
            "stock_ms": round(medians["stock"][slug], 3),
            "ours_ms": round(medians["ours"][slug], 3),
            "ratio": round(medians["stock"][slug] / medians["ours"][slug], 1),
        }
        for slug in medians["stock"]
    }
    for slug, floor_ms in medians["floor"].items():
        table[slug] |= {"floor_ms": round(floor_ms, 3), "over_floor": round(table[slug]["ours_ms"] / floor_ms, 1)}
    sums = {mode: sum(medians[mode].values()) for mode in ("stock", "ours")}
    result = {
        "triton": triton.__version__,
        "numpy": np.__version__,
        "rounds": rounds,
        "puzzles": table,
        "stock_sum_ms": round(sums["stock"], 1),
        "ours_sum_ms": round(sums["ours"], 2),
        "times_faster": round(sums["stock"] / sums["ours"], 1),
        "least_ratio": min(row["ratio"] for row in table.values()),
    }
    sys.stdout.write(json.dumps(result, indent=2) + "\n")


def medians_of(rounds):
    return {slug: statistics.median(found[slug] for found in rounds) for slug in rounds[0]}


def in_child(measure):
    """What `measure` returns, from a forked child of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            with os.fdopen(writing, "w") as stream:
                json.dump(measure(), stream)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return json.loads(text)


def best_ms(run):
    run()  # what is done once, at the first launch, is not counted
    best, spent = float("inf"), 0.0
    while spent < SHORT_S:
        start = time.process_time()
        run()
        took = time.process_time() - start
        best, spent = min(best, took), spent + took
    return best * 1000


def launches(puzzles):
    """Of each puzzle: itself, grid, numbers, arrays."""
    for puzzle in puzzles:
        case = puzzle.cases[0]
        names = case.sizes | case.blocks
        yield puzzle, [evaluate(side, names) for side in puzzle.grid], names, draw(puzzle, case, SEED)


def stock(catalogue, puzzles):
    times = {}
    for puzzle, grid, names, arrays in launches(puzzles):
        found = importlib.util.spec_from_file_location("solution", catalogue.folder(puzzle.slug) / "solution.py")
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
        kernel, tensors = getattr(module, puzzle.kernel), [torch.from_numpy(array) for array in arrays]
        times[puzzle.slug] = best_ms(lambda k=kernel, g=grid, t=tensors, n=names: k[tuple(g)](*t, **n))
    return times


def ours(catalogue, puzzles):
    from playground_workers.interpreter import kernels, program
    from playground_workers.interpreter.launch import launch
    from playground_workers.interpreter.memory import Memory, Tensor
    from playground_workers.interpreter.source import prepare

    program.warm()
    times = {}
    for puzzle, grid, names, arrays in launches(puzzles):
        source = (catalogue.folder(puzzle.slug) / "solution.py").read_text()
        kernel = kernels.compile_kernel(prepare(source, puzzle.kernel, rules=True))

        def run(kernel=kernel, grid=grid, names=names, arrays=arrays, puzzle=puzzle):
            tensors = [Tensor(t.name, a.reshape(-1)) for t, a in zip(puzzle.tensors, arrays, strict=True)]
            launch(kernel, Memory(tensors), grid, names)

        times[puzzle.slug] = best_ms(run)
    return times


def floor(catalogue, puzzles):
    """The convolution and the matrix product with numpy alone, all programs at once, masks and all."""
    times = {}
    for puzzle, grid, names, arrays in launches(puzzles):
        if puzzle.number == 10:
            times[puzzle.slug] = best_ms(lambda g=grid, n=names, a=arrays: convolution(g, n, *a))
        if puzzle.number == 11:
            times[puzzle.slug] = best_ms(lambda g=grid, n=names, a=arrays: product(g, n, *a))
    return times


def convolution(grid, names, x, k, z):
    images, height, width = names["N0"], names["H"], names["W"]
    block, side = names["B0"], names["KW"]
    image = (np.arange(grid[0])[:, None] * block + np.arange(block)).astype(np.int32)
    exists, first = image < images, image * height * width
    x, z = x.reshape(-1), z.reshape(-1)
    place = np.arange(names["KH"] * side, dtype=np.int32)
    weight = k.reshape(-1).take(place)
    rows, columns = place // side, place % side
    for j in range(height):
        row = j + rows
        for i in range(width):
            column = i + columns
            inside = exists[:, :, None] & ((row < height) & (column < width))
            at = np.where(inside, first[:, :, None] + (row * width + column), 0)
            total = np.add.reduce(np.where(inside, x.take(at), 0) * weight, axis=2)
            z[(first + j * width + i)[exists]] = total[exists]


def product(grid, names, x, y, z):
    ids = np.indices(grid, dtype=np.int32).reshape(3, -1)[:, :, None, None, None]
    row = ids[0] * names["B0"] + np.arange(names["B0"], dtype=np.int32)[None, None, :, None]
    column = ids[1] * names["B1"] + np.arange(names["B1"], dtype=np.int32)[None, None, None, :]
    matrix = ids[2] * names["B2"] + np.arange(names["B2"], dtype=np.int32)[None, :, None, None]
    rows, columns = (matrix < names["N2"]) & (row < names["N0"]), (matrix < names["N2"]) & (column < names["N1"])
    x, y, z = x.reshape(-1), y.reshape(-1), z.reshape(-1)
    total = np.float32(0)
    for start in range(0, names["MID"], names["B_MID"]):
        step = start + np.arange(names["B_MID"], dtype=np.int32)
        across, down = step[None, None, None, :], step[None, None, :, None]
        left, right = rows & (across < names["MID"]), columns & (down < names["MID"])
        one = x.take(np.where(left, (matrix * names["N0"] + row) * names["MID"] + across, 0))
        two = y.take(np.where(right, (matrix * names["MID"] + down) * names["N1"] + column, 0))
        total = total + np.matmul(np.where(left, one, 0), np.where(right, two, 0))
    inside = rows & (column < names["N1"])
    z[((matrix * names["N0"] + row) * names["N1"] + column)[inside]] = total[inside]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
