"""Triton's own interpreter in a process of its own, over a guarded memory that shares nothing with the fast one.

Only what must be is changed: loads, stores and atomics go to a memory of plain addresses where each lane is looked at,
the overflow check is off, the language is patched once, and a splat keeps its operand's type (see `driver`).
"""

import contextlib
import io
import math
import pickle
import struct
import subprocess
import sys
import warnings

import numpy as np

from tests.interpreter.cases import Result

REGION = 1 << 44


class Oracle:
    """The process, and a line to it."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.interpreter.oracle"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def run(self, case, rules=True):
        send(self.process.stdin, (case, rules))
        return receive(self.process.stdout)


def send(stream, value):
    data = pickle.dumps(value)
    stream.write(struct.pack("<Q", len(data)) + data)
    stream.flush()


def receive(stream):
    head = stream.read(8)
    if len(head) < 8:
        raise EOFError("the oracle has ended")
    return pickle.loads(stream.read(struct.unpack("<Q", head)[0]))


class Flat:
    """Tensors at addresses of their own. program: the linear id of the running program."""

    def __init__(self, arrays):
        self.arrays = [array.copy() for array in arrays]
        self.program = 0
        self.signed = [np.full((2, array.size), -1, np.int32) for array in arrays]
        self.faults = {}
        self.accesses = {}

    def lanes(self, operation, addresses, mask, dtype):
        """(lane, array as dtype, element) of each lane that is active and valid."""
        found = []
        line = current_line()
        for lane, (address, active) in enumerate(zip(addresses.tolist(), mask.tolist(), strict=True)):
            if not active:
                continue
            owner = (address + REGION // 2) // REGION - 1
            if not 0 <= owner < len(self.arrays):
                self.note(operation, 0xFFFF, line, address & 0x7FFFFFFFFFFFFFFF)
                continue
            array = self.arrays[owner]
            offset = address - (owner + 1) * REGION
            if offset % dtype.itemsize or not 0 <= offset < array.nbytes // dtype.itemsize * dtype.itemsize:
                self.note(operation, owner, line, offset // array.itemsize)
                continue
            found.append((lane, array.view(dtype), offset // dtype.itemsize))
            for element in range(offset // array.itemsize, (offset + dtype.itemsize - 1) // array.itemsize + 1):
                counted = self.accesses.setdefault((operation, owner, line), np.zeros(array.size, np.int64))
                counted[element] += 1
                if operation != "load":
                    self.signed[owner][:, element] = self.program, line
        return found

    def note(self, operation, tensor, line, first):
        fault = self.faults.setdefault((operation, tensor, self.program, line), [0, first])
        fault[0] += 1

    def load(self, addresses, mask, other, dtype):
        shape = np.broadcast_shapes(addresses.shape, mask.shape)
        values = np.zeros(shape, dtype)
        if other is not None:
            values[...] = other
        addresses, mask = (np.broadcast_to(a, shape).reshape(-1) for a in (addresses, mask))
        for lane, array, element in self.lanes("load", addresses, mask, dtype):
            values.reshape(-1)[lane] = array[element]
        return values

    def store(self, addresses, values, mask, dtype):
        shape = np.broadcast_shapes(addresses.shape, mask.shape, values.shape)
        addresses, values, mask = (np.broadcast_to(a, shape).reshape(-1) for a in (addresses, values, mask))
        for lane, array, element in self.lanes("store", addresses, mask, dtype):
            array[element] = values[lane]

    def atomic(self, addresses, values, mask, step):
        shape = np.broadcast_shapes(addresses.shape, values.shape, mask.shape)
        before = np.zeros(shape, values.dtype)
        addresses, new, mask = (np.broadcast_to(a, shape).reshape(-1) for a in (addresses, values, mask))
        for lane, array, element in self.lanes("atomic", addresses, mask, values.dtype):
            old = before.reshape(-1)[lane] = array[element]
            array[element] = step(old, new[lane], lane)
        return before


def current_line():
    frame = sys._getframe(1)
    while frame.f_code.co_filename != "<kernel>":
        frame = frame.f_back
    return frame.f_lineno


memory = None


def install():
    """Patch Triton as little as this process needs."""
    import dataclasses
    import types

    import triton.language as tl
    import triton.runtime.interpreter as stock

    stock.interpreter_builder.options = dataclasses.replace(stock.interpreter_builder.options, sanitize_overflow=False)
    stock._patch_lang(types.FunctionType((lambda: None).__code__, {"tl": tl, "core": tl.core}))
    stock._patch_lang = lambda function: types.SimpleNamespace(restore=lambda: None)
    stock.InterpretedFunction.__call__ = lambda self, *args, **kwargs: self.rewrite()(*args, **kwargs)
    handle, builder = stock.TensorHandle, stock.InterpreterBuilder

    def load(self, pointers, mask, other, *hints, **named):
        type_ = pointers.get_element_ty()
        fill = None if other is None else other.data
        return handle(memory.load(pointers.data, mask.data, fill, stock._get_np_dtype(type_)), type_)

    def store(self, pointers, value, mask, *hints, **named):
        memory.store(pointers.data, value.data, mask.data, stock._get_np_dtype(pointers.get_element_ty()))

    def rmw(self, operation, pointers, value, mask, *order):
        name = operation.name.upper()

        def step(old, new, lane):
            if name.startswith("U"):
                unsigned = np.dtype(f"u{old.dtype.itemsize}")
                least = np.minimum if name == "UMIN" else np.maximum
                return least(old.view(unsigned), new.view(unsigned)).view(old.dtype)
            return ATOMICS[name](old, new)

        return handle(memory.atomic(pointers.data, value.data, mask.data, step), value.dtype.scalar)

    def swap(self, pointers, compare, value, *order):
        expected = np.broadcast_to(compare.data, pointers.data.shape).reshape(-1)

        def step(old, new, lane):
            return new if old == expected[lane] else old

        return handle(memory.atomic(pointers.data, value.data, np.ones(1, bool), step), compare.dtype.scalar)

    builder.create_masked_load, builder.create_masked_store = load, store
    builder.create_atomic_rmw, builder.create_atomic_cas = rmw, swap
    builder.create_splat = lambda self, type_, operand: handle(
        np.full(tuple(type_.shape), operand.data.flat[0]), operand.dtype.scalar
    )


ATOMICS = {
    "ADD": np.add,
    "FADD": np.add,
    "MIN": np.minimum,
    "MAX": np.maximum,
    "AND": np.bitwise_and,
    "OR": np.bitwise_or,
    "XOR": np.bitwise_xor,
    "XCHG": lambda old, new: new,
}


def run(case, rules):
    global memory
    import triton.language as tl
    import triton.runtime.interpreter as stock

    from playground_workers.interpreter import kernels, problems
    from playground_workers.interpreter.source import prepare
    from playground_workers.interpreter.tensors import TRITON

    kernel = kernels.compile_kernel(prepare(case.source, case.kernel, rules=rules), rules=rules)
    memory = Flat([array for _, array in case.tensors])
    arguments = {}
    for index, (_, array) in enumerate(case.tensors):
        type_ = tl.pointer_type(tl.dtype(TRITON[array.dtype.name]))
        start = stock.TensorHandle(np.array([(index + 1) * REGION], np.uint64), type_)
        arguments[kernel.parameters[index]] = tl.tensor(start, type_)
    for name, value in case.numbers.items():
        if name in kernel.parameters:
            arguments[name] = value if name in kernel.constexprs else stock._implicit_cvt(value)
    extent = tuple(case.grid) + (1,) * (3 - len(case.grid))
    count = math.prod(extent)
    seed = case.shuffle_seed
    order = np.arange(count) if seed is None else np.random.default_rng(seed).permutation(count)
    stock.interpreter_builder.set_grid_dim(*extent)
    printed = io.StringIO()
    result = Result()
    try:
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for program in order.tolist():
                memory.program = program
                stock.interpreter_builder.set_grid_idx(*(int(i) for i in np.unravel_index(program, extent)))
                kernel.function(**arguments)
    except Exception as error:
        trouble = problems.describe(error, case.source)
        result.error = (trouble.kind, trouble.message, trouble.line, trouble.column, memory.program)
        return result
    result.values = memory.arrays
    result.program = [signed[0] for signed in memory.signed]
    result.line = [signed[1] for signed in memory.signed]
    result.faults = sorted((*key, *fault) for key, fault in memory.faults.items())
    result.accesses, result.output = memory.accesses, printed.getvalue()
    return result


def main():
    install()
    np.seterr(all="ignore")
    np.set_printoptions(threshold=65536, linewidth=120)
    replies = sys.stdout.buffer
    while True:
        try:
            case, rules = receive(sys.stdin.buffer)
        except EOFError:
            return
        try:
            result = run(case, rules)
        except Exception as error:
            result = Result(error=("oracle", repr(error), None, None, 0))
        send(replies, result)


if __name__ == "__main__":
    main()
