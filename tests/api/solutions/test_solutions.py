"""Share links: made, run again, unlisted and deleted, on both databases."""

import io
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from PIL import Image
from sqlalchemy import select

from playground_backend.share_ids import ShareIds
from playground_backend.store import leaving
from playground_backend.store.tables import Identity, Share, Source, Submission
from playground_puzzles.models import CaseVerdict, MemoryScore, Outcome, Problem
from tests.api.conftest import SOURCE, Hand, Live, error_of, post
from tests.api.solutions.conftest import HOSTILE, INDEX, LAUNCH, PUZZLE, SOLUTION, TELLING, forms, judged, share


def test_a_link_shows_what_was_judged(owner: httpx2.Client, hand: Hand):
    cases = [
        CaseVerdict(
            name="as-stated",
            title="As stated",
            sizes={"N0": 32},
            blocks={"B0": 32},
            grid=[1],
            seed=7,
            outcome=Outcome.passed,
            traced=True,
            memory=MemoryScore(loaded=32, stored=32, least_loaded=32, least_stored=32),
        )
    ]
    id = share(owner, judged(owner, hand, verdict={"cases": cases}))
    assert re.fullmatch(r"[A-Za-z0-9_-]{11}", id)
    answer = owner.get(f"/api/solutions/{id}")
    assert answer.headers["cache-control"] == "private, no-store"
    seen = answer.json()
    assert seen["source"] == SOLUTION
    assert (seen["kind"], seen["puzzle"], seen["own"], seen["listed"], seen["veiled"], seen["looked"]) == (
        "solution",
        PUZZLE,
        True,
        True,
        False,
        False,
    )
    assert (seen["verdict"]["triton_version"], seen["verdict"]["seed"]) == ("3.9.0", 7)
    assert seen["verdict"]["cases"][0]["memory"]["loaded"] == 32
    assert seen["verdict"]["cases"][0]["traced"] is False  # accesses are not kept
    assert seen["lines"] == SOLUTION.rstrip().count("\n") + 1


def test_the_same_source_has_the_same_link_and_what_it_shows_stays(owner: httpx2.Client, hand: Hand):
    first = share(owner, judged(owner, hand, verdict={"seed": 1}))
    assert share(owner, judged(owner, hand, verdict={"seed": 2})) == first
    assert owner.get(f"/api/solutions/{first}").json()["verdict"]["seed"] == 1
    assert share(owner, judged(owner, hand, source=SOLUTION + "# another\n")) != first
    assert [each["id"] for each in owner.get("/api/solutions").json()].count(first) == 1


def test_another_owners_same_source_has_another_link(live: Live, owner: httpx2.Client, hand: Hand):
    other = live.browser()
    mine, theirs = share(owner, judged(owner, hand)), share(other, judged(other, hand))
    assert mine != theirs


def test_an_id_cannot_be_reckoned_without_the_hosts_secret():
    submission = Submission(owner="me", puzzle=PUZZLE, device="interpreter", source="0" * 64)
    ids = {ShareIds(secret).of(submission) for secret in (b"one", b"another", b"one")}
    assert len(ids) == 2
    ids = {ShareIds(b"one").of(Submission(owner="me", puzzle=PUZZLE, device=d, source="0" * 64)) for d in ("gpu", "x")}
    assert len(ids) == 2


def test_a_free_run_is_shared_with_its_launch(live: Live, owner: httpx2.Client, visitor: httpx2.Client, hand: Hand):
    def ran(**change: Any) -> str:
        sent = owner.post("/api/runs", json={"source": SOURCE, "launch": {**LAUNCH, **change}}).json()["id"]
        hand.finish(sent, Outcome.ran, puzzle="sandbox", seed=11)
        return share(owner, sent)

    id = ran()
    assert ran(seed=5) == id  # another seed is the same run
    assert ran(grid=[2]) != id
    seen = visitor.get(f"/api/solutions/{id}").json()
    assert (seen["kind"], seen["puzzle"], seen["veiled"]) == ("run", "sandbox", False)
    assert seen["launch"]["grid"] == [1]
    assert seen["constants"] == {"a": "1.0", "b": "1", "c": "true"}
    again = visitor.post(f"/api/solutions/{id}/again")
    assert again.status_code == 202
    job = hand.stored(again.json()["id"])
    assert (job["puzzle"], job["launch"]["seed"], job["launch"]["constants"]["a"]) == ("sandbox", 11, 1.0)


def test_run_again_is_the_visitors_own_replay(live: Live, owner: httpx2.Client, visitor: httpx2.Client, hand: Hand):
    source = SOLUTION + "# passes now and then\n"
    id = share(owner, judged(owner, hand, Outcome.wrong_answer, source=source, verdict={"seed": 9}))
    again = visitor.post(f"/api/solutions/{id}/again").json()["id"]
    row = live.row(again)
    assert (row.seed, row.case, row.puzzle) == (9, None, PUZZLE)
    hand.finish(again)
    assert visitor.get(f"/api/submissions/{again}").json()["verdict"]["outcome"] == "passed"
    assert owner.get(f"/api/submissions/{again}").status_code == 404
    assert visitor.get("/api/me").json()["puzzles"] == []  # never counted


def test_run_again_judges_the_one_case_of_a_replay(live: Live, owner: httpx2.Client, hand: Hand):
    one = CaseVerdict(
        name="as-stated", title="As stated", sizes={}, blocks={}, grid=[1], seed=7, outcome=Outcome.wrong_answer
    )
    submission = post(owner, source=SOLUTION, case="as-stated", seed=7)
    hand.finish(submission, Outcome.wrong_answer, cases=[one])
    again = owner.post(f"/api/solutions/{share(owner, submission)}/again").json()["id"]
    assert (live.row(again).case, live.row(again).seed) == ("as-stated", 7)


def test_what_was_shared_of_a_puzzle_that_is_gone_is_shown_and_cannot_be_run(
    live: Live, owner: httpx2.Client, visitor: httpx2.Client, hand: Hand
):
    id = share(owner, judged(owner, hand, Outcome.wrong_answer, source=SOLUTION + "# of another time\n"))
    with live.service.database.write() as session:
        session.get_one(Share, id).puzzle = "once-there-was"
    assert visitor.get(f"/api/solutions/{id}").json()["title"] == "once-there-was"
    again = visitor.post(f"/api/solutions/{id}/again")
    assert (again.status_code, error_of(again)["code"]) == (404, "unknown_puzzle")
    assert not visitor.cookies


def test_anothers_submission_cannot_be_shared(owner: httpx2.Client, visitor: httpx2.Client, hand: Hand):
    submission = judged(owner, hand)
    for browser in (visitor, owner):
        wrong = submission if browser is visitor else "0" * 16
        answer = browser.post("/api/solutions", json={"submission": wrong})
        assert (answer.status_code, error_of(answer)["code"]) == (404, "unknown_submission")


@pytest.mark.parametrize("outcome", [None, Outcome.cancelled, Outcome.internal_error])
def test_what_has_no_verdict_of_its_own_cannot_be_shared(owner: httpx2.Client, hand: Hand, outcome: Outcome | None):
    submission = post(owner) if outcome is None else judged(owner, hand, outcome)
    answer = owner.post("/api/solutions", json={"submission": submission})
    assert (answer.status_code, error_of(answer)["code"]) == (409, "not_judged")


def test_a_run_whose_code_is_deleted_cannot_be_shared(live: Live, owner: httpx2.Client, hand: Hand):
    submission = judged(owner, hand, source=SOLUTION + "# long ago\n")
    with live.service.database.write() as session:
        row = session.get_one(Submission, submission)
        row.trimmed_at = row.finished_at
        session.get_one(Source, row.source).text = ""
    answer = owner.post("/api/solutions", json={"submission": submission})
    assert (answer.status_code, error_of(answer)["code"]) == (409, "not_judged")


def test_no_link_is_left_behind_by_who_shares_while_leaving(live: Live, owner: httpx2.Client, hand: Hand):
    submission = judged(owner, hand, source=SOLUTION + "# going\n")
    me = live.row(submission).owner
    cookies = dict(owner.cookies)
    found: list[int] = []

    def send() -> None:
        with httpx2.Client(base_url=live.url, cookies=cookies, timeout=20) as tab:
            found.append(tab.post("/api/solutions", json={"submission": submission}).status_code)

    with live.service.database.write() as session:
        leaving.leave(session, me)
        other = threading.Thread(target=send)
        other.start()
        time.sleep(0.5)  # it looks and waits
    other.join()
    assert found == [404]
    with live.service.database.read() as session:
        assert session.scalars(select(Share).where(Share.owner.is_(None), Share.deleted_at.is_(None))).all() == []


def test_deleted_stays_deleted(live: Live, owner: httpx2.Client, visitor: httpx2.Client, hand: Hand):
    id = share(owner, judged(owner, hand))
    visitor.post(f"/api/solutions/{id}/reveal")
    assert owner.delete(f"/api/solutions/{id}").status_code == 204
    for browser in (owner, visitor):
        for name, answer in forms(browser, id).items():
            assert answer.status_code == 410, name
            assert TELLING not in answer.text
            assert "og:title" not in answer.text
        answers = [
            browser.post(f"/api/solutions/{id}/reveal"),
            browser.post(f"/api/solutions/{id}/again"),
            browser.patch(f"/api/solutions/{id}", json={"listed": True}),
            browser.delete(f"/api/solutions/{id}"),
        ]
        assert [(each.status_code, error_of(each)["code"]) for each in answers] == [(410, "share_deleted")] * 4
    again = owner.post("/api/solutions", json={"submission": judged(owner, hand)})
    assert (again.status_code, error_of(again)["code"]) == (410, "share_deleted")
    assert owner.get("/api/solutions").json() == []
    with live.service.database.read() as session:
        row = session.get_one(Share, id)
        assert (row.owner, row.source, row.verdict, row.launch) == (None, None, None, None)


def test_only_its_owner_changes_or_deletes_a_link(owner: httpx2.Client, visitor: httpx2.Client, hand: Hand):
    id = share(owner, judged(owner, hand))
    post(visitor)
    answers = [
        visitor.delete(f"/api/solutions/{id}"),
        visitor.patch(f"/api/solutions/{id}", json={"listed": False}),
    ]
    assert [(each.status_code, error_of(each)["code"]) for each in answers] == [(403, "not_yours")] * 2
    assert owner.get(f"/api/solutions/{id}").json()["listed"] is True
    assert owner.delete(f"/api/solutions/{id}", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_after_solving_others_listed_solutions_are_shown(
    live: Live, owner: httpx2.Client, visitor: httpx2.Client, hand: Hand
):
    path = "/api/puzzles/long-sum/solutions"
    score = MemoryScore(loaded=30, stored=2, least_loaded=20, least_stored=2)
    case = CaseVerdict(name="c", title="C", sizes={}, blocks={}, grid=[1], seed=7, outcome=Outcome.passed, memory=score)
    verdict = {"puzzle": "long-sum", "cases": [case]}
    id = share(owner, judged(owner, hand, puzzle="long-sum", verdict=verdict))
    wrong = SOURCE + "# wrong\n"
    share(owner, judged(owner, hand, Outcome.wrong_answer, source=wrong, puzzle="long-sum", verdict=verdict))
    for browser in (visitor, live.browser()):
        refused = browser.get(path)
        assert (refused.status_code, error_of(refused)["code"]) == (403, "veiled")
        post(browser, puzzle="long-sum")
        browser.post("/api/puzzles/long-sum/give-up")
        assert browser.get(path).status_code == 403  # giving up opens ours alone
    hand.finish(post(visitor, puzzle="long-sum"))
    found = visitor.get(path).json()
    assert [(each["id"], each["by"], each["moved"], each["least"]) for each in found["solutions"]] == [
        (id, None, 32, 22)
    ]
    assert found["more"] is False
    assert owner.get(path).json()["solutions"] == []  # one's own is no news
    ada = live.row(post(owner)).owner
    with live.service.database.write() as session:
        me = session.get_one(Identity, ada)
        me.name, me.is_listed = "Ada", True
    assert visitor.get(path).json()["solutions"][0]["by"] == "Ada"
    assert "by Ada" in visitor.get(f"/embed/{id}").text

    assert owner.patch(f"/api/solutions/{id}", json={"listed": False}).json()["listed"] is False
    assert visitor.get(path).json()["solutions"] == []
    assert visitor.get(f"/api/solutions/{id}").status_code == 200  # still at its address
    owner.patch(f"/api/solutions/{id}", json={"listed": True})
    assert len(visitor.get(path).json()["solutions"]) == 1
    assert visitor.get(f"{path}?page=2").json() == {"solutions": [], "more": False}


def test_html_in_a_source_stays_text(owner: httpx2.Client, visitor: httpx2.Client, hand: Hand):
    error = Problem(kind="compile_error", message='"><script>alert(3)</script>', line=1)
    id = share(owner, judged(owner, hand, Outcome.compile_error, source=HOSTILE, verdict={"error": error}))
    found = forms(visitor, id)
    for name in ("page", "embed"):
        assert "<script>alert" not in found[name].text, name
        assert "<img" not in found[name].text, name
    assert "&lt;script&gt;alert(1)" in found["embed"].text
    assert found["raw"].text == HOSTILE
    assert found["raw"].headers["x-content-type-options"] == "nosniff"


def test_the_page_says_what_a_preview_needs(owner: httpx2.Client, visitor: httpx2.Client, hand: Hand):
    id = share(owner, judged(owner, hand))
    answer = visitor.get(f"/s/{id}", headers={"Host": "evil.example"})
    assert "evil" not in answer.text
    told = dict(re.findall(r'<meta property="(og:[^"]+)" content="([^"]*)">', answer.text))
    assert told["og:title"] == "A solution to Constant add"
    assert "veiled until you have solved" in told["og:description"]
    assert told["og:image"] == f"/s/{id}/preview.png"
    assert "<title>A solution to Constant add · Triton Playground</title>" in answer.text
    assert answer.text.count('name="description"') == 1
    assert 'content="noindex"' in answer.text
    assert visitor.head(f"/s/{id}").status_code == 200

    picture = visitor.get(f"/s/{id}/preview.png")
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    assert len(picture.content) < 60_000
    with Image.open(io.BytesIO(picture.content)) as image:
        assert image.size == (int(told["og:image:width"]), int(told["og:image:height"])) == (1200, 630)


def test_addresses_are_made_from_the_settings(start: Callable[..., Live], tmp_path: Path):
    (tmp_path / "index.html").write_text(INDEX)
    running = start(public_url="http://triton.example.org/", static_dir=tmp_path)
    owner, hand = running.browser(), Hand(running)
    made = owner.post("/api/solutions", json={"submission": judged(owner, hand)}, headers={"Host": "evil"}).json()
    assert made["url"] == f"http://triton.example.org/s/{made['id']}"
    page = owner.get(f"/s/{made['id']}", headers={"Host": "evil"}).text
    assert f'og:image" content="http://triton.example.org/s/{made["id"]}/preview.png"' in page
    assert "evil" not in page


def test_the_embed_alone_may_be_framed(owner: httpx2.Client, visitor: httpx2.Client, hand: Hand):
    id = share(owner, judged(owner, hand))
    found = forms(visitor, id)
    policy = found.pop("embed").headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "script-src" not in policy
    assert policy.startswith("default-src 'none'")
    for name, answer in found.items():
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], name
    assert visitor.get(f"/embed/{id}?theme=dark").text != visitor.get(f"/embed/{id}?theme=light").text
    assert visitor.get(f"/embed/{id}?theme=plaid").status_code == 422


@pytest.mark.parametrize(
    "id", ["AAAAAAAAAAA", "short", "a" * 300, "%00%00%00%00%00%00%00%00%00%00%00", "..%2f..%2fetc"]
)
def test_what_is_no_link_is_404_in_every_form(visitor: httpx2.Client, id: str):
    for name, answer in forms(visitor, id).items():
        assert answer.status_code == 404, name
    for answer in (visitor.post(f"/api/solutions/{id}/reveal"), visitor.delete(f"/api/solutions/{id}")):
        assert answer.status_code == 404
        error_of(answer)
