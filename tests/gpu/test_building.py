"""Kernels made for a GPU with no GPU: every launch of every reference solution, in the compiler's sandbox."""

import pytest

from playground_puzzles.catalogue import load
from playground_puzzles.models import Device, Job, Kind
from playground_workers.compiler import protocol as compiling
from playground_workers.gpu import binaries
from playground_workers.gpu.attempt import GpuAttempt, _Built
from playground_workers.gpu.judge import Card, GpuJudge, builder_policy
from playground_workers.interpreter import request
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.policy import INTERPRETER

CARD = Card("NVIDIA H200", (9, 0), 132, 150_109_880_320, 62_914_560, 232_448, (13, 0))
"""As one said of itself, 2026-12-01."""

SLUGS = [puzzle.slug for puzzle in load().puzzles if puzzle.kind is not Kind.demo]


@pytest.fixture(scope="module")
def judge():
    with Box(builder_policy()) as builder:
        yield GpuJudge(load(), Box(INTERPRETER), builder, CARD)


def build(judge: GpuJudge, slug: str, source: str) -> tuple[GpuAttempt, _Built]:
    job = Job(id="1", puzzle=slug, source=source, device=Device.gpu, enqueued_at=0.0)
    attempt = GpuAttempt(judge, job, lambda event: None, lambda case, packed: None, None, True)
    built = _Built()
    judge.builder.run(request.pack(attempt._order(), []), cpu_s=60, wall_s=120.0, on_frame=built.take)
    return attempt, built


@pytest.mark.parametrize("slug", SLUGS)
def test_every_launch_of_a_reference_has_its_binary(judge: GpuJudge, slug: str):
    attempt, built = build(judge, slug, judge.catalogue.solution(slug).source)
    assert (built.trouble, built.finished) == (None, True)
    assert sorted(case for binary in built.binaries for case in binary.cases) == list(range(len(attempt.launches)))
    assert all(binary.code[:4] == b"\x7fELF" for binary in built.binaries)
    header, code = attempt._launching(built.binaries)
    assert [kernel["bytes"] for kernel in header["kernels"]] == [len(each) for each in code]
    for kernel in header["kernels"]:
        assert kernel["spare"] == 2, "Triton's two scratch addresses"
        assert sum(kind == "*" for _, kind in kernel["parameters"]) == len(attempt.puzzle.tensors)


def test_launches_that_compile_to_the_same_are_made_once(judge: GpuJudge):
    attempt, built = build(judge, "constant-add-block", judge.catalogue.solution("constant-add-block").source)
    blocks = {tuple(launch.case.blocks.values()) for launch in attempt.launches}
    assert len(built.binaries) <= len(blocks) + 1 < len(attempt.launches)


def test_what_does_not_compile_is_told_at_its_line(judge: GpuJudge):
    source = judge.catalogue.solution("constant-add-block").source
    _, built = build(judge, "constant-add-block", source.replace("+ 10.0", "+ tl.arange(0, 3)"))
    assert built.trouble is not None
    assert built.trouble.kind == "compile_error"
    assert built.trouble.line == next(n for n, text in enumerate(source.splitlines(), 1) if "+ 10.0" in text)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda payload: payload[:10],
        lambda payload: payload[: len(payload) // 50],
        lambda payload: b"\xff" * 40 + payload[40:],
        lambda payload: payload[:18] + payload[18:].replace(b"add_mask2_kernel", b"add mask2 kernel"),
    ],
)
def test_a_binary_that_was_tampered_with_is_refused(spoil):
    good = binaries.pack(
        binaries.Binary((0, 1), "add_mask2_kernel", 0, 128, 20, 0, (("x_ptr", "*"), ("N0", "i32")), 2, b"\x7fELF" * 300)
    )
    assert binaries.pack(binaries.unpack(good)) == good
    with pytest.raises(ValueError, match="binary"):
        binaries.unpack(spoil(good))


def test_the_compilers_frames_are_not_taken_for_others():
    with pytest.raises(ValueError, match="nobody asked for"):
        _Built().take(compiling.FACTS, compiling.pack_facts(compiling.Facts(1, 1, 1, 1, 1, 1, 1)))
