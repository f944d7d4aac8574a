"""What one submission may take, besides the processor time that is its puzzle's own, and the sentence for each end."""

import re
import signal
from dataclasses import dataclass, replace
from typing import Final

from playground_puzzles.models import Outcome, Problem
from playground_workers.sandbox.ending import Ending
from playground_workers.sandbox.policy import MIB, Policy

KIB: Final = 1024
LINE: Final = re.compile(rb"line ([1-9]\d{0,4})\Z")
"""How the interpreter says where it was at the CPU limit. A forged one misleads its author alone."""


@dataclass(frozen=True)
class RunLimits:
    """wall_factor, wall_extra_s: the wall limit is the CPU limit times the one plus the other.

    memory_mib: what a run may add to the memory of the warmed interpreter. print_shown_kib: print output that a
    verdict carries. print_limit_kib: print output that ends the run. Print output is counted in characters.
    """

    wall_factor: float = 2.0
    wall_extra_s: float = 5.0
    memory_mib: int = 512
    print_shown_kib: int = 64
    print_limit_kib: int = 4096

    def wall_s(self, cpu_s: float) -> float:
        return cpu_s * self.wall_factor + self.wall_extra_s

    def fit(self, policy: Policy) -> Policy:
        """The policy with these limits."""
        wall_s = self.wall_s(policy.limits.cpu_s)
        return replace(policy, limits=replace(policy.limits, memory_bytes=self.memory_mib * MIB, wall_s=wall_s))


def tell_ending(
    ending: Ending, limits: RunLimits, *, cpu_s: int, case: str | None, printed: int
) -> tuple[Outcome, Problem]:
    """The outcome and one true sentence for a run that was stopped, or ended before its last case was through.

    cpu_s: the puzzle's CPU limit; case: the title of the case that was running, None for a run without cases; printed:
    characters so far.
    """
    where = "" if case is None else f", in the case “{case}”"
    outcome, message, hint = _tell(ending, limits, cpu_s, where, printed)
    found = LINE.search(ending.stray) if ending.how == "time_limit" else None
    return outcome, Problem(kind=outcome.value, message=message, line=int(found[1]) if found else None, hint=hint)


def _tell(ending: Ending, limits: RunLimits, cpu_s: int, where: str, printed: int) -> tuple[Outcome, str, str | None]:
    match ending.how:
        case "time_limit":
            used = max(ending.cpu_s, cpu_s)  # the clock that ends a run is not quite the one that is reported
            message = (
                f"Stopped after {used:.1f} seconds of processor time{where}. "
                f"{'All cases together' if where else 'A run'} may take {_seconds(cpu_s)}."
            )
            return Outcome.time_limit, message, "Is there a loop that never ends, or one that takes far too many turns?"
        case "wall_limit":
            message = (
                f"Stopped after {_seconds(ending.wall_s)}{where}: it had {ending.cpu_s:.1f} of its "
                f"{_seconds(cpu_s)} of processor time by then."
            )
            return Outcome.time_limit, message, "The machine is busy. Run it again in a while; your source is kept."
        case "output_limit" if printed > limits.print_limit_kib * KIB:
            message = f"Stopped: the kernel printed more than {_size(limits.print_limit_kib)}{where}."
            return Outcome.output_limit, message, "Print less: one program, or one row."
        case "output_limit":
            return Outcome.output_limit, f"Stopped: the run sent more than it may{where}.", "Print less."
        case "cancelled":
            return Outcome.cancelled, "Cancelled.", None
        case "killed" if ending.signal == signal.SIGKILL:
            message = f"The process that ran the kernel was ended from outside{where}."
            return Outcome.crashed, message, "Perhaps the machine ran out of memory. Run it again."
        case "killed":
            message = f"The process that ran the kernel crashed ({_signal_name(ending.signal)}){where}."
            return Outcome.crashed, message, None
        case "exited":
            message = f"The process that ran the kernel ended itself (status {ending.status}){where}."
            return Outcome.crashed, message, None
        case "protocol":
            return Outcome.crashed, f"The process that ran the kernel sent what is no result{where}.", None
        case "done":
            return Outcome.crashed, f"The process that ran the kernel ended too early{where}.", None


def _seconds(count: float) -> str:
    return "1 second" if count == 1 else f"{count:.3g} seconds"


def _size(kib: int) -> str:
    return f"{kib // KIB} MiB" if kib % KIB == 0 else f"{kib} KiB"


def _signal_name(number: int | None) -> str:
    try:
        return signal.Signals(number or 0).name
    except ValueError:
        return f"signal {number}"
