"""What a runner does with one request: check the source, run every case, send what happened."""

import codecs
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from playground_workers.interpreter import driver, kernels, poison, problems, protocol, trace, warming
from playground_workers.interpreter.bindings import bind, bind_by_name
from playground_workers.interpreter.launch import launch
from playground_workers.interpreter.memory import Memory, Tensor, current_line
from playground_workers.interpreter.request import pack, unpack
from playground_workers.interpreter.source import SourceProblem, prepare

Send = Callable[[int, bytes], None]

PRELOAD: Final = ("unicodedata", "traceback", "linecache", "difflib", "numpy.random", "numpy.ma")
"""Modules that would otherwise be imported on first use, when there is no file system any more."""

CODECS: Final = ("utf-8", "ascii", "latin-1", "utf-16-le", "utf-16", "utf-32", "unicode_escape", "raw_unicode_escape")
"""The same for codecs."""

_WARM_SOURCE: Final = """
import triton
import triton.language as tl

@triton.jit
def warm(x_ptr):
    print("warm", tl.load(x_ptr + tl.arange(0, 16)))
    wrong = tl.arange(0, 4) + tl.arange(0, 8)
"""


def warm() -> None:
    """Patch Triton and run kernels of our own, to the end and into an error, so that forks find everything loaded."""
    for module in PRELOAD:
        __import__(module)
    for codec in CODECS:
        codecs.lookup(codec)
    driver.install()
    np.set_printoptions(threshold=65536, linewidth=120)
    np.seterr(all="ignore")
    warming.warm()
    case = {
        "grid": [2],
        "numbers": {},
        "tensors": [{"name": "x", "dtype": "float32", "shape": [20], "output": True}],
        "shuffle_seed": 1,
        "print": True,
    }
    header = {"source": _WARM_SOURCE, "kernel": "warm", "rules": True, "optional": [], "cases": [case]}
    run(pack(header, [np.ones(20, np.float32)]), lambda kind, payload: None)


def run(request: bytes, send: Send) -> None:
    """Run one request and send its frames; the last is END or TROUBLE."""
    header, at = unpack(request)
    session = _Session(header, request, at, send)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they speak of numpy's and Triton's insides, and would count as output
            session.run()
    except SourceProblem as problem:
        session.trouble(problems.Trouble(problem.kind, problem.message, problem.line, problem.column, problem.hint))
    except Exception as error:  # ours: what a kernel raises is caught where it runs
        session.trouble(problems.Trouble("internal_error", f"The runner failed ({type(error).__name__}: {error})."))


def where() -> bytes:
    """Where the kernel is, for the message of a run whose processor time ran out."""
    line = current_line()
    return b"line %d" % line if line > 0 else b""


class _Session:
    def __init__(self, header: dict[str, Any], request: bytes, at: int, send: Send) -> None:
        self.header, self.request, self.at, self.send = header, request, at, send
        self.case = protocol.NO_PROGRAM
        self.memory: Memory | None = None

    def run(self) -> None:
        source, rules = self.header["source"], self.header["rules"]
        prepared = prepare(source, self.header["kernel"], rules=rules)
        warnings = [(warning.code, warning.message, warning.line or 0) for warning in prepared.warnings]
        self.send(protocol.NOTES, protocol.pack_notes(protocol.Notes(list(prepared.notes), warnings)))
        first = self.header["cases"][0]
        tensors = [tensor["name"] for tensor in first["tensors"]]
        by_name = self.header.get("by_name", False)
        if by_name:
            bind_by_name(prepared, tensors, first["numbers"])
        else:
            pointers = [name + "_ptr" for name in tensors]
            bind(prepared, pointers, first["numbers"], self.header["optional"])
        try:
            kernel = kernels.compile_kernel(prepared, rules=rules)
        except SourceProblem:
            raise
        except Exception as error:
            self.trouble(problems.describe(error, source))
            return
        if by_name:
            kernel = kernel.taking(tensors)
        for index, case in enumerate(self.header["cases"]):
            self.case = index
            if not self.run_case(kernel, case, source):
                return
        self.send(protocol.END, b"")

    def run_case(self, kernel: kernels.Kernel, case: dict[str, Any], source: str) -> bool:
        """True where the launch went through."""
        tensors = [self.tensor(tensor) for tensor in case["tensors"]]
        again = [tensor.data.copy() for tensor in tensors]
        memory = self.memory = Memory(tensors)
        printer = _Printer(self, memory, shown=case["print"])
        before = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = printer
        start = time.perf_counter_ns()
        try:
            outcome = launch(
                kernel,
                memory,
                case["grid"],
                case["numbers"],
                shuffle_seed=case["shuffle_seed"],
                after_program=printer.flush,
            )
        except Exception as error:
            printer.flush()
            self.send_trace(memory, finished=False)
            self.trouble(problems.describe(error, source))
            return False
        finally:
            sys.stdout, sys.stderr = before
        run_ns = time.perf_counter_ns() - start
        self.send_trace(memory, finished=True)
        unguarded: list[int] = []
        if outcome.unguarded and not memory.faults:
            lines = outcome.unguarded[: protocol.MAX_UNGUARDED]
            unguarded = poison.lines_that_matter(kernel, memory, again, case, lines)
        self.send_case(memory, case, run_ns, outcome.races, unguarded)
        return True

    def tensor(self, tensor: dict[str, Any]) -> Tensor:
        dtype = np.dtype(tensor["dtype"])
        count = int(np.prod(tensor["shape"], dtype=np.int64))
        data = np.frombuffer(self.request, dtype, count, self.at).copy()
        self.at += data.nbytes
        return Tensor(tensor["name"], data)

    def send_case(
        self, memory: Memory, case: dict[str, Any], run_ns: int, races: list[protocol.Race], unguarded: list[int]
    ) -> None:
        stored = [
            protocol.Stored(index, tensor.data.tobytes(), tensor.program.tobytes(), tensor.line.tobytes())
            for index, tensor in enumerate(memory.tensors)
            if tensor.stored or case["tensors"][index]["output"]
        ]
        faults = [
            protocol.Fault(f.operation, f.tensor, f.program, f.line, f.lanes, f.first) for f in memory.faults.values()
        ]
        result = protocol.CaseResult(self.case, run_ns, stored, faults, races, unguarded)
        self.send(protocol.CASE, protocol.pack_case(result))

    def send_trace(self, memory: Memory, *, finished: bool) -> None:
        most = protocol.MAX_LATER_TRACE_LANES if self.case else protocol.MAX_TRACE_LANES
        found = trace.trace_of(self.case, memory, most, finished=finished)
        self.send(protocol.TRACE, protocol.pack_trace(found))

    def trouble(self, trouble: problems.Trouble) -> None:
        program = protocol.NO_PROGRAM if self.memory is None else self.memory.program
        frame = protocol.TroubleFrame(
            trouble.kind,
            self.case,
            program,
            trouble.line or 0,
            trouble.column or 0,
            trouble.message,
            trouble.hint or "",
        )
        self.send(protocol.TROUBLE, protocol.pack_trouble(frame))


class _Printer:
    """Standard output of a kernel: text goes to the worker by program, while the kernel still runs.

    The first lines go one by one, so that what is printed before a long loop is seen; a flood goes in larger pieces.
    """

    LIVE_LINES = 1000
    FLUSH_CHARACTERS = 8192
    FLUSH_SECONDS = 0.05

    def __init__(self, session: _Session, memory: Memory, *, shown: bool) -> None:
        self.session, self.memory, self.shown = session, memory, shown
        self.parts: list[str] = []
        self.size = 0
        self.lines = 0
        self.last = time.monotonic()

    def write(self, text: str) -> int:
        if self.shown:
            self.parts.append(text)
            self.size += len(text)
            if self.size > self.FLUSH_CHARACTERS or (text.endswith("\n") and self._is_due()):
                self.flush()
        return len(text)

    def _is_due(self) -> bool:
        self.lines += 1
        return self.lines <= self.LIVE_LINES or time.monotonic() - self.last > self.FLUSH_SECONDS

    def flush(self) -> None:
        if not self.parts:
            return
        text = "".join(self.parts)
        self.parts, self.size, self.last = [], 0, time.monotonic()
        for start in range(0, len(text), protocol.MAX_TEXT // 4):
            piece = text[start : start + protocol.MAX_TEXT // 4]
            output = protocol.Output(self.session.case, self.memory.program, piece)
            self.session.send(protocol.OUTPUT, protocol.pack_output(output))
