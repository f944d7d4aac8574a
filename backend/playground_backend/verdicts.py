"""Verdicts that the service itself has to give, since no worker will."""

from typing import Final

from playground_puzzles.models import Device, Outcome, Problem, Verdict

CANCELLED: Final = "You cancelled this run."
LOST_TWICE: Final = "This was lost twice while it was judged, so it was given up. Your source is kept: run it again."
UNREADABLE: Final = "A worker sent a verdict that cannot be read. Your source is kept: run it again."


def own_verdict(outcome: Outcome, puzzle: str, device: str, message: str, seed: int | None = None) -> Verdict:
    """Return a verdict without cases. No Triton took part, so its version is empty."""
    return Verdict(
        outcome=outcome,
        puzzle=puzzle,
        device=Device(device),
        triton_version="",
        seed=seed or 0,
        error=Problem(kind=outcome.value, message=message),
    )
