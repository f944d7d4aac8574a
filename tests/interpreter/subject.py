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
    memory = Counted([Tensor(name, array.copy()) for name, array in case.tensors], poison)
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
    memory.take_log()
    result.accesses, result.shared = memory.counted, memory.shared
    result.output = printed.getvalue()
    result.batched, result.why = outcome.batched, outcome.why
    result.races, result.unguarded = outcome.races, outcome.unguarded
    return result


class Counted(Memory):
    """Counts also what was taken from the record on the way.

    counted: lanes by (operation, tensor, line), counted an element. shared: of each tensor, the elements that several
    programs stored.
    """

    def __init__(self, *given):
        super().__init__(*given)
        self.forget()

    def reset(self):
        super().reset()
        self.forget()

    def forget(self):
        self.counted = {}
        self.shared = [np.zeros(tensor.data.size, bool) for tensor in self.tensors]
        self.owner = [np.full(tensor.data.size, -1) for tensor in self.tensors]

    def take_log(self):
        log = super().take_log()
        for record in log:
            kind, buffer, index, batched, position, programs, *_ = record
            name = {STORE: "store", ATOMIC: "atomic"}.get(kind, "load")
            inside = index[(index >= 1) & (index <= buffer.size)] - 1
            if inside.size:
                key = name, buffer.index, line_of(record)
                times = 1 if batched else programs
                self.counted[key] = self.counted.get(key, 0) + times * np.bincount(inside, minlength=buffer.size)
            if kind == STORE:
                lanes = index.size // programs if batched else 0
                by = np.repeat(np.arange(programs), lanes) if batched else np.zeros(index.size, int)
                self.sign(buffer, index.reshape(-1), position + by)
                if programs > 1 and not batched:
                    self.shared[buffer.index][inside] = True
        return log

    def sign(self, buffer, index, by):
        valid = (index >= 1) & (index <= buffer.size)
        elements, by = index[valid] - 1, by[valid]
        owner, shared = self.owner[buffer.index], self.shared[buffer.index]
        shared[elements] |= (owner[elements] >= 0) & (owner[elements] != by)
        owner[elements] = by
        shared[elements[owner[elements] != by]] = True
