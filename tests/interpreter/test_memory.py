"""Every lane is checked against the tensor that its pointer was computed from, and nothing that a kernel does with
pointers ends the process."""

import numpy as np
import pytest

from playground_workers.interpreter import memory as guarded
from playground_workers.interpreter.memory import NO_TENSOR
from tests.interpreter import subject
from tests.interpreter.cases import differences


def floats(count, start=0.0):
    return np.arange(count, dtype=np.float32) + np.float32(start)


def test_a_lane_past_the_end_is_told_with_tensor_program_line_and_offset(kernel):
    case = kernel(
        """
offs = tl.program_id(0) * B + tl.arange(0, B)
x = tl.load(x_ptr + offs)
tl.store(z_ptr + offs, x, mask=offs < 20)
""",
        {"x": floats(20), "z": floats(20)},
        (3,),
    )
    result = subject.run(case)
    assert result.batched
    assert result.faults == [("load", 0, 2, 7, 4, 20)]


def test_a_lane_that_lands_in_another_tensor_is_its_own_tensors_fault(kernel):
    """Tensors have no neighbours: 30 elements past x is not in z."""
    case = kernel(
        "tl.store(z_ptr, tl.load(x_ptr + 30) + tl.load(y_ptr - 5))",
        {"x": floats(20), "y": floats(20), "z": floats(20, 100)},
    )
    result = subject.run(case)
    assert result.faults == [("load", 0, 0, 6, 1, 30), ("load", 1, 0, 6, 1, -5)]
    assert result.values[2][0] == 0


def test_masked_lanes_may_point_anywhere(kernel):
    case = kernel(
        """
offs = tl.arange(0, B)
x = tl.load(x_ptr + offs * 1000000, mask=offs < 1, other=5.0)
tl.store(z_ptr + offs - 4 * (offs > 3), x, mask=offs > 3)
""",
        {"x": floats(4), "z": floats(4, 9)},
    )
    result = subject.run(case)
    assert result.faults == []
    assert result.values[1].tolist() == [5, 5, 5, 5]


@pytest.mark.parametrize("far", [1 << 40, -(1 << 40), (1 << 62) - 1, -(1 << 63), (1 << 61) + 1])
def test_wild_offsets_are_told_and_do_nothing(kernel, far):
    body = f"tl.store(z_ptr + tl.full([B], {far}, tl.int64), tl.load(x_ptr + tl.full([B], {far}, tl.int64)))"
    result = subject.run(kernel(body, {"x": floats(4), "z": floats(4)}))
    assert [fault[:5] for fault in result.faults] == [("load", 0, 0, 6, 8), ("store", 1, 0, 6, 8)]
    assert result.values[1].tolist() == [0, 1, 2, 3]


def test_an_address_of_no_tensor(kernel):
    body = "tl.store(tl.cast(5, tl.int64).to(tl.pointer_type(tl.float32)), 1.0)"
    result = subject.run(kernel(body, {"z": floats(4)}), rules=False)
    assert result.faults == [("store", NO_TENSOR, 0, 6, 1, 5)]


def test_several_ranks(kernel):
    case = kernel(
        """
a = tl.arange(0, 2)[:, None, None, None] * 8 + tl.arange(0, 2)[None, :, None, None] * 4
a += tl.arange(0, 2)[None, None, :, None] * 2 + tl.arange(0, 2)[None, None, None, :]
tl.store(z_ptr + a + tl.program_id(0) * 16, tl.load(x_ptr + a))
""",
        {"x": floats(15), "z": np.zeros(32, np.float32)},
        (2,),
    )
    result = subject.run(case)
    assert result.faults == [("load", 0, 0, 8, 1, 15), ("load", 0, 1, 8, 1, 15)]
    assert result.values[1].tolist() == [*range(15), 0, *range(15), 0]


def test_who_wrote_an_element_last(kernel):
    case = kernel(
        """
offs = tl.program_id(0) * B + tl.arange(0, B)
tl.store(z_ptr + offs, 1.0)
tl.store(z_ptr + offs, 2.0, mask=offs % 2 == 0)
""",
        {"z": floats(20)},
        (2,),
        shuffle_seed=4,
    )
    result = subject.run(case)
    assert result.batched
    assert result.program[0].tolist() == [0] * 8 + [1] * 8 + [-1] * 4
    assert result.line[0].tolist() == [8, 7] * 8 + [-1] * 4


def test_a_long_record_is_folded_and_says_the_same(kernel, oracle, monkeypatch):
    case = kernel(
        """
offs = tl.program_id(0) * B + tl.arange(0, B)
for step in range(0, 20):
    x = tl.load(x_ptr + offs + step, mask=offs + step < N, other=0.0)
    tl.store(z_ptr + offs, x + tl.load(z_ptr + offs))
    tl.load(x_ptr + offs)
""",
        {"x": floats(20), "z": floats(24)},
        (3,),
        N=20,
    )
    wanted = oracle.run(case)
    monkeypatch.setattr(guarded, "MAX_LANES", 50)
    for mode in ("auto", "serial"):
        result = subject.run(case, mode)
        result.accesses = wanted.accesses  # folded away
        assert differences(result, wanted) == []
        assert result.batched == (mode == "auto")
        assert result.races == []


def test_a_failed_launch_leaves_the_tensors_alone(kernel):
    case = kernel("tl.store(z_ptr, 5.0)\nwrong = tl.arange(0, 3)", {"z": floats(4)})
    assert subject.run(case).error[0] == "compile_error"
    assert case.tensors[0][1].tolist() == [0, 1, 2, 3]


INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool"]


@pytest.mark.parametrize("dtype", [*INTEGERS, "float16", "float32", "float64"])
def test_every_type_is_loaded_and_stored(kernel, oracle, dtype):
    x = np.array([0, 1, 1, 0, 1, 0, 0, 1]).astype(dtype)
    body = "offs = tl.program_id(0) * B + tl.arange(0, B)\n"
    body += "tl.store(z_ptr + offs, tl.load(x_ptr + offs, mask=offs < 5, other=1), mask=offs < 7)"
    case = kernel(body, {"x": x, "z": np.zeros(16, dtype)}, (2,))
    wanted = oracle.run(case)
    assert wanted.error is None
    for mode in ("auto", "serial"):
        assert differences(subject.run(case, mode), wanted) == []


ATOMICS = ["add", "max", "min", "and", "or", "xor", "xchg"]


@pytest.mark.parametrize("operation", ATOMICS)
@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64", "float32", "float64"])
def test_atomics_return_what_was_there(kernel, oracle, operation, dtype):
    if operation in ("and", "or", "xor") and dtype.startswith("float"):
        return
    body = f"""
offs = tl.arange(0, B)
value = (offs * 5 % 7 - 3 * tl.program_id(0)).to(x_ptr.dtype.element_ty)
old = tl.atomic_{operation}(x_ptr + offs // 2, value, mask=offs != 3)
old += tl.atomic_{operation}(x_ptr + 6, (tl.program_id(0) + 2).to(x_ptr.dtype.element_ty))
tl.store(z_ptr + tl.program_id(0) * B + offs, old)
"""
    x, z = np.arange(8).astype(dtype), np.zeros(24, dtype)
    for seed in (None, 2):
        case = kernel(body, {"x": x, "z": z}, (3,), seed)
        wanted = oracle.run(case)
        assert wanted.error is None
        assert differences(subject.run(case), wanted) == []


def test_compare_and_swap(kernel, oracle):
    case = kernel(
        """
offs = tl.arange(0, B)
old = tl.atomic_cas(x_ptr + offs // 4, tl.zeros([B], tl.int32), offs + 10 * tl.program_id(0) + 1)
tl.store(z_ptr + tl.program_id(0) * B + offs, old)
""",
        {"x": np.array([0, 5], np.int32), "z": np.zeros(16, np.int32)},
        (2,),
    )
    wanted = oracle.run(case)
    assert wanted.error is None
    assert differences(subject.run(case), wanted) == []
