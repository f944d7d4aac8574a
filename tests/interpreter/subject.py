"""Runs a case on the fast interpreter, in this process."""

import contextlib
import io
import warnings

import numpy as np

from playground_workers.interpreter import kernels, problems, program
from playground_workers.interpreter.analysis import line_of
from playground_workers.interpreter.launch import launch
from playground_workers.interpreter.memory import ATOMIC, STORE, Memory, Tensor
from playground_workers.interpreter.source import prepare
from tests.interpreter.cases import Result

_ready = []


def ready():
    """Patch Triton in this process, once."""
    if not _ready:
        program.warm()
        _ready.append(True)


def run(case, mode="auto", poison=None, rules=True):
    ready()
    prepared = prepare(case.source, case.kernel, rules=rules)
    kernel = kernels.compile_kernel(prepared, rules=rules)
    memory = Memory([Tensor(name, array.copy()) for name, array in case.tensors], poison)
    printed = io.StringIO()
    result = Result()
    try:
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            outcome = launch(kernel, memory, case.grid, case.numbers, shuffle_seed=case.shuffle_seed, mode=mode)
    except Exception as error:
        trouble = problems.describe(error, case.source)
        result.error = (trouble.kind, trouble.message, trouble.line, trouble.column, memory.program)
        return result
    result.values = [tensor.data for tensor in memory.tensors]
    result.program = [tensor.program for tensor in memory.tensors]
    result.line = [tensor.line for tensor in memory.tensors]
    faults = memory.faults.values()
    result.faults = sorted((f.operation, f.tensor, f.program, f.line, f.lanes, f.first) for f in faults)
    result.accesses = accesses(memory)
    result.output = printed.getvalue()
    result.batched, result.why = outcome.batched, outcome.why
    result.races, result.unguarded = outcome.races, outcome.unguarded
    return result


def accesses(memory):
    counted = {}
    for record in memory.log:
        kind, buffer, index, batched, _, programs, *_ = record
        name = {STORE: "store", ATOMIC: "atomic"}.get(kind, "load")
        inside = index[(index >= 1) & (index <= buffer.size)] - 1
        if inside.size:
            key = name, buffer.index, line_of(record)
            times = 1 if batched else programs
            counted[key] = counted.get(key, 0) + times * np.bincount(inside, minlength=buffer.size)
    return counted
