"""What Triton, MLIR, LLVM and ptxas say, in plain words at the student's line."""

import re
from collections.abc import Iterator
from typing import Any, Final

from triton.compiler.errors import CompilationError

from playground_workers.compiler.kernels import SOURCE_FILE, Kernel
from playground_workers.compiler.protocol import Stage, Trouble
from playground_workers.compiler.sayings import explain
from playground_workers.compiler.targets import Target
from playground_workers.compiler.tools import Assembled, ToolFailed
from playground_workers.interpreter.source import SourceProblem

_QUOTED: Final = re.compile(r"^\w+\((['\"])(.*)\1\)$", re.DOTALL)
_DIAGNOSTIC: Final = re.compile(re.escape(SOURCE_FILE) + r":(\d+):(\d+): error: ([^\n]*)")
_PTX_LINE: Final = re.compile(r"line (\d+); (?:error|fatal)\s*:\s*([^\n]*)")
_DEPTH: Final = 40


def of_source(problem: SourceProblem) -> Trouble:
    return Trouble(problem.kind, problem.line or 0, problem.column or 0, problem.message, problem.hint or "")


def of_exception(error: BaseException, kernel: Kernel | None, source: str, words: str) -> Trouble:
    """words: what the compiler wrote to standard error until then."""
    chain = list(_chain(error))
    own = [link for link in chain if kernel is not None and getattr(link, "src", None) in kernel.first_lines]
    said = next((text for link in reversed(chain) if (text := _text(link))), "")
    line = column = 0
    if own and kernel is not None:
        node: Any = own[-1].node  # type: ignore[attr-defined]
        first = kernel.first_lines[own[-1].src]  # type: ignore[attr-defined]
        if hasattr(node, "lineno"):
            line = first + node.lineno - 1
            column = _column(source, line, node.col_offset)
    diagnostic = None if isinstance(error, CompilationError) else _DIAGNOSTIC.search(words)
    if diagnostic is not None:
        line, said = int(diagnostic[1]), diagnostic[3]
        column = _column(source, line, int(diagnostic[2]) - 1)
    kind = "compile_error" if line or isinstance(error, CompilationError) else "compiler_failed"
    message, hint = explain(said, _line_of(source, line))
    return Trouble(kind, line, column, message, hint)


def of_shared(shared: int, target: Target, listing: Stage | None) -> Trouble:
    """More shared memory than there is: it would compile, and then not start. The line: where the first is taken."""
    line = 0
    if listing is not None:
        rows = zip(listing.text.split("\n"), listing.lines, strict=True)
        line = next((at for text, at in rows if at and ("local_alloc" in text or "tt.dot" in text)), 0)
    message = (
        f"A program of this kernel needs {shared:,} bytes of shared memory, and {target.name} has "
        f"{target.shared_bytes:,}: it compiles, but could not be started."
    )
    return Trouble("shared_memory", line, 0, message, "Use smaller blocks in tl.dot, or a loop over parts of them.")


def of_tool(failure: ToolFailed, ptx: str) -> Trouble:
    """ptxas names a line of the PTX; the last .loc before it names the student's."""
    if failure.killed:
        message = f"The assembler {failure.tool} was stopped: it took too long for this kernel."
        return Trouble("time_limit", 0, 0, message, "Very large blocks take it long. Try smaller ones.")
    found = _PTX_LINE.search(failure.words)
    line = 0
    if found:
        before = ptx.split("\n")[: int(found[1])]
        own = re.compile(r"//.*?" + re.escape(SOURCE_FILE) + r":(\d+):")
        line = next((int(place[1]) for text in reversed(before) if ".loc" in text and (place := own.search(text))), 0)
    said = found[2] if found else next(iter(failure.words.strip().splitlines()), "")
    message = f"The assembler {failure.tool} refuses what Triton made of this: {said[:300]}"
    return Trouble("compile_error" if line else "compiler_failed", line, 0, message, "")


def amd_resources(assembly: str) -> Assembled:
    """What the AMDGCN text itself says of its kernel."""

    def said(name: str) -> int:
        found = re.search(rf"^\s*\.{name}:\s+(\d+)", assembly, re.MULTILINE)
        return int(found[1]) if found else -1

    spilled = 4 * max(0, said("vgpr_spill_count"))
    return Assembled(said("vgpr_count"), said("private_segment_fixed_size"), spilled, spilled)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    for _ in range(_DEPTH):
        if error is None:
            return
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _text(error: BaseException) -> str:
    text = error.error_message if isinstance(error, CompilationError) else str(error)
    quoted = _QUOTED.match(text or "")
    return (quoted[2] if quoted else text or "").replace("\\'", "'").strip()


def _line_of(source: str, line: int) -> str:
    lines = source.split("\n")
    return lines[line - 1] if 0 < line <= len(lines) else ""


def _column(source: str, line: int, offset: int) -> int:
    """From bytes of UTF-8, from 0, to UTF-16 units, from 1."""
    before = _line_of(source, line).encode()[: max(0, offset)].decode("utf-8", "ignore")
    return len(before.encode("utf-16-le")) // 2 + 1
