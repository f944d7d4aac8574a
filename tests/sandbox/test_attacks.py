"""Every attack ends as it must, gets no verdict that it does not deserve, and leaves nothing: see attack.py."""

import os
import re

import pytest

from playground_puzzles.models import Verdict
from tests.sandbox.attack import Attack, read_all
from tests.sandbox.lab import Court, Lab

ATTACKS = read_all()
# The run is longer than any that ends by itself, also on a busy machine.
WALL_S = 15.0
HONEST = "answer = float(np.arange(5).sum()), len('abc'), os.environ.get('LEFT')"


@pytest.mark.parametrize("attack", [a for a in ATTACKS if not a.is_kernel], ids=lambda attack: attack.name)
def test_attack_on_the_sandbox_alone(attack: Attack, shared_lab: Lab) -> None:
    before = shared_lab.standing()

    outcome = shared_lab.run(attack.source, wall_s=attack.wall_s or WALL_S)

    ending = outcome.ending
    assert attack.is_ended_so(ending.how, ending.signal, ending.status), (ending, outcome.text[:500])
    if attack.said:
        assert re.search(attack.said, outcome.text), outcome.text[:2000]
    assert len(ending.stray) <= 4096
    assert shared_lab.run(HONEST).frames == [(1, b"(10.0, 3, None)")]
    assert shared_lab.is_as_it_was(before), (before, shared_lab.standing())


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_attack_as_a_submission(attack: Attack, court: Court) -> None:
    before = court.lab.standing()

    unruled = court.run(attack.unruled, rules=False, wall_s=attack.wall_s or WALL_S)
    ruled = court.run(attack.ruled, rules=True, wall_s=attack.wall_s or WALL_S)

    assert unruled.outcome.value in attack.off, words(unruled)
    assert ruled.outcome.value in attack.on, words(ruled)
    if attack.said and unruled.outcome == "wrong_answer" and "judged" not in attack.source:
        assert re.search(attack.said, "".join(block.text for block in unruled.output)), unruled.output
    for verdict in (unruled, ruled):
        assert "Traceback" not in words(verdict)
        assert str(os.getcwd()) not in words(verdict)
    honest = court.honest()
    assert honest.outcome == "passed", words(honest)
    assert court.lab.is_as_it_was(before), (before, court.lab.standing())


def words(verdict: Verdict) -> str:
    """All that a student would read of what is wrong."""
    error = f"{verdict.error.message} {verdict.error.hint}" if verdict.error else ""
    return " ".join([verdict.outcome.value, error, *(case.reason or "" for case in verdict.cases)])


def test_there_are_attacks_of_every_kind() -> None:
    kinds = {attack.name.split("_")[0] for attack in ATTACKS}
    assert kinds >= {
        *("net", "file", "process", "raw", "memory", "time", "output", "frame", "crash", "exit", "state"),
        *("descriptors", "request", "kernel"),
    }
    assert len(ATTACKS) >= 110


def test_only_what_is_no_attack_passes() -> None:
    assert [attack.name for attack in ATTACKS if "passed" in (*attack.off, *attack.on)] == ["kernel_rest_of_file"]
