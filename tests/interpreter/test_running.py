"""When all programs run at once and when one by one; prints, order, and what is refused."""

import numpy as np
import pytest

from playground_workers.interpreter import driver, protocol
from tests.interpreter import subject
from tests.interpreter.runner import frames, only_case, printed, trouble


def tensors(count=24):
    return {"x": np.arange(count, dtype=np.float32), "z": np.zeros(count, np.float32)}


AT_ONCE = {
    "a loop that all programs go through alike": "for i in range(0, N, B):\n    tl.store(z_ptr + tl.program_id(0), i)",
    "a decision on a size": "if N > 3:\n    tl.store(z_ptr + tl.program_id(0), 1.0)",
    "a decision that comes out alike": "if tl.program_id(0) >= 0:\n    tl.store(z_ptr + tl.program_id(0), 1.0)",
    "a slow operation": "x = tl.sort(tl.load(x_ptr + tl.arange(0, B) + tl.program_id(0)))\n"
    "tl.store(z_ptr + tl.program_id(0) * B + tl.arange(0, B), x)",
    "an assertion that holds": "tl.device_assert(tl.program_id(0) < 9)\ntl.store(z_ptr + tl.program_id(0), 1.0)",
}
ONE_BY_ONE = {
    "a decision on the program": "if tl.program_id(0) > 1:\n    tl.store(z_ptr + tl.program_id(0), 1.0)",
    "a loop on the program": "for i in range(tl.program_id(0)):\n    tl.store(z_ptr + tl.program_id(0), i)",
    "a print": "print('here')",
    "an atomic": "tl.atomic_add(z_ptr, 1.0)",
    "an element of several programs": "tl.store(z_ptr, tl.program_id(0))",
}


@pytest.mark.parametrize("name", AT_ONCE)
def test_runs_at_once(kernel, name):
    assert subject.run(kernel(AT_ONCE[name], tensors(), (3,), N=20)).batched


@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_runs_one_by_one(kernel, name):
    result = subject.run(kernel(ONE_BY_ONE[name], tensors(), (3,), N=20))
    assert result.error is None
    assert not result.batched


def test_prints_come_program_by_program(kernel):
    case = kernel("print('a', tl.program_id(0))\nprint('b')", tensors(), (3,))
    assert printed(case) == [(p, f"a [{p}]\nb\n") for p in range(3)]


def test_prints_in_a_shuffled_order(kernel):
    case = kernel("print(tl.program_id(0))", tensors(), (8,), shuffle_seed=5)
    order = np.random.default_rng(5).permutation(8).tolist()
    assert printed(case) == [(p, f"[{p}]\n") for p in order]


def test_an_error_is_the_first_programs_that_has_it(kernel):
    body = "if tl.program_id(0) > 0:\n    print('far')\n    x = tl.arange(0, 4) + tl.arange(0, 8)"
    case = kernel(body, tensors(), (3,))
    found = frames(case)
    assert [(f.program, f.text) for f in found if isinstance(f, protocol.Output)] == [(1, "far\n")]
    assert (found[-1].program, found[-1].line) == (1, 8)


def test_several_cases_in_one_request(kernel):
    case = kernel("tl.store(z_ptr + tl.program_id(0), tl.load(x_ptr + tl.program_id(0)))", tensors(), (3,))
    found = frames(case, cases=3)
    assert [frame.case for frame in found if isinstance(frame, protocol.CaseResult)] == [0, 1, 2]
    assert found[-1] is None


def test_races_are_in_the_frame(kernel):
    result = only_case(kernel("tl.store(z_ptr, tl.program_id(0))", tensors(), (3,)))
    assert result.races == [protocol.Race("write-write", 1, 0, 0, 6, 1, 6)]


COMPUTING = [
    "x + x",
    "x * 2.0",
    "x > x",
    "-x",
    "tl.sum(x)",
    "tl.exp2(x)",
    "tl.maximum(x, x)",
    "tl.cumsum(x)",
    "tl.fma(x, x, x)",
    "tl.dot(x[:, None], x[None, :])",
]


BY_FLOAT32 = {"tl.maximum(x, x)", "tl.cumsum(x)"}


@pytest.mark.parametrize("type_", ["bfloat16", "float8e5"])
@pytest.mark.parametrize("expression", COMPUTING)
def test_types_that_are_only_bits_here_are_refused(kernel, type_, expression):
    if type_ == "float8e5" and "dot" in expression:
        return  # Triton's interpreter does that one, by way of float16
    if type_ == "bfloat16" and expression in BY_FLOAT32 and not driver.triton.__version__.startswith("3.9."):
        return  # before 3.9 the language itself casts to float32 here
    body = f"x = tl.load(x_ptr + tl.arange(0, B)).to(tl.{type_})\ny = {expression}"
    found = trouble(kernel(body, tensors(), (2,)))
    assert found.kind == "compile_error"
    assert found.line == 7


def test_the_refusal_says_what_to_do(kernel):
    found = trouble(kernel("x = tl.zeros([B], tl.bfloat16) + 1.0", tensors()))
    assert "cannot compute with bfloat16" in found.message
    assert ".to(tl.float32)" in found.message


@pytest.mark.parametrize("source", ["float16", "float32", "float64", "int32", "int8", "uint16"])
def test_bfloat16_may_be_cast_and_kept(kernel, source):
    body = f"""
offs = tl.arange(0, B)
x = tl.load(x_ptr + offs).to(tl.{source}).to(tl.bfloat16)
x = tl.where(offs < 4, x[:, None].reshape([B]), tl.zeros([B], tl.bfloat16))
tl.store(z_ptr + offs + tl.program_id(0) * B, x.to(tl.float32))
"""
    result = subject.run(kernel(body, tensors(), (2,)))
    assert result.error is None
    assert result.values[1][:16].tolist() == [0, 1, 2, 3, 0, 0, 0, 0] * 2


def test_another_release_of_triton_is_refused(monkeypatch):
    monkeypatch.setattr(driver.triton, "__version__", "3.5.1")
    with pytest.raises(RuntimeError, match=r"Triton 3\.5\.1 is not supported; tested are 3\.7\.x"):
        driver.install()
