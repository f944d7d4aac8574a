"""Progress, the calendar of activity, and the leaderboard, over HTTP and on both databases."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from sqlalchemy import select, update

from playground_backend import admin_link
from playground_backend.store.tables import Identity, Share, ShareView, Submission
from playground_puzzles import catalogue
from playground_puzzles.models import CaseVerdict, MemoryScore, Outcome

from .conftest import SOURCE, Hand, Live, error_of, post, until

SOLUTION = catalogue.load().solution("constant-add").source


@pytest.fixture
def live(start: Callable[..., Live], database_url: str) -> Live:
    return start(database_url=database_url, sweep_interval_s=3600)


def scored(moved: int) -> list[CaseVerdict]:
    memory = MemoryScore(loaded=moved - 1, stored=1, least_loaded=None, least_stored=None)
    case = {"name": "first", "title": "First", "sizes": {}, "blocks": {}, "grid": [1], "seed": 7, "outcome": "passed"}
    return [CaseVerdict(**case, memory=memory)]  # type: ignore[arg-type]


def solve(hand: Hand, browser: httpx2.Client, moved: int = 64, **fields: Any) -> str:
    submission = post(browser, **fields)
    hand.finish(submission, cases=scored(moved))
    return submission


def owner_of(live: Live, submission: str) -> str:
    return live.row(submission).owner


def named(live: Live, owner: str, name: str, **fields: Any) -> None:
    with live.service.database.write() as session:
        values = {"name": name, "name_key": name.lower(), "is_listed": True, **fields}
        session.execute(update(Identity).where(Identity.id == owner).values(**values))


def board(browser: httpx2.Client, **query: Any) -> dict[str, Any]:
    answer = browser.get("/api/leaderboard", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_progress_is_told_by_puzzle_and_the_calendar_by_day(live: Live, hand: Hand):
    ada = live.browser()
    assert ada.get("/api/me/activity").json()["days"] == []
    assert not ada.cookies
    hand.finish(post(ada), Outcome.wrong_answer)
    ada.post("/api/puzzles/constant-add/hints", json={"opened": 2})
    first = solve(hand, ada, 300)
    solve(hand, ada, 200)
    solve(hand, ada, 250)
    hand.finish(post(ada, seed=1))
    hand.finish(post(ada), Outcome.internal_error)
    hand.finish(post(ada, puzzle="long-sum"), Outcome.time_limit)
    add, total = ada.get("/api/me").json()["puzzles"]
    assert (add["attempts"], add["solved"], add["hints"], add["moved"]) == (4, True, 2, 200)
    assert (add["copied"], add["gave_up"], add["ranked"]) == (False, False, True)
    assert (
        datetime.fromisoformat(add["solved_at"]) == live.row(first).created_at < datetime.fromisoformat(add["tried_at"])
    )
    assert (total["attempts"], total["solved"], total["solved_at"], total["ranked"]) == (1, False, None, False)

    for offset in (0, 840, -720, 330):
        today = (datetime.now(UTC) + timedelta(minutes=offset)).date()
        seen = ada.get("/api/me/activity", params={"offset": offset}).json()
        assert seen["days"] == [{"day": str(today), "attempts": 5, "passed": 3}]
        assert seen["last"] == str(today)
        assert datetime.fromisoformat(seen["first"]).weekday() == 0
        assert 364 <= (today - datetime.fromisoformat(seen["first"]).date()).days <= 371
    assert live.browser().get("/api/me/activity").json()["days"] == []


def test_the_board_shows_who_solved_more_and_names_only_who_wants_it(live: Live, hand: Hand):
    ada, bo, cy, nobody = (live.browser() for _ in range(4))
    one = owner_of(live, solve(hand, ada, 100))
    other = owner_of(live, solve(hand, bo, 80))
    solve(hand, bo, 30, puzzle="long-sum")
    hand.finish(post(cy), Outcome.wrong_answer)
    named(live, one, "Ada <b>")
    named(live, other, "Bo", is_listed=False)

    seen = board(nobody)
    assert (seen["people"], seen["pages"], seen["you"]) == (2, 1, None)
    assert [(row["rank"], row["name"], row["solved"], row["moved"]) for row in seen["rows"]] == [
        (1, None, 2, 110),
        (2, "Ada <b>", 1, 100),
    ]
    assert seen["rows"][0]["puzzles"] == {"constant-add": "solved", "long-sum": "solved"}
    assert not any(row["is_you"] for row in seen["rows"])
    text = nobody.get("/api/leaderboard").text
    assert one not in text
    assert other not in text

    mine = board(bo)["you"]
    assert (mine["name"], mine["is_named"], mine["row"]["rank"], mine["page"]) == ("Bo", False, 1, 1)
    assert mine["row"]["is_you"]
    unranked = board(cy)["you"]
    assert (unranked["row"], unranked["page"], unranked["name"]) == (None, None, None)
    assert board(ada, page=7)["you"]["row"]["rank"] == 2  # wherever one looks
    assert board(ada, page=7)["rows"] == []

    puzzle = board(ada, puzzle="1")
    assert puzzle["puzzle"] == "constant-add"
    assert [(row["rank"], row["name"], row["moved"]) for row in puzzle["rows"]] == [(1, None, 80), (2, "Ada <b>", 100)]
    assert board(ada, puzzle="long-sum")["you"]["row"] is None
    assert board(ada, device="gpu")["people"] == 0


def test_boards_and_zones_that_there_cannot_be_are_refused(browser: httpx2.Client):
    for page in ("0", "-1", "x", "99999999999999999999"):
        error_of(browser.get("/api/leaderboard", params={"page": page}))
        assert browser.get("/api/leaderboard", params={"page": page}).status_code == 422
    assert browser.get("/api/leaderboard?device=abacus").status_code == 422
    assert error_of(browser.get("/api/leaderboard?puzzle=demo-1"))["code"] == "invalid"
    assert error_of(browser.get("/api/leaderboard?puzzle=nothing%00"))["code"] == "unknown_puzzle"
    for offset in ("841", "-900", "x", "1e9", ""):
        error_of(browser.get("/api/me/activity", params={"offset": offset}))
        assert browser.get("/api/me/activity", params={"offset": offset}).status_code == 422


def test_what_was_given_up_or_copied_is_solved_and_does_not_count(live: Live, hand: Hand):
    quitter, copier, looker, sharer = (live.browser() for _ in range(4))
    quitter.post("/api/puzzles/constant-add/give-up")
    solve(hand, quitter)
    solve(hand, copier, source=SOLUTION.replace("\n", "  # mine\n", 1) + "\n# and this\n")
    kernel = SOURCE.replace("pass", "return")
    shared = solve(hand, sharer, source=kernel)
    hand.finish(post(looker), Outcome.wrong_answer)
    with live.service.database.write() as session:
        mine, now = session.get_one(Submission, shared), datetime.now(UTC)
        looking = session.scalars(select(Submission.owner).where(Submission.outcome == "wrong_answer")).one()
        share = Share(id="A" * 11, owner=mine.owner, kind="solution", puzzle="constant-add", device="interpreter")
        share.source, share.created_at = mine.source, now
        session.add(share)
        session.flush()
        session.add(ShareView(viewer=looking, share=share.id, seen_at=now))
    solve(hand, looker, source=kernel.replace("    return", "    # as seen\n    return"))

    seen = board(looker)
    assert [row["is_you"] for row in seen["rows"]] == [False]
    assert seen["people"] == 1
    assert seen["you"]["row"] is None
    for browser, gave_up, copied in ((quitter, True, False), (copier, False, True), (looker, False, True)):
        (entry,) = browser.get("/api/me").json()["puzzles"]
        assert (entry["solved"], entry["gave_up"], entry["copied"], entry["ranked"]) == (True, gave_up, copied, False)
    solve(hand, copier, puzzle="long-sum")
    row = board(copier)["you"]["row"]
    assert (row["solved"], row["puzzles"]) == (1, {"constant-add": "seen", "long-sum": "solved"})


def test_verdicts_that_come_twice_count_once(live: Live, hand: Hand, browser: httpx2.Client):
    submission = post(browser)
    hand.finish(submission, cases=scored(9))
    before = board(browser)
    verdict = live.row(submission).verdict
    assert verdict is not None
    other = post(browser, puzzle="long-sum")
    for _ in range(3):
        hand.judge(submission, cases=scored(5))
    hand.finish(other, Outcome.wrong_answer)  # behind them in the stream
    until(lambda: board(browser)["rows"][0]["attempts"] == 2)
    after = board(browser)["rows"][0]
    assert (after["moved"], after["last_at"]) == (9, before["rows"][0]["last_at"])


def admin(live: Live) -> httpx2.Client:
    browser = live.browser()
    told = admin_link.make(live.settings, live.service.database, live.service.identities, live.url)
    answer = browser.post("/api/sign-in/admin", json={"token": told.partition("#")[2]})
    assert answer.status_code == 200, answer.text
    return browser


def test_an_administrator_hides_a_row_or_a_name(live: Live, hand: Hand):
    ada, bo, host = live.browser(), live.browser(), admin(live)
    named(live, owner_of(live, solve(hand, ada)), "Ada")
    solve(hand, bo)
    row = board(ada)["you"]["row"]["id"]

    def wish(browser: httpx2.Client, wanted: str, which: str = row) -> httpx2.Response:
        return browser.post(f"/api/admin/identities/{which}/{wanted}")

    for wanted in ("hide", "unhide", "hide-name", "unhide-name"):
        for browser in (ada, bo, live.browser()):
            assert wish(browser, wanted).status_code == 403
    assert bo.get("/api/admin/identities/hidden").status_code == 403
    assert board(bo)["people"] == 2

    hidden = wish(host, "hide").json()
    assert hidden == [{"id": row, "name": "Ada", "is_hidden": True, "is_name_hidden": False}]
    assert [each["is_you"] for each in board(bo)["rows"]] == [True]
    you = board(ada)["you"]
    assert (you["row"], you["is_hidden"], you["is_named"]) == (None, True, False)
    assert ada.get("/api/me").json()["puzzles"][0]["solved"]
    assert host.get("/api/admin/identities/hidden").json() == hidden
    assert wish(host, "unhide").json() == []
    assert board(bo)["people"] == 2

    wish(host, "hide-name")
    assert sorted(str(each["name"]) for each in board(bo)["rows"]) == ["None", "None"]
    you = board(ada)["you"]
    assert (you["name"], you["is_named"], you["is_name_hidden"]) == ("Ada", False, True)
    assert wish(host, "unhide-name").json() == []
    assert "Ada" in [each["name"] for each in board(bo)["rows"]]
    for unknown in ("0" * 24, "é", "%00"):
        assert error_of(wish(host, "hide", unknown))["code"] == "unknown_row"
    assert wish(host, "praise").status_code == 422
