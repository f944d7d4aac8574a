"""Free runs: sent, stored with their launch, queued again with it, and never counted."""

import httpx2
import pytest

from playground_puzzles.models import Outcome

from .conftest import SOURCE, Hand, Live, error_of, until

LAUNCH = {
    "kernel": "add_kernel",
    "tensors": [
        {"name": "x_ptr", "shape": [200], "fill": {"kind": "arange"}},
        {"name": "z_ptr", "shape": [200], "init": "zeros"},
    ],
    "grid": [7],
    "constants": {"N0": 200, "B0": 32, "scale": 1.0},
}


def send(browser: httpx2.Client, **fields) -> httpx2.Response:
    return browser.post("/api/runs", json={"source": SOURCE, "launch": LAUNCH, **fields})


def test_a_run_is_a_submission_with_a_launch(live: Live, browser: httpx2.Client, hand: Hand):
    answer = send(browser, source=SOURCE.replace("\n", "\r\n"))
    assert answer.status_code == 202, answer.text
    accepted = answer.json()
    assert set(accepted) == {"id", "status", "position"}
    seen = browser.get(f"/api/submissions/{accepted['id']}").json()
    assert (seen["puzzle"], seen["status"]) == ("sandbox", "queued")
    assert live.browser().get(f"/api/submissions/{accepted['id']}").status_code == 404

    job = hand.take(accepted["id"])
    assert (job["puzzle"], job["source"], job["seed"]) == ("sandbox", SOURCE, None)
    assert job["launch"]["constants"] == LAUNCH["constants"]
    assert isinstance(job["launch"]["constants"]["scale"], float)
    assert [tensor["name"] for tensor in job["launch"]["tensors"]] == ["x_ptr", "z_ptr"]

    hand.judge(accepted["id"], Outcome.ran, puzzle="sandbox")
    until(lambda: live.row(accepted["id"]).status == "done")
    assert browser.get(f"/api/submissions/{accepted['id']}").json()["verdict"]["outcome"] == "ran"


@pytest.mark.parametrize("outcome", [Outcome.ran, Outcome.invalid_access])
def test_a_run_counts_for_nothing(live: Live, browser: httpx2.Client, hand: Hand, outcome: Outcome):
    submission = send(browser).json()["id"]
    hand.finish(submission, outcome, puzzle="sandbox")
    assert browser.get("/api/me").json()["puzzles"] == []


def test_a_seed_goes_with_the_run(browser: httpx2.Client, hand: Hand):
    job = hand.take(send(browser, launch={**LAUNCH, "seed": 7}).json()["id"])
    assert (job["seed"], job["launch"]["seed"]) == (7, 7)


def test_a_run_can_be_cancelled(browser: httpx2.Client):
    submission = send(browser).json()["id"]
    assert browser.delete(f"/api/submissions/{submission}").json()["verdict"]["outcome"] == "cancelled"


def test_a_lost_run_is_queued_again_with_its_launch(start):
    live = start()
    submission = send(live.browser()).json()["id"]
    worker = Hand(live)
    before = worker.stored(submission)["launch"]
    worker.take(submission, lease_s=1)
    until(lambda: live.redis.lpos("rq:queue:interpreter", submission) == 0)
    assert worker.stored(submission)["launch"] == before


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"launch": {**LAUNCH, "grid": [5000]}}, "`launch.grid` has 5,000 programs; 4,096 may run at most."),
        ({"launch": {**LAUNCH, "constants": {"x_ptr": 1}}}, "`launch.constants` give x_ptr twice"),
        ({"launch": {**LAUNCH, "constants": {"n": []}}}, "`launch.constants.n` must be a number, true or false."),
        (
            {"launch": {**LAUNCH, "tensors": [{"name": "x", "shape": [4], "dtype": "uint8"}]}},
            "`launch.tensors.0` reaches −8, and uint8 holds 0 to 255.",
        ),
        ({"launch": None}, "`launch` must be a JSON object."),
        ({"launch": {**LAUNCH, "grid": [10**4000] * 3}}, "`launch.grid.0` should be less than"),
        ({"source": ""}, ""),
    ],
)
def test_what_cannot_be_run_is_refused_in_words(browser: httpx2.Client, body, words):
    answer = send(browser, **body)
    assert answer.status_code == 422
    assert words in error_of(answer)["message"]


def test_the_sandbox_is_no_puzzle(browser: httpx2.Client):
    answer = browser.post("/api/submissions", json={"puzzle": "sandbox", "source": SOURCE})
    assert answer.status_code == 404
    assert browser.get("/api/puzzles/sandbox").status_code == 404
