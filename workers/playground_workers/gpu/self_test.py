"""Kernels of our own on the card, before anybody else's: right, wrong, out of bounds. Who fails judges nobody."""

from typing import Final

from playground_puzzles.models import Device, Job, Outcome
from playground_workers.errors import SelfTestError
from playground_workers.gpu.judge import GpuJudge

PUZZLE: Final = "constant-add-block"
_RIGHT: Final = """import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    at = tl.program_id(0) * B0 + tl.arange(0, B0)
    inside = at < N0
    x = tl.load(x_ptr + at, mask=inside)
    tl.store(z_ptr + at, x + 10.0, mask=inside)
"""
_TESTS: Final = (
    ("a right kernel", _RIGHT, Outcome.passed),
    ("a wrong kernel", _RIGHT.replace("10.0", "11.0"), Outcome.wrong_answer),
    ("a store out of bounds", _RIGHT.replace("x + 10.0, mask=inside", "x + 10.0"), Outcome.invalid_access),
    # Its sum is used: a load of which nothing is kept is not met, since the compiler drops it.
    (
        "a load out of bounds",
        _RIGHT.replace("x + 10.0", "x + 10.0 + tl.sum(tl.load(x_ptr + at)) * 0"),
        Outcome.invalid_access,
    ),
    ("a right kernel after that", _RIGHT, Outcome.passed),
)


def self_test(judge: GpuJudge) -> None:
    """Raises SelfTestError with a sentence for people."""
    for what, source, outcome in _TESTS:
        job = Job(id="self-test", puzzle=PUZZLE, source=source, device=Device.gpu, enqueued_at=0.0)
        verdict = judge.judge(job)
        if verdict.outcome is not outcome:
            why = verdict.error.message if verdict.error else ""
            raise SelfTestError(
                f"This machine's GPU, Triton and driver do not work together: {what} is judged "
                f"`{verdict.outcome.value}`, and not `{outcome.value}`. {why}".strip()
            )
