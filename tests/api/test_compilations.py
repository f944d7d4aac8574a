"""The compile check over HTTP: queued after a verdict, asked for, found, and what is said where no worker compiles."""

import json
import zlib
from typing import Any

import httpx2
import pytest
from rq.job import Job
from rq.serializers import JSONSerializer

from playground_puzzles import wire
from playground_puzzles.models import CompileChecked, Compiled, Listing, Outcome, Problem, Target

from .conftest import SOURCE, Hand, Live, error_of, post, until
from .test_runs import send

QUEUE = f"rq:queue:{wire.COMPILE_QUEUE}"
BEAT = {"device": "interpreter", "triton_version": "3.9.0", "sandbox": "strong", "slots": 1, "problem": None}


@pytest.fixture
def compiler(live: Live) -> Any:
    """A worker that says that it compiles."""
    live.redis.set(wire.worker_key("by-hand-1"), json.dumps({**BEAT, "compiles": True}), ex=60)
    yield live
    live.redis.delete(wire.worker_key("by-hand-1"))


@pytest.fixture(autouse=True)
def _empty(live: Live) -> None:
    live.redis.delete(QUEUE)


def jobs(live: Live) -> list[dict[str, Any]]:
    names = [raw.decode() for raw in live.redis.lrange(QUEUE, 0, -1)]
    found = [Job.fetch(name, connection=live.redis, serializer=JSONSerializer) for name in names]
    assert all(job.func_name == wire.COMPILE_FUNCTION and SOURCE not in (job.description or "") for job in found)
    return [job.args[0] for job in found]


def keep(live: Live, submission: str, case: str, *, cached: bool = False, **fields: Any) -> Compiled:
    """What a worker leaves behind."""
    form = Listing(form="ptx", text="ret;", lines=[3])
    stated = {"target": Target.sm_90, "case": case, "compiles": True, "triton_version": "3.9.0", "forms": [form]}
    compiled = Compiled(**{**stated, **fields})
    live.redis.set(wire.compiled_key("digest" + submission), zlib.compress(compiled.model_dump_json().encode()), ex=60)
    pointer = json.dumps({"key": "digest" + submission, "cached": cached})
    live.redis.set(wire.compile_pointer_key(submission, compiled.target.value, case), pointer, ex=60)
    return compiled


def look(browser: httpx2.Client, submission: str, **query: str) -> dict[str, Any]:
    answer = browser.get(f"/api/submissions/{submission}/compile", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("outcome", [Outcome.passed, Outcome.wrong_answer, Outcome.compile_error])
def test_what_is_judged_is_compiled_after_its_verdict(
    live: Live, browser: httpx2.Client, hand: Hand, outcome: Outcome
) -> None:
    submission = post(browser)
    hand.take(submission)
    assert jobs(live) == []
    hand.judge(submission, outcome)
    until(lambda: jobs(live))
    (job,) = jobs(live)
    assert (job["id"], job["target"], job["case"], job["source"]) == (submission, "sm_90", "as-stated", SOURCE)


@pytest.mark.parametrize("outcome", [Outcome.rejected, Outcome.cancelled])
def test_what_nobody_waits_for_is_not(live: Live, browser: httpx2.Client, hand: Hand, outcome: Outcome) -> None:
    hand.finish(post(browser), outcome)
    submission = post(browser)
    hand.finish(submission)
    until(lambda: jobs(live))
    assert [job["id"] for job in jobs(live)] == [submission]


def test_without_a_worker_that_compiles_it_says_so(live: Live, browser: httpx2.Client, hand: Hand) -> None:
    submission = post(browser)
    assert look(browser, submission)["status"] == "waiting"
    hand.finish(submission)
    found = look(browser, submission)
    assert (found["status"], found["result"]) == ("unavailable", None)
    assert found["reason"] == "No worker that compiles is connected just now."


def test_it_is_waited_for_and_found(compiler: Live, browser: httpx2.Client, hand: Hand) -> None:
    submission = post(browser)
    hand.finish(submission)
    until(lambda: jobs(compiler))
    assert look(browser, submission)["status"] == "waiting"
    assert look(browser, submission)["status"] == "waiting"
    assert len(jobs(compiler)) == 1, "asked twice, queued once"

    keep(compiler, submission, "as-stated", cached=True)
    found = look(browser, submission)
    assert (found["status"], found["cached"], found["case"]) == ("done", True, "as-stated")
    assert found["result"]["compiles"] is True
    assert found["result"]["forms"] == [{"form": "ptx", "text": "ret;", "lines": [3], "cut": False}]


def test_another_target_and_case_are_compiled_when_asked_for(
    compiler: Live, browser: httpx2.Client, hand: Hand
) -> None:
    submission = post(browser)
    hand.finish(submission)
    until(lambda: jobs(compiler))
    case = browser.get("/api/puzzles/constant-add").json()["cases"][1]["name"]
    assert look(browser, submission, target="gfx942", case=case)["status"] == "waiting"
    wanted = jobs(compiler)[-1]
    assert (wanted["target"], wanted["case"]) == ("gfx942", case)
    error = Problem(kind="compile_error", message="No.", line=3)
    keep(compiler, submission, case, target=Target.gfx942, compiles=False, error=error)
    found = look(browser, submission, target="gfx942", case=case)
    assert found["result"]["error"] == {
        "kind": "compile_error",
        "message": "No.",
        "line": 3,
        "column": None,
        "hint": None,
    }


def test_targets_and_cases_that_there_are_not(browser: httpx2.Client, hand: Hand) -> None:
    submission = post(browser)
    hand.finish(submission)
    for query in ({"target": "sm_13"}, {"case": "none"}):
        answer = browser.get(f"/api/submissions/{submission}/compile", params=query)
        assert answer.status_code == 422
        error_of(answer)


def test_it_is_its_owners(live: Live, browser: httpx2.Client, hand: Hand) -> None:
    submission = post(browser)
    hand.finish(submission)
    keep(live, submission, "as-stated")
    assert live.browser().get(f"/api/submissions/{submission}/compile").status_code == 404


def test_a_free_run_is_compiled_with_its_launch(compiler: Live, browser: httpx2.Client, hand: Hand) -> None:
    submission = send(browser).json()["id"]
    hand.finish(submission, Outcome.ran, puzzle="sandbox")
    until(lambda: jobs(compiler))
    (job,) = jobs(compiler)
    assert (job["case"], job["launch"]["constants"]["B0"]) == ("run", 32)
    keep(compiler, submission, "run")
    assert look(browser, submission)["status"] == "done"


def test_the_event_comes_after_the_verdict(live: Live, browser: httpx2.Client, hand: Hand) -> None:
    submission = post(browser)
    hand.finish(submission)
    event = CompileChecked(target=Target.sm_90, case="as-stated", compiles=True, error=None, cached=False)
    hand.event(submission, event.model_dump_json())

    def events(**query: str) -> tuple[list[str], str]:
        lines = browser.get(f"/api/submissions/{submission}/events", params=query).text.split("\n")
        return [line[7:] for line in lines if line.startswith("event: ")], [x for x in lines if x.startswith("id: ")][
            -1
        ]

    assert events()[0] == ["queued", "started", "verdict"]
    kinds, last = events(until="compile")
    assert kinds == ["queued", "started", "verdict", "compile"]
    again = browser.get(f"/api/submissions/{submission}/events", headers={"Last-Event-ID": last[4:]})
    assert again.status_code == 204
    verdict = events()[1][4:]
    assert browser.get(f"/api/submissions/{submission}/events", headers={"Last-Event-ID": verdict}).status_code == 204
