"""What a runner does with one request: compile one kernel for one target, send each form of it as it is reached.

A request is a JSON object behind its length, as the interpreter's: source, kernel, rules, target, tensors (dtypes by
parameter, in the order of the launch), numbers (by parameter), by_name, optional.
"""

import codecs
import contextlib
import os
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

os.environ["TRITON_INTERPRET"] = "0"

from triton.backends.nvidia.compiler import get_ptxas_version

from playground_workers.compiler import accesses, kernels, listing, problems, protocol, tools
from playground_workers.compiler.assembly import straighten
from playground_workers.compiler.pipeline import Pipeline
from playground_workers.compiler.policy import WORDS
from playground_workers.compiler.targets import TARGETS, Target
from playground_workers.interpreter.bindings import bind, bind_by_name
from playground_workers.interpreter.request import unpack
from playground_workers.interpreter.source import SourceProblem

Send = Callable[[int, bytes], None]

STANDARD_ERROR: Final = 2
PRELOAD: Final = ("unicodedata", "traceback", "linecache", "difflib", "inspect", "ast", "textwrap", "subprocess")
CODECS: Final = ("utf-8", "ascii", "latin-1", "utf-16-le", "unicode_escape", "raw_unicode_escape")

_WARM_SOURCE: Final = """
import triton
import triton.language as tl

@triton.jit
def warm(x_ptr, y_ptr, n, B: tl.constexpr):
    offsets = tl.program_id(0) * B + tl.arange(0, B)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    m = tl.reshape(x, (B // 16, 16))
    for turn in range(n):
        m = tl.exp(tl.dot(m, tl.trans(m)))
    tl.store(y_ptr + offsets, x + tl.sum(m) + tl.max(x), mask=offsets < n)
"""
_WARM_WRONG: Final = _WARM_SOURCE.replace("tl.sum(m)", "tl.arange(0, 3)")


def warm() -> None:
    """Compile kernels of our own for each target, so that forks find everything loaded."""
    for module in PRELOAD:
        __import__(module)
    for codec in CODECS:
        codecs.lookup(codec)
    warnings.simplefilter("ignore")
    for target in TARGETS.values():
        if target.backend == "cuda":
            get_ptxas_version(int(target.architecture))  # asked of the program, and kept
        for source in (_WARM_SOURCE, _WARM_WRONG):
            header = {
                "source": source,
                "kernel": "warm",
                "rules": True,
                "target": target.name,
                "tensors": {"x_ptr": "float32", "y_ptr": "float32"},
                "numbers": {"n": 40, "B": 256},
                "by_name": True,
                "optional": [],
            }
            _Compilation(header, lambda kind, payload: None).lower()


def run(request: bytes, send: Send) -> None:
    """Run one request and send its frames; the last is END or TROUBLE."""
    header, _ = unpack(request)
    with hearing():
        _Compilation(header, send).run()


@contextlib.contextmanager
def hearing() -> Iterator[None]:
    """Keep what LLVM and MLIR say, for `words`."""
    stray = os.dup(STANDARD_ERROR)
    said = os.open(WORDS, os.O_RDWR | os.O_APPEND)
    os.dup2(said, STANDARD_ERROR)
    os.close(said)
    try:
        yield
    finally:
        os.dup2(stray, STANDARD_ERROR)  # what is said of a failure of ours goes to the worker


def words() -> str:
    """What was heard so far."""
    try:
        return Path(WORDS).read_text("utf-8", "replace")
    except OSError:  # while warming there is no such file
        return ""


class _Compilation:
    def __init__(self, header: dict[str, Any], send: Send) -> None:
        self.header, self.send = header, send
        self.target: Target = TARGETS[header["target"]]
        self.kernel: kernels.Kernel | None = None
        self.last = protocol.Stage("ttir", "", [0], False)
        self.listings: dict[str, protocol.Stage] = {}
        self.final = ""
        self.pipeline: Pipeline | None = None

    def run(self) -> None:
        try:
            if self.lower():
                self.finish()
        except tools.ToolFailed as failure:
            self.trouble(problems.of_tool(failure, self.final))

    def lower(self) -> bool:
        """Through all stages but the last, which programs make. False where it ends in trouble, which is then told."""
        header = self.header
        try:
            self.kernel = kernel = kernels.load(header["source"], header["kernel"], rules=header["rules"])
            tensors = self._bind(kernel)
            signature = kernels.sign(kernel, tensors, header["numbers"], self.target.backend)
            self.pipeline = Pipeline(kernel, signature, self.target)
            for name, text in self.pipeline.stages():
                self.final = text = straighten(text) if name == "ptx" else text
                self.last = self.listings[name] = listing.read(name, text)
                self.send(protocol.STAGE, protocol.pack_stage(self.last))
        except SourceProblem as problem:
            self.trouble(problems.of_source(problem))
            return False
        except Exception as error:
            self.trouble(problems.of_exception(error, self.kernel, header["source"], words()))
            return False
        return True

    def finish(self) -> None:
        """What the compiled kernel takes, and how it reads and writes; on NVIDIA after ptxas has done its part."""
        assert self.pipeline is not None
        metadata = self.pipeline.metadata
        self.send(protocol.ACCESSES, protocol.pack_accesses(accesses.count(self.last)))
        warps, shared = int(metadata["num_warps"]), int(metadata["shared"])
        if shared > self.target.shared_bytes:
            self.trouble(problems.of_shared(shared, self.target, self.listings.get("ttgir")))
            return
        if self.target.backend == "cuda":
            done = tools.assemble(self.final, self.target, fuses=self.pipeline.fuses)
        else:
            done = problems.amd_resources(self.final)
        facts = protocol.Facts(
            registers=done.registers,
            spill_stores=done.spill_stores,
            spill_loads=done.spill_loads,
            local=done.local,
            shared=shared,
            threads=warps * self.target.threads,
            warps=warps,
        )
        self.send(protocol.FACTS, protocol.pack_facts(facts))
        if self.target.backend == "cuda" and tools.can_disassemble():
            self.send(protocol.STAGE, protocol.pack_stage(listing.read("sass", tools.disassemble())))
        self.send(protocol.END, b"")

    def _bind(self, kernel: kernels.Kernel) -> dict[str, str]:
        """The dtype of each parameter that takes a tensor. Raises SourceProblem where the launch does not fit."""
        tensors: dict[str, str] = self.header["tensors"]
        if self.header["by_name"]:
            bind_by_name(kernel.prepared, list(tensors), self.header["numbers"])
            return tensors
        bind(kernel.prepared, list(tensors), self.header["numbers"], self.header["optional"])
        places = [parameter.name for parameter in kernel.prepared.parameters[: len(tensors)]]
        return dict(zip(places, tensors.values(), strict=True))

    def trouble(self, trouble: protocol.Trouble) -> None:
        self.send(protocol.TROUBLE, protocol.pack_trouble(trouble))
