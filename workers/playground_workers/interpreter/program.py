"""What a runner does with one request: check the source, run every case, send what happened."""

import codecs
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from playground_workers.interpreter import driver, launch, problems, protocol
from playground_workers.interpreter.memory import Memory, Tensor
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
def helper(v):
    return tl.where(v > 0, v, 0.0)

@triton.jit
def warm(a_ptr, c_ptr, N, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < N
    s = tl.zeros([B], dtype=tl.float32)
    for i in tl.range(0, N, B):
        k = i + tl.arange(0, B)
        y = tl.load(a_ptr + k, mask=k < N, other=0.0)
        s += tl.sum(helper(y[:, None] * y[None, :]), axis=1)
        s = tl.maximum(s, tl.max(y[:, None] - y[None, :], axis=1))
        s += tl.sum(tl.dot(y[:, None] + y[None, :], y[:, None] + y[None, :]), axis=1)
    print("warm", s)
    tl.store(c_ptr + o, tl.exp2(s * 0.01), mask=m)
"""


def warm() -> None:
    """Patch Triton and run a kernel of our own, so that forks find everything loaded. Never a puzzle's solution."""
    for module in PRELOAD:
        __import__(module)
    for codec in CODECS:
        codecs.lookup(codec)
    driver.install()
    driver.rewrite_library()
    np.set_printoptions(threshold=65536, linewidth=120)
    np.seterr(all="ignore")
    tensors: list[dict[str, Any]] = [
        {"name": name, "dtype": "float32", "shape": [20], "output": name == "c"} for name in ("a", "c")
    ]
    case = {
        "grid": [2],
        "numbers": {"N": 20, "B": 16},
        "tensors": tensors,
        "shuffle_seed": None,
        "print": True,
    }
    header = {"source": _WARM_SOURCE, "kernel": "warm", "rules": True, "optional": [], "cases": [case]}
    run(pack(header, [np.ones(20, np.float32)] * 2), lambda kind, payload: None)


def run(request: bytes, send: Send) -> None:
    """Run one request and send its frames; the last is END or TROUBLE."""
    header, at = unpack(request)
    session = _Session(header, request, at, send)
    try:
        session.run()
    except SourceProblem as problem:
        session.trouble(problems.Trouble(problem.kind, problem.message, problem.line, problem.column, problem.hint))
    except Exception as error:  # ours: what a kernel raises is caught where it runs
        session.trouble(problems.Trouble("internal_error", f"The runner failed ({type(error).__name__}: {error})."))


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
        launch.bind(
            prepared,
            [t["name"] + "_ptr" for t in first["tensors"]],
            first["numbers"],
            self.header["optional"],
        )
        try:
            kernel = launch.compile_kernel(prepared, rules=rules)
        except SourceProblem:
            raise
        except Exception as error:
            self.trouble(problems.describe(error, source))
            return
        for index, case in enumerate(self.header["cases"]):
            self.case = index
            if not self.run_case(kernel, case, source):
                return
        self.send(protocol.END, b"")

    def run_case(self, kernel: launch.Kernel, case: dict[str, Any], source: str) -> bool:
        """True where the launch went through."""
        memory = self.memory = Memory([self.tensor(tensor) for tensor in case["tensors"]])
        printer = _Printer(self, memory, shown=case["print"])
        before = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = printer
        start = time.perf_counter_ns()
        try:
            launch.run(
                kernel,
                memory,
                case["grid"],
                case["numbers"],
                shuffle_seed=case["shuffle_seed"],
                after_program=printer.flush,
            )
        except Exception as error:
            printer.flush()
            self.trouble(problems.describe(error, source))
            return False
        finally:
            sys.stdout, sys.stderr = before
        self.send_case(memory, case, time.perf_counter_ns() - start)
        return True

    def tensor(self, tensor: dict[str, Any]) -> Tensor:
        dtype = np.dtype(tensor["dtype"])
        count = int(np.prod(tensor["shape"], dtype=np.int64))
        data = np.frombuffer(self.request, dtype, count, self.at).copy()
        self.at += data.nbytes
        return Tensor(tensor["name"], data)

    def send_case(self, memory: Memory, case: dict[str, Any], run_ns: int) -> None:
        stored = [
            protocol.Stored(index, tensor.data.tobytes(), tensor.program.tobytes(), tensor.line.tobytes())
            for index, tensor in enumerate(memory.tensors)
            if tensor.stored or case["tensors"][index]["output"]
        ]
        faults = [
            protocol.Fault(f.operation, f.tensor, f.program, f.line, f.lanes, f.first) for f in memory.faults.values()
        ]
        self.send(protocol.CASE, protocol.pack_case(protocol.CaseResult(self.case, run_ns, stored, faults)))

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
