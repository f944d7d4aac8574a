"""Kernels for puzzle 2 that a GPU must survive, with the verdicts that they may get. Each is put into one frame."""

from dataclasses import dataclass

from playground_puzzles.models import Outcome

FRAME = """import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    pid = tl.program_id(0)
    at = pid * B0 + tl.arange(0, B0)
    inside = at < N0
    x = tl.load(x_ptr + at, mask=inside)
"""
RIGHT = FRAME + "    tl.store(z_ptr + at, x + 10.0, mask=inside)\n"


@dataclass(frozen=True)
class Bad:
    """may: the verdicts that are right. said: a word that its message or reason has."""

    name: str
    source: str
    may: tuple[Outcome, ...]
    said: str = ""


def _body(*lines: str) -> str:
    return FRAME + "".join(f"    {line}\n" for line in lines)


BAD = (
    Bad("wrong values", _body("tl.store(z_ptr + at, x + 11.0, mask=inside)"), (Outcome.wrong_answer,)),
    Bad("nothing stored", FRAME, (Outcome.wrong_answer,), "never written"),
    Bad("stores behind the end", _body("tl.store(z_ptr + at, x + 10.0)"), (Outcome.invalid_access,), "past the end"),
    Bad(
        "stores before the start",
        _body("tl.store(z_ptr + at, x + 10.0, mask=inside)", "tl.store(z_ptr - 3 + at * 0, x)"),
        (Outcome.invalid_access,),
        "before the start",
    ),
    Bad(
        "loads behind the end",
        _body("y = tl.load(x_ptr + at)", "tl.store(z_ptr + at, x + 10.0 + tl.sum(y) * 0, mask=inside)"),
        (Outcome.invalid_access,),
        "behind x",
    ),
    Bad(
        "loads before the start",
        _body("y = tl.load(x_ptr + at - 1)", "tl.store(z_ptr + at, x + 10.0 + tl.sum(y) * 0, mask=inside)"),
        (Outcome.invalid_access, Outcome.wrong_answer),
    ),
    Bad(
        "changes its input",
        _body("tl.store(z_ptr + at, x + 10.0, mask=inside)", "tl.store(x_ptr + at, x * 2, mask=inside)"),
        (Outcome.wrong_answer,),
        "changes its input",
    ),
    Bad(
        "wild pointer",
        _body("far = at.to(tl.int64) * 1000000000000", "tl.store(z_ptr + far, x)"),
        (Outcome.crashed, Outcome.invalid_access),
    ),
    Bad(
        "endless loop",
        _body(
            "n = N0", "while n > 0:", "    n += tl.where(n > 100, -1, 1)", "tl.store(z_ptr + at, x + n, mask=inside)"
        ),
        (Outcome.time_limit,),
    ),
    Bad(
        "huge shared memory",
        _body(
            "i = tl.arange(0, 256)",
            "a = tl.load(x_ptr + i[:, None] * 0 + i[None, :] * 0)",
            "b = tl.dot(a, a, input_precision='ieee')",
            "tl.store(z_ptr + i[:, None] * 0 + i[None, :] * 0, b)",
        ),
        (Outcome.compile_error, Outcome.wrong_answer, Outcome.runtime_error),
    ),
    Bad(
        "device assert",
        _body("tl.device_assert(at < 5, 'too large')", "tl.store(z_ptr + at, x + 10.0, mask=inside)"),
        (Outcome.runtime_error,),
    ),
    Bad(
        "100 GB of memory",
        _body("big = tl.zeros([134217728], tl.float32)", "tl.store(z_ptr + at, x + tl.sum(big), mask=inside)"),
        (Outcome.compile_error,),
    ),
    Bad("calls the host", _body("import os", "os.system('id')"), (Outcome.rejected,)),
    Bad("does not compile", _body("tl.store(z_ptr + at, x + tl.arange(0, 3), mask=inside)"), (Outcome.compile_error,)),
    Bad(
        "remembers an earlier launch",
        _body(
            "seen = tl.load(z_ptr + at, mask=inside)",
            "tl.store(z_ptr + at, tl.where(seen == seen, seen, x + 11.0), mask=inside)",
        ),
        (Outcome.wrong_answer,),
    ),
    Bad(
        "looks for the expected result",
        _body(
            "around = tl.load(z_ptr + 4096 + at)",
            "tl.store(z_ptr + at, around, mask=inside)",
        ),
        (Outcome.wrong_answer, Outcome.invalid_access, Outcome.crashed),
    ),
    Bad(
        "prints without a word first",
        _body("print(x)", "tl.store(z_ptr + at, x + 10.0, mask=inside)"),
        (Outcome.compile_error,),
    ),
)
PRINTS = _body("tl.device_print('x ', x)", "tl.store(z_ptr + at, x + 10.0, mask=inside)")
