"""A whole file at once."""

from typing import Any

import httpx2
import pytest

from .conftest import Hand, Live, error_of, until

FILE = """
import torch
def helper(x): return x
@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    def add_mask2_kernel(): pass
@triton.jit
def  demo1 (x_ptr):
    pass
# def add_vec_kernel(
async def nothing(): pass
"""


def test_each_kernel_that_the_file_defines_is_judged(live: Live, browser: httpx2.Client, hand: Hand):
    answer = browser.post("/api/batches", json={"source": FILE})
    assert answer.status_code == 202, answer.text
    batch = answer.json()
    assert {entry["puzzle"] for entry in batch["submissions"]} == {"demo-1", "constant-add"}
    for entry in batch["submissions"]:
        assert hand.stored(entry["id"])["source"] == FILE
    judged = next(entry["id"] for entry in batch["submissions"] if entry["puzzle"] == "constant-add")
    hand.finish(judged)
    seen = browser.get(f"/api/batches/{batch['id']}").json()
    assert [(each["puzzle"], each["status"]) for each in seen["submissions"]] == [
        ("demo-1", "queued"),
        ("constant-add", "done"),
    ]
    assert seen["submissions"][1]["verdict"]["outcome"] == "passed"


def test_named_puzzles_alone_are_judged_each_once(browser: httpx2.Client):
    answer = browser.post("/api/batches", json={"source": FILE, "puzzles": [1, "1", "constant-add"]})
    assert [entry["puzzle"] for entry in answer.json()["submissions"]] == ["constant-add"]


def test_to_others_a_batch_is_not_there(live: Live, browser: httpx2.Client):
    batch = browser.post("/api/batches", json={"source": FILE}).json()["id"]
    answer = live.browser().get(f"/api/batches/{batch}")
    assert answer.status_code == 404
    assert error_of(answer)["code"] == "unknown_batch"


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"source": "def other(): pass"}, 422, "no_kernels"),
        ({"source": ""}, 422, "empty_source"),
        ({"source": "def add_kernel(:\0"}, 422, "bad_character"),
        ({"source": "x" * 70_000}, 413, "source_too_large"),
        ({"puzzles": []}, 422, "invalid"),
        ({"puzzles": ["nothing"]}, 404, "unknown_puzzle"),
        ({"puzzles": [1] * 300}, 422, "invalid"),
        ({"puzzles": "constant-add"}, 422, "invalid"),
    ],
)
def test_a_bad_batch_is_told(browser: httpx2.Client, fields: dict[str, Any], status: int, code: str):
    answer = browser.post("/api/batches", json={"source": FILE, **fields})
    assert (answer.status_code, error_of(answer)["code"]) == (status, code), answer.text


def test_a_source_that_is_no_python_is_a_matter_for_the_judge(browser: httpx2.Client):
    source = "def add_kernel(" + "(" * 20_000
    assert browser.post("/api/batches", json={"source": source}).status_code == 202


def test_progress_counts_judged_submissions_and_no_replays(live: Live, browser: httpx2.Client, hand: Hand):
    assert browser.get("/api/me").json()["puzzles"] == []

    def send(outcome: str, **fields: Any) -> None:
        answer = browser.post("/api/submissions", json={"puzzle": 1, "source": FILE, **fields})
        hand.finish(answer.json()["id"], outcome)  # type: ignore[arg-type]

    case = browser.get("/api/puzzles/1").json()["cases"][0]["name"]
    send("wrong_answer")
    send("cancelled")
    send("internal_error")
    send("passed", seed=5)
    send("passed", case=case)
    (tried,) = browser.get("/api/me").json()["puzzles"]
    assert tried.pop("tried_at")
    assert tried == {
        "puzzle": "constant-add", "device": "interpreter", "attempts": 1, "solved": False, "solved_at": None,
        "moved": None, "copied": False, "ranked": False, "hints": 0, "gave_up": False,
    }  # fmt: skip
    send("passed")
    (solved,) = browser.get("/api/me").json()["puzzles"]
    assert (solved["attempts"], solved["solved"]) == (2, True)
    first = solved["solved_at"]
    send("passed")
    until(lambda: browser.get("/api/me").json()["puzzles"][0]["attempts"] == 3)
    assert browser.get("/api/me").json()["puzzles"][0]["solved_at"] == first
    assert live.browser().get("/api/me").json()["puzzles"] == []
