"""A machine whose Triton and numpy do not fit together says so, instead of blaming a student."""

import dataclasses
import re
import time
from pathlib import Path

import pytest

from playground_puzzles.catalogue import load
from playground_puzzles.models import Job, Outcome
from playground_workers.doctor import checks
from playground_workers.errors import SelfTestError
from playground_workers.judge import Judge
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.errors import SandboxError
from playground_workers.sandbox.policy import INTERPRETER
from playground_workers.self_test import self_test

BROKEN = dataclasses.replace(INTERPRETER, program="broken_numpy", path=(str(Path(__file__).parent),))
OTHER = dataclasses.replace(INTERPRETER, program="other_triton", path=(str(Path(__file__).parent),))


def test_good_pair_is_let_through():
    with Box(INTERPRETER) as box:
        self_test(box)


def test_bad_pair_is_refused_with_both_versions():
    with Box(BROKEN) as box, pytest.raises(SelfTestError) as refused:
        self_test(box)
    message = str(refused.value)
    assert "Triton and numpy do not work together" in message
    assert "triton 3." in message
    assert "numpy 2." in message


def test_doctor_says_it_too():
    found = {check.name: check for check in checks(BROKEN)}
    assert not found["triton"].ok
    assert "do not work together" in found["triton"].detail


def test_a_release_of_triton_that_is_not_tested_is_refused_at_the_start():
    sentence = r"Triton 3\.10\.0 is not supported; tested are 3\.7\.x, 3\.8\.x, 3\.9\.x\."
    with pytest.raises(SandboxError, match=sentence):
        Box(OTHER).start()
    (sandbox,) = (check for check in checks(OTHER) if check.name == "sandbox")
    assert not sandbox.ok
    assert re.search(sentence, sandbox.detail)


def test_a_judge_with_a_problem_answers_internal_error():
    with Box(INTERPRETER) as box:
        judge = Judge(load(), box, "This machine's Triton and numpy do not work together.")
        job = Job(id="test", puzzle="constant-add", source="whatever", enqueued_at=time.time())
        verdict = judge.judge(job)
    assert verdict.outcome is Outcome.internal_error
    assert "do not work together" in verdict.error.message
    assert "not your kernel" in verdict.error.message
