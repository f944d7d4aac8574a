"""What is veiled from whom, in every form of a link, on both databases."""

from html import unescape

import httpx2
import pytest

from playground_backend.store import shares
from playground_backend.store.tables import ShareView
from playground_puzzles.models import CaseVerdict, Outcome, OutputBlock, Problem, Warning
from tests.api.conftest import Hand, Live, error_of, post
from tests.api.solutions.conftest import PUZZLE, SOLUTION, TELLING, forms, judged, share


def test_a_solution_is_veiled_in_every_form(owner: httpx2.Client, visitor: httpx2.Client, hand: Hand):
    told = {
        "output": [OutputBlock(case="as-stated", program=[0], text=f"{TELLING} printed")],
        "warnings": [Warning(code="w", message=f"{TELLING} warned", line=6)],
        "notes": [f"{TELLING} noted"],
    }
    id = share(owner, judged(owner, hand, verdict=told))
    for name, answer in forms(visitor, id).items():
        assert TELLING not in answer.text, name
        assert answer.status_code == (403 if name == "raw" else 200), name
    seen = visitor.get(f"/api/solutions/{id}").json()
    assert (seen["veiled"], seen["source"], seen["listed"]) == (True, None, None)
    assert seen["verdict"]["outcome"] == "passed"
    refused = visitor.get(f"/api/solutions/{id}/raw")
    assert error_of(refused)["code"] == "veiled"
    again = visitor.post(f"/api/solutions/{id}/again")
    assert (again.status_code, error_of(again)["code"]) == (403, "veiled")
    assert TELLING in owner.get(f"/embed/{id}").text
    # What crawlers are told is the same for all, also for who may see more.
    assert TELLING not in owner.get(f"/s/{id}").text


def test_who_says_so_sees_it_and_that_is_remembered(
    live: Live, owner: httpx2.Client, visitor: httpx2.Client, hand: Hand
):
    id = share(owner, judged(owner, hand))
    shown = visitor.post(f"/api/solutions/{id}/reveal")
    assert shown.status_code == 200
    assert (shown.json()["source"], shown.json()["looked"]) == (SOLUTION, True)
    assert visitor.get(f"/api/solutions/{id}/raw").text == SOLUTION
    assert TELLING in visitor.get(f"/embed/{id}").text
    assert live.browser().get(f"/api/solutions/{id}").json()["veiled"] is True
    me = live.row(post(visitor)).owner
    with live.service.database.read() as session:
        first = session.get_one(ShareView, (me, id)).seen_at
    visitor.post(f"/api/solutions/{id}/reveal")
    with live.service.database.read() as session:
        assert session.get_one(ShareView, (me, id)).seen_at == first
    # Its owner does not look at another's.
    owner.post(f"/api/solutions/{id}/reveal")
    theirs = live.row(post(owner)).owner
    with live.service.database.read() as session:
        assert session.get(ShareView, (theirs, id)) is None


@pytest.mark.parametrize("way", ["solving", "giving up"])
def test_who_has_solved_it_or_given_up_sees_it(
    live: Live, owner: httpx2.Client, visitor: httpx2.Client, hand: Hand, way: str
):
    id = share(owner, judged(owner, hand))
    hand.finish(post(visitor, seed=1))
    assert visitor.get(f"/api/solutions/{id}").json()["veiled"] is True  # a replay is no solving
    if way == "solving":
        hand.finish(post(visitor))
    else:
        visitor.post(f"/api/puzzles/{PUZZLE}/give-up")
    seen = visitor.get(f"/api/solutions/{id}").json()
    assert (seen["veiled"], seen["looked"], seen["source"]) == (False, False, SOLUTION)
    me = live.row(post(visitor)).owner
    with live.service.database.read() as session:
        assert shares.has_seen(session, me, id)


def test_a_failure_is_not_veiled(visitor: httpx2.Client, owner: httpx2.Client, hand: Hand):
    error = Problem(kind="runtime_error", message=f"`{TELLING}` is not what it seems.", line=5)
    source = SOLUTION + "# never passed\n"
    id = share(owner, judged(owner, hand, Outcome.runtime_error, source=source, verdict={"error": error}))
    found = forms(visitor, id)
    assert found["api"].json()["kind"] == "failure"
    assert found["raw"].text == source
    assert found["raw"].headers["content-type"] == "text/plain; charset=utf-8"
    assert "sandbox" in found["raw"].headers["content-security-policy"]
    assert TELLING in found["embed"].text
    assert "class=at" in found["embed"].text
    assert f"`{TELLING}` is not what it seems." in unescape(found["page"].text)
    assert not visitor.cookies  # looking makes no identity


def test_what_passed_once_is_a_solution_whatever_this_run_came_to(
    owner: httpx2.Client, visitor: httpx2.Client, hand: Hand
):
    judged(owner, hand)
    id = share(owner, judged(owner, hand, Outcome.time_limit))
    assert visitor.get(f"/api/solutions/{id}").json()["veiled"] is True


def test_what_passes_after_it_was_shared_as_a_failure_is_veiled_from_then_on(
    live: Live, owner: httpx2.Client, visitor: httpx2.Client, hand: Hand
):
    source = SOLUTION + "# slow at first\n"
    id = share(owner, judged(owner, hand, Outcome.time_limit, source=source))
    other = share(owner, judged(owner, hand, Outcome.time_limit, source=source, puzzle="long-sum"))
    assert visitor.get(f"/api/solutions/{id}").json()["source"] == source
    again = visitor.post(f"/api/solutions/{id}/again").json()["id"]  # anybody's run of it tells
    hand.finish(again)
    stranger = live.browser()
    assert stranger.get(f"/api/solutions/{id}").json()["kind"] == "solution"
    for name, answer in forms(stranger, id).items():
        assert TELLING not in answer.text, name
    assert stranger.get(f"/api/solutions/{other}").json()["kind"] == "failure"


def test_a_failure_with_one_case_that_passes_is_a_failure(owner: httpx2.Client, visitor: httpx2.Client, hand: Hand):
    source = SOLUTION + "# passes as stated\n"
    failed = judged(owner, hand, Outcome.wrong_answer, source=source)
    one = CaseVerdict(
        name="as-stated", title="As stated", sizes={}, blocks={}, grid=[1], seed=7, outcome=Outcome.passed
    )
    judged(owner, hand, source=source, case="as-stated", seed=7, verdict={"cases": [one]})
    assert visitor.get(f"/api/solutions/{share(owner, failed)}").json()["veiled"] is False
    # What passed itself is kept back, as long as nothing else is known of it.
    alone = judged(owner, hand, source=source + "#\n", case="as-stated", seed=7, verdict={"cases": [one]})
    assert visitor.get(f"/api/solutions/{share(owner, alone)}").json()["veiled"] is True


def test_a_demos_code_is_not_veiled(owner: httpx2.Client, visitor: httpx2.Client, hand: Hand):
    id = share(owner, judged(owner, hand, puzzle="demo-1", verdict={"puzzle": "demo-1"}))
    assert visitor.get(f"/api/solutions/{id}").json()["veiled"] is False
