"""Free runs: a kernel on a launch of one's own, judged as the service would judge it."""

import json
import time

import numpy as np
import pytest

from playground_puzzles.models import SANDBOX, Job, Launch
from playground_puzzles.source_text import normalise

HEAD = "import triton\nimport triton.language as tl\n\n@triton.jit\n"

ADD = HEAD + (
    "def add(x_ptr, y_ptr, z_ptr, n, BLOCK: tl.constexpr):\n"
    "    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n"
    "    mask = offs < n\n"
    "    x = tl.load(x_ptr + offs, mask=mask, other=0)\n"
    "    y = tl.load(y_ptr + offs, mask=mask, other=0)\n"
    "    tl.store(z_ptr + offs, x + y, mask=mask)\n"
)


def given(name, shape, dtype="float32", **fields):
    return {"name": name, "shape": shape, "dtype": dtype, **fields}


def add_launch(**fields):
    tensors = [given("x_ptr", [200]), given("y_ptr", [200]), given("z_ptr", [200], init="poison")]
    return {"kernel": "add", "tensors": tensors, "grid": [7], "constants": {"n": 200, "BLOCK": 32}, **fields}


@pytest.fixture
def run(judge):
    """Run a source on a launch: the verdict, and the arrays by kind and name."""

    def send(source, launch):
        kept = {}
        stated = Launch.model_validate(launch)
        job = Job(
            id="test",
            puzzle=SANDBOX,
            source=normalise(source),
            seed=stated.seed,
            launch=stated,
            enqueued_at=time.time(),
        )
        verdict = judge.judge(job, keep_arrays=lambda case, packed: kept.update({case: unpacked(packed)}))
        assert set(kept) <= {"run"}
        return verdict, kept.get("run", {})

    return send


def unpacked(packed):
    length = int.from_bytes(packed[:4], "little")
    header = json.loads(packed[4 : 4 + length])
    data = packed[4 + length :]
    found = {}
    for entry in header["tensors"]:
        count = int(np.prod(entry["shape"]))
        values = np.frombuffer(data, np.dtype(entry["dtype"]), count, entry["offset"])
        found[entry["kind"], entry["name"]] = values.reshape(entry["shape"])
    return found


def test_a_run_gives_back_every_tensor(run):
    verdict, arrays = run(ADD, add_launch())
    assert (verdict.outcome, verdict.puzzle) == ("ran", "sandbox"), verdict.error
    assert [(case.name, case.outcome, case.grid) for case in verdict.cases] == [("run", "ran", [7])]
    assert verdict.timings_ms.run > 0
    x, y, z = (arrays["actual", name] for name in ("x_ptr", "y_ptr", "z_ptr"))
    assert np.array_equal(z, x + y)
    assert np.array_equal(arrays["input", "x_ptr"], x)
    assert ("input", "z_ptr") not in arrays


def test_parameters_are_bound_by_name_whatever_their_order(run):
    source = HEAD + "def fill(value, z_ptr, n: tl.constexpr):\n    tl.store(z_ptr + tl.arange(0, n), value)\n"
    launch = {
        "kernel": "fill",
        "tensors": [given("z_ptr", [8], init="zeros")],
        "grid": [1],
        "constants": {"n": 8, "value": 2.5},
    }
    verdict, arrays = run(source, launch)
    assert verdict.outcome == "ran", verdict.error
    assert arrays["actual", "z_ptr"].tolist() == [2.5] * 8


def test_an_integer_a_float_and_a_truth_value_stay_what_they_are(run):
    source = HEAD + (
        "def kinds(z_ptr, a, b, c, D: tl.constexpr, E: tl.constexpr):\n"
        "    print(a.dtype, b.dtype, c.dtype, D, E)\n"
        "    tl.store(z_ptr, a + b)\n"
    )
    launch = {"kernel": "kinds", "tensors": [given("z_ptr", [1], init="zeros")], "grid": [1]}
    verdict, _ = run(source, launch | {"constants": {"a": 1, "b": 1.0, "c": True, "D": True, "E": 0.5}})
    assert verdict.outcome == "ran", verdict.error
    assert verdict.output[0].text.split() == ["int32", "fp32", "int1", "True", "0.5"]


def test_what_each_program_prints_is_shown(run):
    source = HEAD + "def say(BLOCK: tl.constexpr):\n    print('here', tl.program_id(1), BLOCK)\n"
    verdict, _ = run(source, {"kernel": "say", "tensors": [], "grid": [1, 2, 1], "constants": {"BLOCK": 4}})
    assert verdict.outcome == "ran", verdict.error
    assert [block.program for block in verdict.output] == [[0, 0, 0], [0, 1, 0]]
    assert verdict.output[1].case == "run"


def test_a_lane_outside_its_tensor_is_told_and_the_tensors_still_come_back(run):
    verdict, arrays = run(ADD.replace("mask = offs < n", "mask = offs < n + 4"), add_launch())
    assert verdict.outcome == "invalid_access"
    (case,) = verdict.cases
    assert "Program 6 loads 4 lanes past the end of x_ptr" in case.reason
    assert [(one.op, one.tensor, one.lanes) for one in case.invalid_accesses] == [
        ("load", "x_ptr", 4),
        ("load", "y_ptr", 4),
        ("store", "z_ptr", 4),
    ]
    assert arrays["actual", "z_ptr"].shape == (200,)


def test_an_input_may_be_changed(run):
    source = (
        HEAD + "def twice(x_ptr, n: tl.constexpr):\n    p = x_ptr + tl.arange(0, n)\n    tl.store(p, tl.load(p) * 2)\n"
    )
    launch = {"kernel": "twice", "tensors": [given("x_ptr", [8])], "grid": [1], "constants": {"n": 8}}
    verdict, arrays = run(source, launch)
    assert verdict.outcome == "ran", verdict.error
    assert np.array_equal(arrays["actual", "x_ptr"], 2 * arrays["input", "x_ptr"])


def test_a_race_is_a_warning(run):
    source = HEAD + "def race(z_ptr):\n    tl.store(z_ptr, tl.program_id(0))\n"
    verdict, _ = run(source, {"kernel": "race", "tensors": [given("z_ptr", [1], "int32", init="zeros")], "grid": [3]})
    assert verdict.outcome == "ran"
    assert [warning.code for warning in verdict.warnings] == ["race"]


@pytest.mark.parametrize("dtype", ["int32", "float16", "int8", "uint8", "int64", "float32"])
def test_every_dtype_is_drawn_run_and_given_back(run, dtype):
    tensors = [given(name, [200], dtype, fill={"kind": "integers", "low": 0, "high": 9}) for name in ("x_ptr", "y_ptr")]
    launch = add_launch(tensors=[*tensors, given("z_ptr", [200], dtype, init="poison")])
    verdict, arrays = run(ADD, launch)
    assert verdict.outcome == "ran", verdict.error
    assert arrays["actual", "z_ptr"].dtype == np.dtype(dtype)
    assert np.array_equal(arrays["actual", "z_ptr"], arrays["input", "x_ptr"] + arrays["input", "y_ptr"])


def test_a_tensor_may_have_three_axes(run):
    source = HEAD + (
        "def copy(x_ptr, z_ptr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):\n"
        "    a, b, c = tl.program_id(0), tl.program_id(1), tl.program_id(2)\n"
        "    at = (a * B + b) * C + c\n"
        "    tl.store(z_ptr + at, tl.load(x_ptr + at))\n"
    )
    launch = {
        "kernel": "copy",
        "tensors": [given("x_ptr", [2, 3, 4], fill={"kind": "arange"}), given("z_ptr", [2, 3, 4], init="ones")],
        "grid": [2, 3, 4],
        "constants": {"A": 2, "B": 3, "C": 4},
    }
    verdict, arrays = run(source, launch)
    assert verdict.outcome == "ran", verdict.error
    assert np.array_equal(arrays["actual", "z_ptr"], np.arange(24).reshape(2, 3, 4))


def test_the_same_seed_draws_the_same_inputs(run):
    first, one = run(ADD, add_launch())
    second, other = run(ADD, add_launch())
    again, same = run(ADD, add_launch(seed=first.seed))
    assert (again.seed, again.cases[0].seed) == (first.seed, first.seed)
    assert np.array_equal(one["input", "x_ptr"], same["input", "x_ptr"])
    assert second.seed != first.seed
    assert not np.array_equal(one["input", "x_ptr"], other["input", "x_ptr"])


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        ({"constants": {"n": 200}}, 5, "add asks for BLOCK, which the launch does not give"),
        ({"constants": {}}, 5, "asks for n and BLOCK"),
        ({"constants": {"n": 200, "BLOCKS": 32}}, 5, "gives BLOCKS, which add does not take"),
        ({"kernel": "sub"}, None, "There is no kernel named sub. The file defines add."),
        (
            {"constants": {"n": 200}, "tensors": [*add_launch()["tensors"], given("BLOCK", [4])]},
            5,
            "BLOCK is a tl.constexpr of add",
        ),
    ],
)
def test_a_launch_that_does_not_fit_the_kernel_is_told_in_words(run, change, line, words):
    verdict, _ = run(ADD, add_launch(**change))
    assert verdict.outcome == "compile_error"
    assert words in verdict.error.message
    assert verdict.error.line == line
    assert verdict.cases == []


def test_the_source_rules_hold(run):
    verdict, _ = run(ADD.replace("    mask =", "    import os\n    mask ="), add_launch())
    assert (verdict.outcome, verdict.error.line) == ("rejected", 7)


def test_a_mistake_of_the_kernels_is_told_at_its_line(run):
    verdict, arrays = run(ADD.replace("tl.arange(0, BLOCK)", "tl.arange(0, BLOCK - 1)"), add_launch())
    assert (verdict.outcome, verdict.error.line) == ("compile_error", 6)
    assert arrays == {}


def test_a_loop_without_end_is_stopped_after_five_seconds(run):
    source = HEAD + "def loop(z_ptr):\n    while tl.load(z_ptr) < 1:\n        tl.store(z_ptr, 0)\n"
    verdict, _ = run(source, {"kernel": "loop", "tensors": [given("z_ptr", [1], init="zeros")], "grid": [1]})
    assert verdict.outcome == "time_limit"
    assert "A run may take 5 seconds" in verdict.error.message
