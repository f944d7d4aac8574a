"""Programs that get at one element in a way that matters are told, with both programs and lines; others are not."""

import numpy as np
import pytest

from playground_workers.interpreter.protocol import MAX_RACES, Race
from tests.interpreter import subject
from tests.interpreter.cases import differences


def zeros(count):
    return np.zeros(count, np.float32)


def run(kernel, oracle, body, tensors, grid=(3,), **numbers):
    """The result, which must be the serial order's."""
    case = kernel(body, tensors, grid, **numbers)
    result = subject.run(case)
    assert differences(result, oracle.run(case)) == []
    return result


def test_two_programs_write_different_values(kernel, oracle):
    result = run(kernel, oracle, "tl.store(z_ptr + 2, tl.program_id(0) + 1.0)", {"z": zeros(4)})
    assert not result.batched
    assert result.races == [Race("write-write", 0, 2, 0, 6, 1, 6)]
    assert result.values[0][2] == 3


def test_blocks_that_overlap(kernel, oracle):
    body = """
offs = tl.program_id(0) * 6 + tl.arange(0, B)
tl.store(z_ptr + offs, offs + tl.program_id(0))
"""
    result = run(kernel, oracle, body, {"z": zeros(20)})
    assert result.races == [Race("write-write", 0, 6, 0, 7, 1, 7)]


def test_the_same_values_by_several_programs_are_harmless(kernel, oracle):
    body = "offs = tl.arange(0, B)\ntl.store(z_ptr + offs, tl.load(x_ptr + offs) * 2)"
    result = run(kernel, oracle, body, {"x": zeros(8) + 3, "z": zeros(8)})
    assert result.batched
    assert [race.kind for race in result.races] == ["repeated"]  # no race, but the work is not shared out


def test_a_read_of_what_another_program_writes(kernel, oracle):
    body = """
i = tl.program_id(0)
x = tl.load(z_ptr + i + 1)
tl.store(z_ptr + i, x + 1.0)
"""
    result = run(kernel, oracle, body, {"z": zeros(4)})
    assert result.races == [Race("read-write", 0, 1, 1, 8, 0, 7)]


def test_one_element_read_and_written_by_all(kernel, oracle):
    result = run(kernel, oracle, "tl.store(z_ptr, tl.load(z_ptr) + 1.0)", {"z": zeros(1)})
    assert result.values[0].tolist() == [3]
    assert [race.kind for race in result.races] == ["write-write", "read-write"]


def test_shuffled_programs_are_told_by_their_own_numbers(kernel):
    case = kernel("tl.store(z_ptr + tl.program_id(0) // 2, tl.program_id(0))", {"z": zeros(2)}, (4,), shuffle_seed=1)
    races = subject.run(case).races
    assert len(races) == 1
    assert {races[0].first_program, races[0].second_program} in ({0, 1}, {2, 3})


def test_a_programs_own_elements_are_its_own(kernel, oracle):
    body = """
offs = tl.program_id(0) * B + tl.arange(0, B)
tl.store(z_ptr + offs, 1.0)
tl.store(z_ptr + offs, tl.load(z_ptr + offs) + tl.load(z_ptr + tl.program_id(0) * B))
"""
    result = run(kernel, oracle, body, {"z": zeros(24)})
    assert result.batched
    assert result.races == []


def test_atomics_do_not_disturb_each_other(kernel, oracle):
    result = run(kernel, oracle, "tl.atomic_add(z_ptr + tl.arange(0, B) // 4, 1.0)", {"z": zeros(2)})
    assert result.races == []
    assert result.values[0].tolist() == [12, 12]


@pytest.mark.parametrize(
    ("plain", "kind"),
    [("tl.store(z_ptr, 1.0, mask=i == 2)", "atomic-write"), ("tl.load(z_ptr, mask=i == 2)", "atomic-read")],
)
def test_an_atomic_and_a_plain_access(kernel, oracle, plain, kind):
    result = run(kernel, oracle, f"i = tl.program_id(0)\ntl.atomic_add(z_ptr, 1.0)\n{plain}", {"z": zeros(1)})
    assert result.races == [Race(kind, 0, 0, 0, 7, 2, 8)]


def test_many_races_are_told_once_a_pair_of_lines(kernel):
    body = "offs = tl.arange(0, B)\n" + "tl.store(z_ptr + offs, offs + tl.program_id(0))\n" * 30
    races = subject.run(kernel(body, {"z": zeros(8)}, (2,))).races
    assert 0 < len(races) <= MAX_RACES


def test_a_race_far_apart_in_a_long_record(kernel, monkeypatch):
    """A write before the record is folded, and a read by another program long after."""
    from playground_workers.interpreter import memory

    monkeypatch.setattr(memory, "MAX_LANES", 30)
    body = """
i = tl.program_id(0)
tl.store(z_ptr + i, 1.0)
for step in range(20):
    tl.load(x_ptr + tl.arange(0, B))
tl.load(z_ptr + (i + 2) % 3)
"""
    races = subject.run(kernel(body, {"x": zeros(8), "z": zeros(3)}, (3,))).races
    assert races == [Race("read-write", 1, 0, 0, 7, 1, 10)]


def test_programs_beyond_one_chunk(kernel, oracle):
    body = "offs = tl.program_id(0) * B + tl.arange(0, B)\ntl.store(z_ptr + offs, offs)"
    result = subject.run(kernel(body, {"z": zeros(600 * 8)}, (600,)))
    assert result.batched
    assert result.values[0].tolist() == list(range(4800))
    body = "tl.store(z_ptr + tl.program_id(0) % 400, tl.program_id(0))"
    result = subject.run(kernel(body, {"z": zeros(400)}, (600,)))
    assert result.races == [Race("write-write", 0, 0, 0, 6, 400, 6)]
