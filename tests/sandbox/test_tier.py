"""The tier is what a runner was found able to do, not what the machine says it has."""

from dataclasses import replace

import pytest

from playground_puzzles.models import Device
from playground_workers.doctor import checks
from playground_workers.sandbox import probe
from playground_workers.sandbox.box import Box, Mode
from playground_workers.sandbox.policy import INTERPRETER, LAYERS, Layer
from playground_workers.settings import Settings
from playground_workers.worker import Worker

POLICY = replace(INTERPRETER, program=probe.__name__)
SHUT = bytes(len(probe.ATTEMPTS))


@pytest.mark.parametrize(("mode", "tier"), [("namespaces", "strong"), ("container", "container"), ("auto", "strong")])
def test_each_mode_has_its_tier(mode: Mode, tier: str) -> None:
    with Box(POLICY, mode=mode) as box:
        assert box.tier == tier


@pytest.mark.parametrize(("missing", "tier"), [("landlock", "container"), ("limits", "container"), ("seccomp", "weak")])
def test_each_layer_taken_out_lowers_the_tier(missing: Layer, tier: str) -> None:
    layers = tuple(layer for layer in LAYERS if layer != missing)
    with Box(replace(POLICY, layers=layers), mode="namespaces") as box:
        assert box.tier == tier
        assert ("open a network socket" in box.open) == (tier == "weak")


@pytest.mark.parametrize(
    ("whole", "unfiltered", "tier"),
    [
        (SHUT + b"\1\1", SHUT + b"\1\1", "strong"),
        (SHUT + b"\1\1", b"", "container"),
        (SHUT + b"\0\1", SHUT + b"\0\0", "container"),
        (b"\1" + SHUT[1:] + b"\1\1", SHUT + b"\1\1", "weak"),
        (b"\1" * len(SHUT) + b"\1\1", SHUT + b"\1\1", "none"),
        (b"", b"", "none"),
    ],
)
def test_reading_the_answers(whole: bytes, unfiltered: bytes, tier: str) -> None:
    assert probe.read_tier(whole, unfiltered) == tier


def test_what_is_open_has_a_name() -> None:
    assert probe.name_open(b"\1" + SHUT[1:]) == ["read a folder"]


def test_doctor_says_what_is_open() -> None:
    weak = replace(INTERPRETER, layers=tuple(layer for layer in LAYERS if layer != "seccomp"))
    found = {check.name: check for check in checks(weak)}
    assert not found["sandbox"].ok
    assert "open a network socket" in found["sandbox"].detail
    assert "weak" in found["sandbox"].detail


def test_a_worker_judges_with_nothing_below_what_it_is_set_to() -> None:
    worker = Worker(Settings(least_sandbox="container"), Device.interpreter)
    worker.policy = replace(INTERPRETER, layers=tuple(layer for layer in LAYERS if layer != "seccomp"))
    worker._examine()
    assert worker.tier == "weak"
    assert worker.problem is not None
    assert "is `weak`" in worker.problem
    worker = Worker(Settings(least_sandbox="container"), Device.interpreter)
    worker._examine()
    assert worker.problem is None
