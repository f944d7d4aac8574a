"""Grades, their files, judging again, likeness, the trail and a class's leaderboard: over HTTP, on both databases."""

import csv
import io
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest

from playground_puzzles.models import Outcome
from tests.api.classes import a_class, good, joined, member_id, solve, staff, teacher
from tests.api.conftest import SOURCE, Hand, Live, error_of, until
from tests.unit.test_likeness import ODD, renamed, variant


@pytest.fixture
def live(school: Live) -> Live:
    return school


def after(**units: float) -> str:
    return (datetime.now(UTC) + timedelta(**units)).isoformat()


def assign(browser: httpx2.Client, classroom: dict[str, Any], **fields: Any) -> str:
    body = {"title": "Week 1", "items": [{"puzzle": "constant-add", "points": 2}], **fields}
    return str(good(browser.post(f"/api/classrooms/{classroom['id']}/assignments", json=body), 201)["id"])


def graded(browser: httpx2.Client, classroom: dict[str, Any], **query: Any) -> dict[str, dict[str, Any]]:
    found = good(browser.get(f"/api/classrooms/{classroom['id']}/grades", params=query))
    return {row["name"]: row for row in found["rows"]}


def test_points_follow_the_policy_and_each_cell_says_why(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    people = {name: joined(live, made, name) for name in ("Early", "Late", "Tried", "Helped", "Idle", "Copied")}
    solve(live, people["Early"])
    solve(live, people["Tried"], "constant-add", Outcome.wrong_answer)
    good(people["Helped"].post("/api/puzzles/constant-add/give-up"))
    solve(live, people["Helped"])
    solve(live, people["Copied"], source=live.service.catalogue.solution("constant-add").source)
    times = {"opens_at": after(days=-1), "due_at": after(seconds=0)}
    shown, shut = assign(ada, made, title="Shown", **times), assign(ada, made, title="Shut", late="closed", **times)
    still = assign(ada, made, title="Open", due_at=after(days=3))
    solve(live, people["Late"])
    rows = graded(ada, made)
    cells = {name: {cell["assignment"]: cell for cell in row["cells"]} for name, row in rows.items()}

    def cell(name: str, assignment: str) -> tuple[str, float]:
        return cells[name][assignment]["state"], cells[name][assignment]["points"]

    assert [cell("Early", each) for each in (shown, shut, still)] == [("solved", 2)] * 3
    assert [cell("Late", each) for each in (shown, shut, still)] == [("late", 2), ("closed", 0), ("solved", 2)]
    assert [cell("Tried", each) for each in (shown, shut, still)] == [("missing", 0), ("missing", 0), ("open", 0)]
    assert (rows["Early"]["points"], rows["Late"]["points"], rows["Idle"]["points"]) == (6, 4, 0)
    told = {name: cells[name][shown]["explanation"] for name in people}
    assert told["Early"].startswith("Solved on ")
    assert told["Early"].endswith(" 2 of 2 points.")
    assert "It was due on" in told["Late"]
    assert "Late work does not count." in cells["Late"][shut]["explanation"]
    assert told["Tried"].startswith("Not solved in 1 run.")
    assert told["Idle"].startswith("Nothing was sent.")
    assert (cells["Helped"][shown]["is_helped"], "solution had been opened" in told["Helped"]) == (True, True)
    assert (cells["Copied"][shown]["is_copied"], "published solution" in told["Copied"]) == (True, True)
    assert set(graded(ada, made, assignment=shut)["Late"]["cells"][0]) >= {"explanation"}
    found = good(ada.get(f"/api/classrooms/{made['id']}/grades"))
    assert found["most"] == 6
    assert all("does not count" in each["policy"] for each in found["assignments"] if each["title"] == "Shut")


def test_times_are_told_by_the_classs_own_clocks(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    joined(live, made, "Bo")
    assign(ada, made, due_at="2026-01-19T22:59:00Z")
    [cell] = graded(ada, made)["Bo"]["cells"]
    assert "19 Jan 2026, 23:59" in cell["explanation"]


def test_an_extension_and_a_double_count_as_the_students(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo, double = joined(live, made, "Bo"), joined(live, made, "Bo 2")
    row = assign(ada, made, opens_at=after(days=-2), due_at=after(days=-1), late="closed")
    solve(live, double)
    path = f"/api/classrooms/{made['id']}"
    kept = member_id(ada, made, "Bo")
    good(ada.put(f"{path}/assignments/{row}/extensions/{kept}", json={"due_at": after(days=1)}))
    good(ada.post(f"{path}/members/{member_id(ada, made, 'Bo 2')}/merge", json={"into": kept}))
    assert graded(ada, made)["Bo"]["points"] == 2
    del bo


def test_another_device_does_not_count(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    solve(live, joined(live, made, "Bo"))
    assign(ada, made, device="gpu")
    assert graded(ada, made)["Bo"]["points"] == 0


def test_grades_are_taken_along_as_csv_that_a_real_parser_reads(live: Live):
    ada = teacher(live)
    made = a_class(ada, name="Gruppe Ä")
    solve(live, joined(live, made, "=cmd|' /C calc'!A0"))
    assign(ada, made)
    path = f"/api/classrooms/{made['id']}/grades.csv"
    for form in ("plain", "canvas", "moodle"):
        answer = ada.get(path, params={"form": form})
        assert answer.headers["content-type"].startswith("text/csv")
        assert "filename*=UTF-8''Gruppe_%C3%84-grades.csv" in answer.headers["content-disposition"]
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
        assert len({len(row) for row in rows}) == 1
        assert rows[-1][0] == "'=cmd|' /C calc'!A0"
        assert "2" in rows[-1]
    assert ada.get(path, params={"form": "excel"}).status_code == 422


def test_solutions_are_taken_along_as_a_zip_with_safe_names(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo, cy = joined(live, made, "../../Bo"), joined(live, made, "Cy")
    solve(live, bo, "constant-add", Outcome.wrong_answer, source="x = 1\n")
    solve(live, bo, source=SOURCE)
    solve(live, bo, source="y = 2\n")
    solve(live, cy, "constant-add", Outcome.wrong_answer, source="first = 1\n")
    solve(live, cy, "constant-add", Outcome.wrong_answer, source="last = 2\n")
    assign(ada, made, title="Week 1/2")
    answer = ada.get(f"/api/classrooms/{made['id']}/solutions.zip")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert files == {
        "Week_1_2/Bo-001/constant-add.py": SOURCE,
        "Week_1_2/Cy-002/constant-add.py": "last = 2\n",
    }


# ---- judging again ----


def judge_again(live: Live, outcomes: dict[str, Outcome]) -> None:
    """What workers do with what is judged again. outcomes: by source."""
    hand = Hand(live)
    left = dict(outcomes)

    def take() -> bool:
        for raw in live.redis.lrange("rq:queue:interpreter", 0, -1):
            # What other tests left waiting would be waited for, politely.
            outcome = left.pop(hand.take(raw.decode())["source"], Outcome.internal_error)
            hand.judge(raw.decode(), outcome)
        return not left

    until(take, 30)


def test_a_puzzle_is_judged_again_seen_first_and_then_taken_over(live: Live):
    ada = teacher(live)
    made = a_class(ada, teacher_name="Ada")
    bo, cy, di = (joined(live, made, name) for name in ("Bo", "Cy", "Di"))
    solve(live, bo, source="lucky = 1\n")
    solve(live, cy, "constant-add", Outcome.wrong_answer, source="unlucky = 1\n")
    solve(live, di, source="right = 1\n")
    row = assign(ada, made)
    path = f"/api/classrooms/{made['id']}/assignments/{row}/rejudge"
    assert ada.post(path, json={"puzzle": "long-sum"}).status_code == 422
    begun = good(ada.post(path, json={"puzzle": "constant-add"}), 202)
    assert (begun["state"], begun["total"], begun["done"], begun["by"]) == ("running", 3, 0, "Ada")
    early = ada.post(f"{path}/{begun['id']}/apply")
    assert (early.status_code, error_of(early)["code"]) == (409, "not_judged")
    judge_again(
        live,
        {"lucky = 1\n": Outcome.wrong_answer, "unlucky = 1\n": Outcome.passed, "right = 1\n": Outcome.passed},
    )
    until(lambda: good(ada.get(path))["rejudges"][0]["state"] == "judged")
    [seen] = good(ada.get(path))["rejudges"]
    assert [(each["name"], each["before"], each["after"]) for each in seen["changes"]] == [
        ("Bo", "passed", "wrong_answer"),
        ("Cy", "wrong_answer", "passed"),
    ]
    assert [(each["name"], each["before"], each["after"]) for each in seen["grades"]] == [("Bo", 2, 0), ("Cy", 0, 2)]
    points = {name: each["points"] for name, each in graded(ada, made).items()}
    assert points == {"Bo": 2, "Cy": 0, "Di": 2}, "nothing changes until it is applied"
    applied = good(ada.post(f"{path}/{begun['id']}/apply"))
    assert (applied["state"], len(applied["changes"])) == ("applied", 2)
    assert {name: each["points"] for name, each in graded(ada, made).items()} == {"Bo": 0, "Cy": 2, "Di": 2}
    assert not good(bo.get("/api/me"))["puzzles"][0]["solved"]
    assert good(cy.get("/api/me"))["puzzles"][0]["ranked"]
    trail = good(ada.get(f"/api/classrooms/{made['id']}/audit"))["entries"]
    assert trail[0]["what"] == "Ada took over 2 changed verdicts of constant-add."
    assert ada.post(f"{path}/{begun['id']}/apply").status_code == 409
    assert ada.delete(f"{path}/{begun['id']}").status_code == 409


def test_what_fails_on_our_side_changes_nothing_and_another_start_drops_the_first(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    solve(live, joined(live, made, "Bo"), source="mine = 1\n")
    path = f"/api/classrooms/{made['id']}/assignments/{assign(ada, made)}/rejudge"
    first = good(ada.post(path, json={"puzzle": "1"}), 202)
    judge_again(live, {"mine = 1\n": Outcome.internal_error})
    until(lambda: good(ada.get(path))["rejudges"][0]["state"] == "judged")
    [seen] = good(ada.get(path))["rejudges"]
    assert (seen["failed"], seen["changes"]) == (1, [])
    second = good(ada.post(path, json={"puzzle": "1"}), 202)
    states = {each["id"]: each["state"] for each in good(ada.get(path))["rejudges"]}
    assert states == {first["id"]: "dropped", second["id"]: "running"}
    judge_again(live, {"mine = 1\n": Outcome.wrong_answer})
    until(lambda: good(ada.get(path))["rejudges"][0]["state"] == "judged")
    assert ada.delete(f"{path}/{second['id']}").status_code == 204
    assert graded(ada, made)["Bo"]["points"] == 2


# ---- likeness, the trail, the leaderboard ----


def test_two_that_look_alike_are_shown_to_be_looked_at(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    for number in range(6):
        solve(live, joined(live, made, f"Student {number}"), "long-sum", source=variant(number))
    solve(live, joined(live, made, "Bo"), "long-sum", source=ODD)
    solve(live, joined(live, made, "Cy"), "long-sum", source=renamed(ODD))
    row = assign(ada, made, items=[{"puzzle": "long-sum"}, {"puzzle": "demo-1"}, {"puzzle": "constant-add"}])
    found = good(ada.get(f"/api/classrooms/{made['id']}/assignments/{row}/similar"))["puzzles"]
    assert [(each["puzzle"], each["solutions"]) for each in found] == [("long-sum", 8), ("constant-add", 0)]
    [pair] = found[0]["pairs"]
    assert {pair["a"]["name"], pair["b"]["name"]} == {"Bo", "Cy"}
    assert "proves nothing" in pair["why"]
    assert ODD in (pair["a"]["source"], pair["b"]["source"])
    assert "fewer than" in found[1]["reason"]


def test_the_trail_says_who_did_what(live: Live):
    ada = teacher(live)
    made = a_class(ada, teacher_name="Ada")
    joined(live, made, "Bo")
    path = f"/api/classrooms/{made['id']}"
    who = member_id(ada, made, "Bo")
    good(ada.patch(f"{path}/members/{who}", json={"name": "Bob"}))
    assign(ada, made)
    good(ada.post(f"{path}/code"))
    entries = good(ada.get(f"{path}/audit"))
    assert [entry["what"] for entry in entries["entries"]] == [
        "Ada changed the join code.",
        "Ada made the assignment Week 1.",
        "Ada renamed Bo to Bob.",
        "Bo joined by the class's code.",
        f"Ada made the class {made['name']}.",
    ]
    assert not entries["more"]
    for _ in range(100):
        ada.post(f"{path}/code")
    assert good(ada.get(f"{path}/audit"))["more"]
    assert len(good(ada.get(f"{path}/audit", params={"page": 2}))["entries"]) == 5


def test_a_class_has_a_leaderboard_of_its_own(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo, cy, outsider = joined(live, made, "Bo"), joined(live, made, "Cy"), live.browser()
    assistant = staff(live, ada, made, "assistant", "Al")
    for browser in (bo, cy, outsider, assistant):
        solve(live, browser)
    solve(live, cy, "long-sum")
    query = {"classroom": made["id"]}
    seen = good(ada.get("/api/leaderboard", params=query))
    assert [(row["rank"], row["name"], row["solved"]) for row in seen["rows"]] == [(1, "Cy", 2), (2, "Bo", 1)]
    assert seen["people"] == 2
    theirs = good(bo.get("/api/leaderboard", params=query))
    assert [row["name"] for row in theirs["rows"]] == [None, None], "to one another they are who they say they are"
    assert (theirs["you"]["row"]["rank"], theirs["you"]["page"]) == (2, 1)
    one = good(ada.get("/api/leaderboard", params={**query, "puzzle": "long-sum"}))
    assert [(row["rank"], row["name"]) for row in one["rows"]] == [(1, "Cy")]
    assert good(assistant.get("/api/leaderboard", params=query))["you"]["row"] is None
    assert outsider.get("/api/leaderboard", params=query).status_code == 404
