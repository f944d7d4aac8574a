"""Masked lanes that a load gives no `other`: told where, and only where, what they hold reaches a tensor."""

import numpy as np
import pytest

from playground_workers.interpreter.memory import Poison
from tests.interpreter import subject
from tests.interpreter.runner import only_case


def vectors(dtype=np.float32):
    return {"x": np.arange(1, 14).astype(dtype), "z": np.zeros(2, dtype)}


HEAD = "offs = tl.program_id(0) * B + tl.arange(0, B)\n"
SUM = HEAD + "x = tl.load(x_ptr + offs, mask=offs < N{other})\ntl.store(z_ptr + tl.program_id(0), {value})"


def lines(kernel, other="", value="tl.sum(x)", dtype=np.float32):
    body = SUM.format(other=other, value=value)
    return only_case(kernel(body, vectors(dtype), (2,), N=13)).unguarded


def test_a_sum_over_masked_lanes(kernel):
    assert lines(kernel) == [7]


@pytest.mark.parametrize("other", [", other=0.0", ", other=0", ", other=offs.to(tl.float32) * 0"])
def test_a_load_with_other_is_guarded(kernel, other):
    assert lines(kernel, other) == []


@pytest.mark.parametrize("value", ["tl.max(x)", "tl.min(x)", "tl.sum(tl.maximum(x, 0))", "tl.sum(x * (offs < N))"])
def test_every_way_out_is_seen(kernel, value):
    assert lines(kernel, value=value) == [7]


@pytest.mark.parametrize("value", ["tl.sum(tl.where(offs < N, x, 0.0))", "1.0", "tl.max(x) * 0 == 3"])
def test_lanes_that_reach_nothing_are_not_told(kernel, value):
    assert lines(kernel, value=value) == []


@pytest.mark.parametrize("dtype", ["int8", "int32", "uint8", "uint64", "float16", "float64"])
def test_every_type(kernel, dtype):
    assert lines(kernel, dtype=dtype, value="tl.max(x)") == [7]
    assert lines(kernel, dtype=dtype, value="tl.min(x)") == [7]


def test_stored_under_the_same_mask_is_right(kernel):
    body = HEAD + "mask = offs < N\ntl.store(x_ptr + offs, tl.load(x_ptr + offs, mask=mask) + 1, mask=mask)"
    assert only_case(kernel(body, vectors(), (2,), N=13)).unguarded == []


def test_no_masked_lane_no_warning(kernel):
    body = HEAD + "x = tl.load(x_ptr + offs, mask=offs < N)\ntl.store(z_ptr, tl.sum(x))"
    assert only_case(kernel(body, vectors(), (1,), N=13)).unguarded == []


def test_the_line_that_matters_is_told(kernel):
    body = (
        HEAD
        + """x = tl.load(x_ptr + offs, mask=offs < N)
y = tl.load(x_ptr + offs, mask=offs < N)
y = tl.where(offs < N, y, 0.0)
tl.store(z_ptr + tl.program_id(0), tl.sum(y) + tl.max(x))
"""
    )
    assert only_case(kernel(body, vectors(), (2,), N=13)).unguarded == [7]


def test_a_scalar_load(kernel):
    body = """
i = tl.program_id(0)
x = tl.load(x_ptr + i, mask=i < 1)
y = tl.load(x_ptr + i, mask=i < 1, other=0)
tl.store(z_ptr + i, x + y)
"""
    assert only_case(kernel(body, vectors(), (2,))).unguarded == [7]


def test_in_an_index_it_matters(kernel):
    body = """
i = tl.load(x_ptr + tl.arange(0, B), mask=tl.arange(0, B) < 3)
tl.store(z_ptr + (i & 1), 1.0)
"""
    assert only_case(kernel(body, {"x": np.arange(8, dtype=np.int32), "z": np.zeros(2, np.float32)})).unguarded == []
    body = body.replace("i & 1", "i & 3")
    assert only_case(kernel(body, {"x": np.arange(8, dtype=np.int32), "z": np.zeros(4, np.float32)})).unguarded != []


def test_what_a_program_prints_is_printed_once(kernel):
    from tests.interpreter.runner import printed

    body = HEAD + "x = tl.load(x_ptr + offs, mask=offs < N)\nprint('sum')\ntl.store(z_ptr, tl.sum(x))"
    assert printed(kernel(body, vectors(), (1,), N=5)) == [(0, "sum\n")]


def test_the_run_that_counts_has_zeros(kernel):
    body = HEAD + "x = tl.load(x_ptr + offs, mask=offs < N)\ntl.store(z_ptr, tl.sum(x))"
    case = kernel(body, vectors(), (1,), N=3)
    result = only_case(case)
    assert np.frombuffer(result.stored[-1].data, np.float32)[0] == 6
    assert np.isnan(subject.run(case, poison=Poison("nan")).values[1][0])
