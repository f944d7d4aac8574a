"""Kernels that do not compile, and the launch that they are compiled for. `#!` marks the line that is to be named."""

import re
from dataclasses import dataclass

from playground_puzzles.models import Compiled, CompileJob, Launch, LaunchTensor, Target
from playground_workers.compiler.compiler import Compiler

HEAD = "import triton\nimport triton.language as tl\n\n"
MARK = re.compile(r"\s*#!$")


@dataclass(frozen=True)
class Wrong:
    """kind, says: of the error. body: the file below its imports."""

    name: str
    says: str
    body: str
    kind: str = "compile_error"

    @property
    def source(self) -> str:
        return "\n".join(MARK.sub("", line) for line in (HEAD + self.body).split("\n"))

    @property
    def line(self) -> int:
        return next(number for number, line in enumerate((HEAD + self.body).split("\n"), 1) if line.endswith("#!"))


def kernel(*lines: str, before: str = "") -> str:
    text = "".join(f"    {line}\n" for line in lines)
    return f"{before}@triton.jit\ndef kernel(x_ptr, N, B: tl.constexpr):\n{text}"


OFFSETS = "o = tl.arange(0, B)"
WRONG = (
    Wrong("plain-global", "G is a plain number", kernel(OFFSETS, "tl.store(x_ptr + o, o * G)  #!", before="G = 8\n\n")),
    Wrong("if-on-a-block", "`if` on a block", kernel(OFFSETS, "if o < N:  #!", "    o = o + 1", "tl.store(x_ptr, 1)")),
    Wrong("while-on-a-block", "`while` on a block", kernel(OFFSETS, "while o < N:  #!", "    o += 1")),
    Wrong(
        "accumulator-changes-type",
        "a enters the loop as int32 and is float32",
        kernel("a = 0", "for i in range(0, N):  #!", "    a = a + tl.load(x_ptr + i)", "tl.store(x_ptr, a)"),
    ),
    Wrong(
        "accumulator-changes-shape",
        "a block of float32 with shape [32]",
        kernel(
            OFFSETS, "a = 0.0", "for i in range(0, N):  #!", "    a += tl.load(x_ptr + o)", "tl.store(x_ptr + o, a)"
        ),
    ),
    Wrong("no-power-of-2", "power of 2", kernel("o = tl.arange(0, 12)  #!", "tl.store(x_ptr + o, o)")),
    Wrong("size-at-run-time", "must be known when", kernel("o = tl.arange(0, N)  #!", "tl.store(x_ptr + o, o)")),
    Wrong("print-without-text", "print needs a text", kernel(OFFSETS, "print(o)  #!")),
    Wrong("formatted-print", "f-string", kernel(OFFSETS, 'print(f"{o}")  #!')),
    Wrong(
        "shapes-do-not-fit",
        "32 long in one and 8",
        kernel(OFFSETS, "p = o + tl.arange(0, 8)  #!", "tl.store(x_ptr + p, p)"),
    ),
    Wrong(
        "small-dot",
        "too small for tl.dot",
        kernel("a = tl.zeros((4, 4), tl.float32)", "c = tl.dot(a, a)  #!", "tl.store(x_ptr, tl.sum(c))"),
    ),
    Wrong("returns-a-value", "cannot return a value", kernel(OFFSETS, "return o  #!")),
    Wrong(
        "return-in-a-loop",
        "return from inside a loop",
        kernel("for i in range(0, N):", "    if i > 3:  #!", "        return", "tl.store(x_ptr, 1)"),
    ),
    Wrong(
        "branches-differ",
        "after one branch",
        kernel("if N > 3:  #!", "    a = 1.0", "else:", "    a = tl.arange(0, B)", "tl.store(x_ptr, a)"),
    ),
    Wrong("set-in-one-branch", "a may have no value", kernel("if N > 3:", "    a = 1.0", "tl.store(x_ptr, a)  #!")),
    Wrong("block-to-one-place", "needs a block of pointers", kernel(OFFSETS, "tl.store(x_ptr, o)  #!")),
    Wrong("float-in-range", "whole numbers", kernel("for i in range(0, N / 4):  #!", "    tl.store(x_ptr + i, 1)")),
    Wrong("index-into-a-block", "cannot be indexed", kernel(OFFSETS, "tl.store(x_ptr, o[3])  #!")),
    Wrong("too-many-elements", "Triton's limit", kernel("o = tl.arange(0, 2097152)  #!", "tl.store(x_ptr + o, o)")),
    Wrong(
        "in-a-helper",
        "`if` on a block",
        "@triton.jit\ndef helper(a):\n    if a > 0:  #!\n        a = a + 1\n    return a\n\n\n"
        + kernel(OFFSETS, "tl.store(x_ptr + o, helper(o))"),
    ),
    Wrong("rejected-by-the-rules", "", kernel("o = (lambda a: a)(N)  #!", "tl.store(x_ptr, o)"), kind="rejected"),
    Wrong(
        "too-much-shared-memory",
        "bytes of shared memory",
        kernel(
            "o = tl.arange(0, 128)",
            "p = x_ptr + o[:, None] * 256 + tl.arange(0, 256)[None, :]",
            "a = tl.load(p)",
            "b = tl.load(p + 65536)",
            "c = tl.dot(tl.trans(a), b)  #!",
            "q = tl.arange(0, 256)",
            "tl.store(x_ptr + q[:, None] * 256 + q[None, :], c)",
        ),
        kind="shared_memory",
    ),
)


def compile_launch(
    compiler: Compiler, source: str, target: str = "sm_90", *, n: int = 7, rules: bool = True
) -> Compiled:
    launch = Launch(
        kernel="kernel", tensors=(LaunchTensor(name="x_ptr", shape=(64,)),), grid=(1,), constants={"N": n, "B": 32}
    )
    job = CompileJob(id="test", puzzle="sandbox", source=source, launch=launch, target=Target(target))
    return compiler.compile(job, rules=rules)
