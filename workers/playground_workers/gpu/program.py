"""What a runner with a GPU does with one request: put each case's tensors on the device, launch, send what came out.

A request is as the interpreter's: a JSON object behind its length, then the kernels' code, then the arrays of all
tensors of all cases. Each case is launched first with guards: bytes before and behind each tensor, looked at
afterwards. Then once for each end of each tensor with nothing mapped beyond it, where a load that leaves it is an error
that the device itself reports.
"""

import ctypes
import json
import os
import re
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from playground_workers.gpu.binaries import TYPES
from playground_workers.gpu.cuda import ASSERT, FATAL, OUT_OF_MEMORY, OUT_OF_RESOURCES, Cuda, CudaError, Function
from playground_workers.gpu.policy import OUTPUT
from playground_workers.interpreter import protocol
from playground_workers.interpreter.request import unpack

Send = Callable[[int, bytes], None]
Array = npt.NDArray[Any]

GUARD_BYTES: Final = 64 * 1024
GUARD_BYTE: Final = 0xFF
"""Behind and before a tensor: as float NaN, as whole number -1, so that what is made of it shows."""

PRINTED, STANDARD_ERROR = 1, 2
PRINTF_BYTES: Final = 1 << 20
HEAP_BYTES: Final = 1 << 20
MAX_SHOWN_INDEX: Final = 1 << 40

_PRINTED: Final = re.compile(r"^pid \((\d+), (\d+), (\d+)\) idx ", re.MULTILINE)
_ASSERTED: Final = re.compile(r":(\d+): .*?block: \[(\d+),(\d+),(\d+)\].*?Assertion `(.*)` failed")
_C_TYPES: Final = {
    "b": ctypes.c_int8,
    "h": ctypes.c_int16,
    "i": ctypes.c_int32,
    "q": ctypes.c_int64,
    "Q": ctypes.c_uint64,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
}

_cuda: Cuda | None = None


def warm() -> None:
    """Load the driver's library, without asking it anything: what it sets up does not live through a fork."""
    import numpy.ma  # noqa: F401  # numpy imports it at some first use, when there are no files any more

    ctypes.CDLL("libcuda.so.1")


def ready() -> None:
    """Set the driver up, ahead of the request: 0.2 to 0.3 s that no run waits for."""
    global _cuda
    printed = os.open(OUTPUT, os.O_RDWR | os.O_APPEND)
    os.dup2(printed, PRINTED)
    os.close(printed)
    _cuda = Cuda()
    _cuda.limit(printf_bytes=PRINTF_BYTES, heap_bytes=HEAP_BYTES)


def run(request: bytes, send: Send) -> None:
    """Run one request and send its frames; the last is END or TROUBLE."""
    header, at = unpack(request)
    assert _cuda is not None
    if header.get("ask"):
        send(protocol.OUTPUT, protocol.pack_output(protocol.Output(0, 0, describe(_cuda))))
        send(protocol.END, b"")
        return
    session = _Session(_cuda, header, request, at, send)
    try:
        session.run()
    except CudaError as error:
        session.trouble("internal_error", f"The GPU's driver failed ({error}).")
    except MemoryError:
        session.trouble("memory_limit", "")


def describe(cuda: Cuda) -> str:
    """The device as JSON, for the worker that asks before it judges."""
    return json.dumps({**vars(cuda.device()), "free": cuda.free_memory()})


class _Fault(Exception):
    """The kernel's own. kind: a verdict word."""

    def __init__(self, kind: str, message: str, hint: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.kind, self.message, self.hint, self.line = kind, message, hint, line


class _Session:
    def __init__(self, cuda: Cuda, header: dict[str, Any], request: bytes, at: int, send: Send) -> None:
        self.cuda, self.header, self.request, self.at, self.send = cuda, header, request, at, send
        self.case = protocol.NO_PROGRAM
        self.functions: list[Function] = []
        self.stray = os.dup(STANDARD_ERROR)

    def run(self) -> None:
        for kernel in self.header["kernels"]:
            code = self.request[self.at : self.at + kernel["bytes"]]
            self.at += kernel["bytes"]
            self.functions.append(self.cuda.load(code, kernel["entry"], kernel["shared"]))
        try:
            for index, case in enumerate(self.header["cases"]):
                self.case = index
                self.run_case(case)
        except _Fault as fault:
            self.trouble(fault.kind, fault.message, fault.hint, fault.line)
            return
        self.send(protocol.END, b"")

    def run_case(self, case: dict[str, Any]) -> None:
        tensors = [self.array(tensor) for tensor in case["tensors"]]
        stored, faults, run_ns = self.run_guarded(case, tensors)
        if not faults:
            self.run_fenced(case, tensors)
        self.send(protocol.CASE, protocol.pack_case(protocol.CaseResult(self.case, run_ns, stored, faults)))

    def array(self, tensor: dict[str, Any]) -> Array:
        dtype = np.dtype(tensor["dtype"])
        count = int(np.prod(tensor["shape"], dtype=np.int64))
        data = np.frombuffer(self.request, dtype, count, self.at)
        self.at += data.nbytes
        return data

    def run_guarded(
        self, case: dict[str, Any], tensors: Sequence[Array]
    ) -> tuple[list[protocol.Stored], list[protocol.Fault], int]:
        """What the tensors hold after a run, what was stored outside them, and how long the run took."""
        guard = bytes([GUARD_BYTE]) * GUARD_BYTES
        places, sizes = [], []
        for tensor in tensors:
            size = 2 * GUARD_BYTES + -(-tensor.nbytes // 256) * 256
            place = self.cuda.allocate(size)
            self.cuda.fill(place, GUARD_BYTE, size)
            self.cuda.put(place + GUARD_BYTES, tensor.tobytes())
            places.append(place)
            sizes.append(size)
        began = time.perf_counter_ns()
        self.launch(case, [place + GUARD_BYTES for place in places], "")
        run_ns = time.perf_counter_ns() - began
        self.tell_printed(case)
        stored, faults = [], []
        for index, (place, size, before) in enumerate(zip(places, sizes, tensors, strict=True)):
            whole = self.cuda.get(place, size)
            self.cuda.free(place)
            data = whole[GUARD_BYTES : GUARD_BYTES + before.nbytes]
            ahead, behind = whole[:GUARD_BYTES], whole[GUARD_BYTES + before.nbytes :]
            if ahead != guard or behind != bytes([GUARD_BYTE]) * len(behind):
                faults.append(_stray_store(index, before, bytes(ahead), bytes(behind)))
            is_output = case["tensors"][index]["output"]
            if is_output or data != before.tobytes():
                stored.append(_stored(index, before, bytes(data)))
        return stored, faults, run_ns

    def run_fenced(self, case: dict[str, Any], tensors: Sequence[Array]) -> None:
        """Once for each end of each tensor. Raises _Fault where the device met an access beyond it."""
        room = self.cuda.fence(max(tensor.nbytes for tensor in tensors))
        others = [self.cuda.allocate(max(1, tensor.nbytes)) for tensor in tensors]
        for index, tensor in enumerate(tensors):
            for side in ("behind", "before"):
                address = room.start + (room.size - tensor.nbytes if side == "behind" else 0)
                places = [*others[:index], address, *others[index + 1 :]]
                for place, each in zip(places, tensors, strict=True):
                    self.cuda.put(place, each.tobytes())
                where = f"{side} {case['tensors'][index]['name']}"
                self.launch(case, places, where)
                self.printed()
        for place in others:
            self.cuda.free(place)

    def launch(self, case: dict[str, Any], places: Sequence[int], fence: str) -> None:
        """Start the kernel and wait for it. fence: what is not mapped, in words; empty with guards."""
        kernel = self.header["kernels"][case["kernel"]]
        function = self.functions[case["kernel"]]
        addresses = iter(places)
        arguments: list[Any] = []
        for name, kind in kernel["parameters"]:
            if kind == "*":
                arguments.append(ctypes.c_uint64(next(addresses)))
            else:
                arguments.append(_C_TYPES[TYPES[kind]](case["numbers"][name]))
        arguments += [ctypes.c_uint64(0)] * kernel["spare"]
        os.dup2(PRINTED, STANDARD_ERROR)  # where the driver tells of a failed assert
        try:
            self.cuda.launch(function, case["grid"], kernel["threads"], arguments)
            self.cuda.wait()
        except CudaError as error:
            raise self.fault(error, fence, case) from error
        finally:
            os.dup2(self.stray, STANDARD_ERROR)

    def fault(self, error: CudaError, fence: str, case: dict[str, Any]) -> Exception:
        if error.code == OUT_OF_MEMORY:
            return _Fault("memory_limit", "")
        if error.code == OUT_OF_RESOURCES:
            message = f"The GPU cannot start this kernel: {error.what}."
            return _Fault("runtime_error", message, "Smaller blocks need fewer registers and less shared memory.")
        if error.code not in FATAL:
            return error
        if error.code == ASSERT:
            return self.asserted()
        if fence:
            message = (
                f"The kernel reads memory {fence}: with nothing there, the GPU refused it. Run it on the interpreter, "
                "which names the program, the line and the index."
            )
            return _Fault("invalid_access", message, "Is each load masked where its offsets leave the tensor?")
        self.tell_printed(case)
        message = (
            f"The GPU stopped the kernel: {error.what}. It went far outside its tensors. The interpreter names the "
            "program, the line and the index."
        )
        return _Fault("crashed", message, "Look at how the addresses are worked out, and at the mask.")

    def asserted(self) -> _Fault:
        found = _ASSERTED.search(self.printed())
        if found is None:
            return _Fault("runtime_error", "A tl.device_assert of the kernel failed.")
        words = found[5].strip()
        program = ", ".join(found[place] for place in (2, 3, 4))
        message = f"tl.device_assert failed in program ({program})" + (f": {words}" if words else ".")
        return _Fault("runtime_error", message, line=int(found[1]))

    def printed(self) -> str:
        """What kernels printed since this was last asked."""
        ctypes.CDLL(None).fflush(None)
        size = os.lseek(PRINTED, 0, os.SEEK_END)
        os.lseek(PRINTED, 0, os.SEEK_SET)
        text = b""
        while len(text) < size and (piece := os.read(PRINTED, size - len(text))):
            text += piece
        os.ftruncate(PRINTED, 0)
        return text.decode("utf-8", "replace")

    def tell_printed(self, case: dict[str, Any]) -> None:
        """Send it, program by program. The device prints in an order of its own."""
        text = self.printed()
        if not text or self.case:
            return
        grid = [*case["grid"], 1, 1][:3]
        parts: dict[int, list[str]] = {}
        marks = list(_PRINTED.finditer(text))
        for mark, after in zip(marks, [*(each.start() for each in marks[1:]), len(text)], strict=True):
            x, y, z = (int(mark[place]) for place in (1, 2, 3))
            linear = (x * grid[1] + y) * grid[2] + z
            parts.setdefault(linear, []).append(text[mark.start() : after])
        for linear, lines in sorted(parts.items()):
            whole = "".join(lines)
            for start in range(0, len(whole), protocol.MAX_TEXT // 4):
                piece = protocol.Output(self.case, linear, whole[start : start + protocol.MAX_TEXT // 4])
                self.send(protocol.OUTPUT, protocol.pack_output(piece))

    def trouble(self, kind: str, message: str, hint: str = "", line: int = 0) -> None:
        frame = protocol.TroubleFrame(kind, self.case, protocol.NO_PROGRAM, line, 0, message, hint)
        self.send(protocol.TROUBLE, protocol.pack_trouble(frame))


def _stored(index: int, before: Array, data: bytes) -> protocol.Stored:
    """program: 0 where an element is another than before, else -1: on a device nobody sees which program stored."""
    old = np.frombuffer(before.tobytes(), np.uint8).reshape(before.size, before.itemsize)
    new = np.frombuffer(data, np.uint8).reshape(before.size, before.itemsize)
    program = np.where((old != new).any(axis=1), 0, -1).astype(np.int32)
    return protocol.Stored(index, data, program.tobytes(), np.full(before.size, -1, np.int32).tobytes())


def _stray_store(index: int, tensor: Array, ahead: bytes, behind: bytes) -> protocol.Fault:
    """Bytes that changed around a tensor, as a fault: how many elements, and the first of them."""
    size = tensor.itemsize
    places = []
    for part, begin in ((ahead, -len(ahead)), (behind, tensor.nbytes)):
        changed = np.flatnonzero(np.frombuffer(part, np.uint8) != GUARD_BYTE) + begin
        places.append(np.unique(changed // size))
    found = np.concatenate(places)
    return protocol.Fault("store", index, protocol.NO_PROGRAM, 0, int(found.size), int(found[0]))
