"""A launch of one's own: what it may hold, and what is said of one that may not."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from playground_puzzles import catalogue
from playground_puzzles.errors import PuzzleError
from playground_puzzles.models import Job, Launch
from playground_workers.inputs import draw
from playground_workers.launch_puzzle import puzzle_of


def launch(*tensors, **fields):
    return {"kernel": "k", "tensors": list(tensors), "grid": [1], **fields}


def tensor(name="x_ptr", shape=(4,), **fields):
    return {"name": name, "shape": list(shape), **fields}


def fill(kind, dtype="float32", shape=(4,), **fields):
    return launch(tensor(shape=shape, dtype=dtype, fill={"kind": kind, **fields}))


@pytest.mark.parametrize(
    ("wrong", "field", "words"),
    [
        (launch(kernel="a b"), "kernel", "must be a name of Python's"),
        (launch(kernel="for"), "kernel", "must be a name of Python's"),
        (launch(grid=[]), "grid", "write how many programs run on each axis"),
        (launch(grid=[1, 1, 1, 1]), "grid", "has 4 axes; a grid has 3 at most"),
        (launch(grid=[64, 65]), "grid", "has 4,160 programs; 4,096 may run at most"),
        (launch(grid=[0]), "grid.0", "greater than or equal to 1"),
        (launch(tensor(shape=[])), "tensors.0.shape", "write a side for each axis"),
        (launch(tensor(shape=[1, 1, 1, 1])), "tensors.0.shape", "has 4 axes; a tensor here has 3 at most"),
        (launch(tensor(shape=[0])), "tensors.0.shape.0", "greater than or equal to 1"),
        (launch(tensor(shape=[512, 513])), "tensors", "hold 262,656 elements together; 262,144 are the most"),
        (launch(tensor(shape=[512, 512], dtype="int64")), "tensors", "take 2,097,152 bytes together"),
        (launch(*[tensor(f"x{at}") for at in range(9)]), "tensors", "are 9; 8 may be given at most"),
        (launch(tensor(), tensor()), "tensors", "give x_ptr twice"),
        (launch(tensor(), constants={"x_ptr": 1}), "constants", "give x_ptr twice"),
        (launch(tensor(dtype="bfloat16")), "tensors.0.dtype", "float32"),
        (launch(tensor("1x")), "tensors.0.name", "must be a name of Python's"),
        (launch(tensor(fill={"kind": "ones"}, init="zeros")), "tensors.0", "has both a fill and an init"),
        (launch(tensor(dtype="uint8")), "tensors.0", "reaches −8, and uint8 holds 0 to 255"),
        (launch(constants={"n": "4"}), "constants.n", "must be a number, true or false"),
        (launch(constants={"n": None}), "constants.n", "must be a number, true or false"),
        (launch(constants={"n": float("inf")}), "constants.n", "must be finite"),
        (launch(constants={"n": 2**63}), "constants.n", "does not fit in 64 bits"),
        (fill("integers", "int8", low=-128, high=128), "tensors.0.fill", "reaches 128, and int8 holds −128 to 127"),
        (fill("integers", low=0.5, high=2), "tensors.0.fill", "no whole number"),
        (fill("uniform", low=2, high=1), "tensors.0.fill", "goes from 2 to 1: low is above high"),
        (fill("normal", std=-1), "tensors.0.fill", "has a std below 0"),
        (fill("normal", "float16", mean=1e5), "tensors.0.fill", "and float16 holds −65,504 to 65,504"),
        (fill("arange", "int8", shape=[200]), "tensors.0.fill", "reaches 199, and int8 holds −128 to 127"),
        (fill("bits"), "tensors.0.fill", "is for integers"),
        (fill("normal", mean=float("nan")), "tensors.0.fill", "has a mean that is not finite"),
        (launch(seed=2**32), "seed", "less than or equal to 4294967295"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(wrong, field, words):
    with pytest.raises(ValidationError) as caught:
        Launch.model_validate(wrong)
    found = {".".join(map(str, error["loc"])): error["msg"] for error in caught.value.errors()}
    assert list(found) == [field]
    assert words in found[field]


def test_constants_keep_their_kinds_on_the_way_to_a_worker():
    stated = Launch.model_validate(launch(constants={"a": 1, "b": 1.0, "c": True, "d": -(2**63)}))
    job = Job(id="a", puzzle="sandbox", source="s", launch=stated, enqueued_at=0.0)
    read = Job.model_validate(json.loads(json.dumps(job.model_dump(mode="json")))).launch
    assert [type(value) for value in read.constants.values()] == [int, float, bool, int]
    assert read == stated


@pytest.mark.parametrize("dtype", ["float32", "float16", "int32", "int8", "uint8", "int64"])
@pytest.mark.parametrize(
    "how",
    [
        {"kind": "normal", "mean": 100, "std": 3},
        {"kind": "uniform", "low": 1, "high": 9},
        {"kind": "integers", "low": 0, "high": 127},
        {"kind": "ones", "zeros": 0.5},
        {"kind": "arange", "step": 2},
    ],
)
def test_a_fill_that_is_let_through_can_be_drawn(how, dtype):
    stated = Launch.model_validate(launch(tensor(shape=[3, 4], dtype=dtype, fill=how)))
    puzzle = puzzle_of(stated)
    (values,) = draw(puzzle, puzzle.cases[0], seed=1)
    assert (values.shape, values.dtype) == ((3, 4), np.dtype(dtype))
    assert np.isfinite(values).all()
    again = draw(puzzle, puzzle.cases[0], seed=1)[0]
    assert np.array_equal(values, again)


@pytest.mark.parametrize("bits", [8, 32, 64])
def test_integers_may_fill_the_whole_range_of_their_dtype(bits):
    low = -(2 ** (bits - 1))
    high = 2 ** (bits - 1) - (1024 if bits == 64 else 1)
    stated = Launch.model_validate(fill("integers", f"int{bits}", low=low, high=high))
    puzzle = puzzle_of(stated)
    assert draw(puzzle, puzzle.cases[0], seed=1)[0].dtype == np.dtype(f"int{bits}")


def test_no_puzzle_may_be_called_what_free_runs_are(tmp_path: Path):
    shutil.copytree(catalogue.load().folder("constant-add-block"), tmp_path / "shelf" / "mine")
    file = tmp_path / "shelf" / "mine" / "puzzle.toml"
    text = file.read_text(encoding="utf-8").replace("number = 2\n", "")
    file.write_text(text.replace('"constant-add-block"', '"sandbox"'), encoding="utf-8")
    with pytest.raises(PuzzleError, match="'sandbox' is what free runs are called"):
        catalogue.load([tmp_path / "shelf"])
