"""What is kept of a judged case for the browser: the tensors, and each element's standing and author."""

import json
import re
import struct
import time

import numpy as np
import pytest

from playground_puzzles.models import Job

SWAPPED = """import triton
import triton.language as tl


@triton.jit
def add_vec_block_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    j = tl.program_id(1) * B1 + tl.arange(0, B1)
    x = tl.load(x_ptr + i, mask=i < N0, other=0.0)
    y = tl.load(y_ptr + j, mask=j < N1, other=0.0)
    mask = (j < N1)[:, None] & (i < N0)[None, :]
    tl.store(z_ptr + j[:, None] * N0 + i[None, :], x[:, None] + y[None, :], mask=mask)
"""

TAIL_LEFT_OUT = """import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.program_id(0) * B0 + tl.arange(0, B0)
    mask = offs < N0 - 5
    x = tl.load(x_ptr + offs, mask=mask, other=0.0)
    tl.store(z_ptr + offs, x + 10.0, mask=mask)
"""

PRINTS = """import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    pid = tl.program_id(0)
    offs = pid * B0 + tl.arange(0, B0)
    mask = offs < N0
    x = tl.load(x_ptr + offs, mask=mask, other=0.0)
    print("by print", offs)
    tl.device_print("by device_print", offs)
    tl.store(z_ptr + offs, x + 10.0, mask=mask)
"""


@pytest.fixture
def evidence(judge):
    """Judge a source: its verdict, and by case the kept arrays by kind (of the one output; inputs are left out)."""

    def run(puzzle, source, **fields):
        kept = {}
        job = Job(id="test", puzzle=judge.catalogue.get(puzzle).slug, source=source, enqueued_at=time.time(), **fields)
        verdict = judge.judge(job, keep_arrays=lambda case, packed: kept.update({case: unpack(packed)}))
        return verdict, kept

    return run


def unpack(packed):
    (length,) = struct.unpack_from("<I", packed)
    start = -(-(4 + length) // 8) * 8
    arrays = {}
    for tensor in json.loads(packed[4 : 4 + length])["tensors"]:
        count = int(np.prod(tensor["shape"]))
        values = np.frombuffer(packed, tensor["dtype"], count, start + tensor["offset"]).reshape(tensor["shape"])
        if tensor["kind"] != "input":
            arrays[tensor["kind"]] = values
    return arrays


def test_the_elements_that_are_marked_are_those_that_the_verdict_counts(evidence):
    verdict, kept = evidence(4, SWAPPED)
    assert verdict.outcome == "wrong_answer"
    failed = [case for case in verdict.cases if case.mismatch is not None]
    assert len(failed) > 1
    for case in failed:
        standing = kept[case.name]["standing"]
        assert int((standing & 1).sum()) == case.mismatch.count
        assert standing.shape == kept[case.name]["actual"].shape == kept[case.name]["expected"].shape
        for first in case.mismatch.first:
            assert standing[tuple(first.index)] == 1


def test_each_element_names_the_program_and_the_line_that_stored_it(evidence):
    verdict, kept = evidence(4, SWAPPED)
    (case,) = (case for case in verdict.cases if case.name == "as-stated")
    rows, columns = kept["as-stated"]["actual"].shape
    of_row, of_column = np.arange(rows)[:, None] // case.blocks["B1"], np.arange(columns) // case.blocks["B0"]
    assert case.grid[0] != case.grid[1]  # so that a wrong order of axes shows
    assert np.array_equal(kept["as-stated"]["program"], of_column + case.grid[0] * of_row)
    assert set(kept["as-stated"]["line"].flat) == {12}


def test_elements_that_nobody_wrote_are_told_apart(evidence):
    verdict, kept = evidence(2, TAIL_LEFT_OUT)
    case = verdict.cases[0]
    arrays = kept[case.name]
    assert case.mismatch.never_written == 5
    assert list(arrays["standing"][-6:]) == [0, 3, 3, 3, 3, 3]
    assert list(arrays["program"][-5:]) == [-1] * 5


def test_a_replay_judges_the_same_inputs_and_keeps_them(evidence):
    verdict, kept = evidence(4, SWAPPED)
    third = next(case for case in verdict.cases[1:] if case.mismatch is not None)
    again, kept_again = evidence(4, SWAPPED, case=third.name, seed=third.seed)
    assert [case.name for case in again.cases] == [third.name]
    assert again.cases[0].mismatch == third.mismatch
    assert np.array_equal(kept_again[third.name]["expected"], kept[third.name]["expected"])


@pytest.mark.parametrize("call", ["by print", "by device_print"])
def test_print_and_device_print_give_output_by_program(judge_source, call):
    verdict = judge_source(2, PRINTS)
    assert verdict.outcome == "passed"
    case = verdict.cases[0]
    assert [block.program for block in verdict.output] == [[program] for program in range(case.grid[0])]
    for program, block in enumerate(verdict.output):
        said = re.search(call + r":?\s+\[\s*(\d+)", block.text)
        assert said is not None, block.text
        assert int(said[1]) == program * case.blocks["B0"]


def test_a_replay_prints_in_whichever_case(judge_source):
    verdict = judge_source(2, PRINTS, case="one-block", seed=1)
    assert {block.case for block in verdict.output} == {"one-block"}


def test_what_is_cut_of_the_output_is_counted(judge_source):
    verdict = judge_source(2, PRINTS.replace('print("by print", offs)', 'for i in range(200):\n        print("x", x)'))
    shown = sum(len(block.text) for block in verdict.output)
    assert verdict.output_truncated
    assert shown == 64 * 1024
    assert verdict.output_characters > shown
