"""Sending a source, looking at what became of it, cancelling; whose it is; and what is refused."""

import gzip
from typing import Any

import httpx2
import pytest

from playground_puzzles import wire
from playground_puzzles.models import Outcome

from .conftest import SOURCE, Hand, Live, error_of, post, until


def test_a_submission_is_accepted_queued_and_judged(live: Live, browser: httpx2.Client, hand: Hand):
    answer = browser.post("/api/submissions", json={"puzzle": "constant-add", "source": SOURCE})
    assert answer.status_code == 202
    accepted = answer.json()
    assert set(accepted) == {"id", "status", "position"}
    assert accepted["status"] == "queued"
    assert accepted["position"] >= 1

    seen = browser.get(f"/api/submissions/{accepted['id']}").json()
    assert seen["status"] == "queued"
    assert seen["puzzle"] == "constant-add"
    assert seen["device"] == "interpreter"
    assert seen["verdict"] is None

    job = hand.take(accepted["id"])
    assert (job["puzzle"], job["source"], job["case"], job["seed"]) == ("constant-add", SOURCE, None, None)
    assert browser.get(f"/api/submissions/{accepted['id']}").json()["status"] == "running"

    hand.judge(accepted["id"])
    until(lambda: live.row(accepted["id"]).status == "done")
    seen = browser.get(f"/api/submissions/{accepted['id']}").json()
    assert seen["status"] == "done"
    assert seen["position"] is None
    assert seen["verdict"]["outcome"] == "passed"


@pytest.mark.parametrize("number", [1, "1"])
def test_a_number_names_a_puzzle(live: Live, browser: httpx2.Client, number: Any):
    assert live.row(post(browser, puzzle=number)).puzzle == "constant-add"


def test_a_replay_carries_case_and_seed(live: Live, browser: httpx2.Client, hand: Hand):
    case = browser.get("/api/puzzles/1").json()["cases"][0]["name"]
    job = hand.take(post(browser, case=case, seed=2**32 - 1))
    assert (job["case"], job["seed"]) == (case, 2**32 - 1)


def test_line_ends_and_byte_order_mark_are_made_one_form(browser: httpx2.Client, hand: Hand):
    job = hand.take(post(browser, source="\ufeffdef add_kernel():\r\n    pass\r"))
    assert job["source"] == "def add_kernel():\n    pass\n"


def test_the_same_source_is_stored_once(live: Live, browser: httpx2.Client):
    first, second = post(browser), post(live.browser())
    assert live.row(first).source == live.row(second).source


def test_positions_count_from_one(start: Any):
    live = start()
    visitor = live.browser()
    ids = [post(visitor) for _ in range(3)]
    assert [visitor.get(f"/api/submissions/{id}").json()["position"] for id in ids] == [1, 2, 3]


def test_numbers_that_json_lacks_travel_as_words(live: Live, browser: httpx2.Client, hand: Hand):
    submission = post(browser)
    difference = {"index": [0], "expected": "nan", "actual": "-inf", "program": None, "line": None}
    case = {
        "name": "a", "title": "A", "sizes": {}, "blocks": {}, "grid": [1], "seed": 1, "outcome": "wrong_answer",
        "mismatch": {
            "tensor": "z", "count": 1, "total": 1, "max_abs_error": "inf", "max_rel_error": "nan",
            "never_written": 0, "first": [difference],
        },
    }  # fmt: skip
    hand.finish(submission, Outcome.wrong_answer, cases=[case])
    shown = browser.get(f"/api/submissions/{submission}").json()["verdict"]["cases"][0]["mismatch"]
    assert (shown["max_abs_error"], shown["max_rel_error"]) == ("inf", "nan")
    assert (shown["first"][0]["expected"], shown["first"][0]["actual"]) == ("nan", "-inf")


# ---- whose it is ----


def test_looking_makes_no_identity_and_writing_does(live: Live):
    visitor = live.browser()
    for path in ("/api/puzzles", "/api/me", "/api/submissions/none"):
        visitor.get(path)
    assert not visitor.cookies
    answer = visitor.post("/api/submissions", json={"puzzle": 1, "source": SOURCE})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie  # plain HTTP on a local network must work
    identity = visitor.cookies["playground"]
    assert post(visitor)
    assert visitor.cookies["playground"].split(".")[0] == identity.split(".")[0]


def test_a_public_https_address_makes_the_cookie_secure(start: Any):
    live = start(public_url="https://triton.example.org")
    answer = live.browser().post("/api/submissions", json={"puzzle": 1, "source": SOURCE})
    assert "secure" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("method", ["GET", "DELETE"])
@pytest.mark.parametrize("path", ["", "/events", "/cases/first/arrays"])
def test_to_others_a_submission_is_not_there(live: Live, browser: httpx2.Client, method: str, path: str):
    if method == "DELETE" and path:
        return
    submission = post(browser)
    stranger = live.browser()
    post(stranger)
    forger = live.browser(Cookie=f"playground={live.row(submission).owner}.forged")
    for visitor in (live.browser(), stranger, forger):
        answer = visitor.request(method, f"/api/submissions/{submission}{path}")
        assert answer.status_code == 404
        assert error_of(answer)["code"] == "unknown_submission"
    assert browser.get(f"/api/submissions/{submission}").json()["status"] == "queued"


# ---- cancelling ----


def test_a_waiting_submission_is_cancelled_at_once(live: Live, browser: httpx2.Client):
    submission = post(browser)
    answer = browser.delete(f"/api/submissions/{submission}")
    assert answer.status_code == 202
    assert answer.json()["status"] == "done"
    assert answer.json()["verdict"]["outcome"] == "cancelled"
    assert live.redis.lpos("rq:queue:interpreter", submission) is None


def test_a_running_submission_is_asked_to_stop(live: Live, browser: httpx2.Client, hand: Hand):
    submission = post(browser)
    hand.take(submission)
    assert browser.delete(f"/api/submissions/{submission}").json()["status"] == "running"
    assert live.redis.exists(wire.cancel_key(submission))
    hand.judge(submission, Outcome.cancelled)
    until(lambda: live.row(submission).outcome == "cancelled")


def test_cancelling_what_is_judged_changes_nothing(browser: httpx2.Client, hand: Hand):
    submission = post(browser)
    hand.finish(submission)
    assert browser.delete(f"/api/submissions/{submission}").json()["verdict"]["outcome"] == "passed"


# ---- a case's tensors ----


def test_tensors_are_given_as_they_are_kept(live: Live, browser: httpx2.Client):
    submission = post(browser)
    missing = browser.get(f"/api/submissions/{submission}/cases/first/arrays")
    assert missing.status_code == 404
    assert error_of(missing)["code"] == "arrays_gone"
    live.redis.set(wire.arrays_key(submission, "first"), b"\x02\0\0\0{}\0\0", ex=60)
    answer = browser.get(f"/api/submissions/{submission}/cases/first/arrays")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.content == b"\x02\0\0\0{}\0\0"


# ---- a case's accesses ----


def test_accesses_are_sent_compressed_to_who_can_undo_it(live: Live, browser: httpx2.Client):
    submission = post(browser)
    address = f"/api/submissions/{submission}/cases/first/trace"
    missing = browser.get(address)
    assert missing.status_code == 404
    assert error_of(missing)["code"] == "trace_gone"
    plain = b"\x02\0\0\0{}\0\0" * 100
    live.redis.set(wire.trace_key(submission, "first"), gzip.compress(plain), ex=60)
    for accepted, sent in (
        ("gzip", "gzip"),
        ("br, GZIP;q=0.5", "gzip"),
        ("*", "gzip"),
        ("gzip;q=0", None),
        ("br, gzip; q=0.0, *", None),
        ("identity", None),
        ("", None),
    ):
        answer = browser.get(address, headers={"Accept-Encoding": accepted})
        assert answer.headers.get("content-encoding") == sent, accepted
        assert answer.headers["content-type"] == "application/octet-stream"
        assert answer.headers["cache-control"] == "private, max-age=3600"
        assert {name.strip() for name in answer.headers["vary"].split(",")} >= {"Cookie", "Accept-Encoding"}
        assert answer.content == plain
    other = live.browser().get(address)
    assert other.status_code == 404
    assert error_of(other)["code"] == "unknown_submission"


# ---- what is refused ----


@pytest.mark.parametrize(
    ("fields", "status", "code", "told"),
    [
        ({"source": ""}, 422, "empty_source", "empty"),
        ({"source": " \r\n\t"}, 422, "empty_source", "empty"),
        ({"source": "a\nb\0"}, 422, "bad_character", "Line 2"),
        ({"source": "x" * 70_000}, 413, "source_too_large", "65,536"),
        ({"source": "é" * 40_000}, 413, "source_too_large", "80,000"),
        ({"source": "x" * 1_000_000}, 413, "body_too_large", "limit"),
        ({"puzzle": "nothing"}, 404, "unknown_puzzle", "nothing"),
        ({"puzzle": 99}, 404, "unknown_puzzle", "99"),
        ({"puzzle": -1}, 404, "unknown_puzzle", "-1"),
        ({"puzzle": 10**30}, 404, "unknown_puzzle", "1000"),
        ({"puzzle": True}, 422, "invalid", "`puzzle`"),
        ({"puzzle": 1.5}, 422, "invalid", "`puzzle`"),
        ({"puzzle": None}, 422, "invalid", "`puzzle`"),
        ({"puzzle": ["constant-add"]}, 422, "invalid", "`puzzle`"),
        ({"puzzle": "x" * 200}, 422, "invalid", "`puzzle`"),
        ({"source": 5}, 422, "invalid", "`source` must be text"),
        ({"source": None}, 422, "invalid", "`source` must be text"),
        ({"case": "nothing"}, 422, "invalid", "no case"),
        ({"seed": -1}, 422, "invalid", "`seed`"),
        ({"seed": 2**32}, 422, "invalid", "`seed`"),
        ({"seed": 10**400}, 422, "invalid", "`seed`"),
        ({"seed": 0.5}, 422, "invalid", "`seed`"),
        ({"device": "abacus"}, 422, "invalid", "`device`"),
        ({"device": "gpu"}, 422, "invalid", "GPU"),
        ({"colour": "red"}, 422, "invalid", "`colour` is not known here"),
    ],
)
def test_a_bad_field_is_told_in_plain_words(
    live: Live, browser: httpx2.Client, fields: dict[str, Any], status: int, code: str, told: str
):
    answer = browser.post("/api/submissions", json={"puzzle": 1, "source": SOURCE, **fields})
    assert answer.status_code == status, answer.text
    error = error_of(answer)
    assert error["code"] == code
    assert told in error["message"]
    assert not browser.cookies


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, "invalid"),
        (b"{", 400, "bad_json"),
        (b'{"puzzle": 1, "source": "x"', 400, "bad_json"),
        (b"null", 422, "invalid"),
        (b"[]", 422, "invalid"),
        (b'"text"', 422, "invalid"),
        (b"{}", 422, "invalid"),
        (b'{"puzzle": 1, "source": "\xff\xfe"}', 400, "bad_body"),
        (b"\xff\xfe\xfd", 400, "bad_body"),
        (b'{"puzzle": 1, "source": "def f(): \\ud800"}', 422, "bad_character"),
        (b'{"puzzle": "\\udfff", "source": "x"}', 422, "invalid"),
        (b'{"\\ud800": 1, "puzzle": 1, "source": "x"}', 422, "invalid"),
        (b'{"puzzle": 1, "source": "x", "case": "\\ud800"}', 422, "invalid"),
        (b'{"puzzle": 1, "source": "x", "seed": NaN}', 422, "invalid"),
        (b'{"puzzle": 1, "source": "x", "seed": 1e999}', 422, "invalid"),
        (b'{"puzzle": 1, "source": "x", "seed": ' + b"9" * 5000 + b"}", 400, "bad_body"),
        (b"[" * 100_000, 400, "bad_json"),
    ],
)
def test_a_bad_body_is_a_clear_4xx(browser: httpx2.Client, body: bytes, status: int, code: str):
    answer = browser.post("/api/submissions", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, error_of(answer)["code"]) == (status, code), answer.text


def test_a_body_without_a_length_is_cut_off_at_the_limit(browser: httpx2.Client):
    def endless():
        while True:
            yield b" " * 65536

    try:
        answer = browser.post("/api/submissions", content=endless(), headers={"Content-Type": "application/json"})
    except httpx2.HTTPError:
        return  # the connection was closed while it was still sent
    assert answer.status_code == 413
    assert error_of(answer)["code"] == "body_too_large"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
def test_another_content_type_is_415(browser: httpx2.Client, kind: str):
    answer = browser.post("/api/submissions", content=b'{"puzzle": 1, "source": "x"}', headers={"Content-Type": kind})
    assert answer.status_code == 415
    assert error_of(answer)["code"] == "wrong_content_type"


def test_a_post_from_another_site_is_403(live: Live):
    visitor = live.browser(**{"Sec-Fetch-Site": "cross-site"})
    answer = visitor.post("/api/submissions", json={"puzzle": 1, "source": SOURCE})
    assert answer.status_code == 403
    assert error_of(answer)["code"] == "cross_site"
    assert visitor.get("/api/puzzles").status_code == 200


def test_a_full_queue_is_503_and_says_when_to_come_back(start: Any):
    live = start(queue_limit=2, queue_retry_after_s=7)
    visitor = live.browser()
    post(visitor), post(visitor)
    answer = visitor.post("/api/submissions", json={"puzzle": 1, "source": SOURCE})
    assert answer.status_code == 503
    assert error_of(answer)["code"] == "queue_full"
    assert answer.headers["retry-after"] == "7"


def test_a_gpu_is_taken_where_a_gpu_worker_lives(start: Any):
    live = start()
    live.redis.set(wire.worker_key("g"), '{"device": "gpu", "problem": null}', ex=30)
    submission = post(live.browser(), device="gpu")
    assert live.redis.lpos("rq:queue:gpu", submission) == 0
