"""Assignments over HTTP and on both databases: what is due, extensions, and the help that they close."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest

from playground_puzzles.models import Outcome
from tests.api.classes import a_class, good, joined, member_id, solve, teacher
from tests.api.conftest import Live, error_of


@pytest.fixture
def live(school: Live) -> Live:
    return school


def after(**units: float) -> str:
    return (datetime.now(UTC) + timedelta(**units)).isoformat()


def assign(browser: httpx2.Client, classroom: dict[str, Any], **fields: Any) -> dict[str, Any]:
    body = {"title": "Week 1", "items": [{"puzzle": "constant-add", "points": 2}], **fields}
    made: dict[str, Any] = good(browser.post(f"/api/classrooms/{classroom['id']}/assignments", json=body), 201)
    return made


def own(browser: httpx2.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = good(browser.get("/api/me/assignments"))["assignments"]
    return found


def test_an_assignment_is_made_changed_and_taken_away(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    path = f"/api/classrooms/{made['id']}/assignments"
    items = [{"puzzle": "1", "points": 2}, {"puzzle": "demo-1", "points": 5}, {"puzzle": "long-sum", "points": 0.5}]
    row = assign(ada, made, items=items, due_at="2031-01-19T23:59:00+01:00")
    assert [(item["puzzle"], item["points"]) for item in row["items"]][1:] == [("demo-1", 0), ("long-sum", 0.5)]
    assert row["points"] == 2.5
    assert row["due_at"] == "2031-01-19T22:59:00Z"
    assert (row["state"], row["late"], row["allows_hints"], row["is_exam"]) == ("open", "shown", True, False)
    changed = good(
        ada.patch(f"{path}/{row['id']}", json={"title": "Week 2", "due_at": None, "items": items[2:], "late": "closed"})
    )
    assert (changed["title"], changed["due_at"], changed["late"]) == ("Week 2", None, "closed")
    assert [item["puzzle"] for item in changed["items"]] == ["long-sum"]
    listed = good(ada.get(path))
    assert listed["time_zone"] == "Europe/Berlin"
    assert [each["id"] for each in listed["assignments"]] == [row["id"]]
    assert ada.delete(f"{path}/{row['id']}").status_code == 204
    assert error_of(ada.delete(f"{path}/{row['id']}"))["code"] == "unknown_assignment"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"items": []}, 422),
        ({"items": [{"puzzle": "constant-add"}, {"puzzle": "constant-add"}]}, 422),
        ({"items": [{"puzzle": "no-such"}]}, 404),
        ({"items": [{"puzzle": "constant-add", "points": -1}]}, 422),
        ({"items": [{"puzzle": "constant-add", "points": 1e9}]}, 422),
        ({"due_at": "2031-01-19T23:59:00"}, 422),
        ({"opens_at": "2031-01-19T23:59:00Z", "due_at": "2031-01-19T23:59:00+01:00"}, 422),
        ({"is_exam": True}, 422),
        ({"is_exam": True, "due_at": "2031-01-19T23:59:00Z"}, 422),
        ({"title": "a\x00b"}, 422),
        ({"late": "never"}, 422),
    ],
)
def test_what_makes_no_assignment_is_refused(live: Live, fields: dict[str, Any], status: int):
    ada = teacher(live)
    body = {"title": "Week 1", "items": [{"puzzle": "constant-add"}], **fields}
    answer = ada.post(f"/api/classrooms/{a_class(ada)['id']}/assignments", json=body)
    assert answer.status_code == status, answer.text
    error_of(answer)


def test_students_see_what_is_due_first_and_what_is_to_come_by_its_title(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo = joined(live, made, "Bo")
    assert own(live.browser()) == []
    for title, opens, due in (
        ("later", None, after(days=9)),
        ("soon", None, after(days=2)),
        ("never", None, None),
        ("over", after(days=-9), after(days=-1)),
        ("to come", after(days=3), after(days=4)),
    ):
        assign(ada, made, title=title, opens_at=opens, due_at=due)
    found = own(bo)
    assert [(each["title"], each["state"]) for each in found] == [
        ("soon", "open"),
        ("later", "open"),
        ("never", "open"),
        ("to come", "upcoming"),
        ("over", "over"),
    ]
    assert [len(each["items"]) for each in found] == [1, 1, 1, 0, 1]
    good(ada.patch(f"/api/classrooms/{made['id']}", json={"is_archived": True}))
    assert own(bo) == []
    assert own(ada) == [], "a teacher has nothing due"


def test_late_work_is_marked_and_an_extension_helps_one_student(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo, cy = joined(live, made, "Bo"), joined(live, made, "Cy")
    row = assign(ada, made, opens_at=after(days=-9), due_at=after(days=-1))
    path = f"/api/classrooms/{made['id']}/assignments/{row['id']}/extensions"
    who = member_id(ada, made, "Bo")
    until = after(days=2)
    extended = good(ada.put(f"{path}/{who}", json={"due_at": until}))
    assert [(each["name"], each["due_at"][:16]) for each in extended["extensions"]] == [("Bo", until[:16])]
    for browser in (bo, cy):
        solve(live, browser, "constant-add", Outcome.wrong_answer)
        solve(live, browser, "constant-add")
    [mine], [theirs] = own(bo), own(cy)
    assert (mine["is_extended"], mine["state"]) == (True, "open")
    assert (theirs["is_extended"], theirs["state"]) == (False, "over")
    assert (mine["items"][0]["is_late"], theirs["items"][0]["is_late"]) == (False, True)
    assert mine["items"][0]["attempts"] == 2
    assert good(ada.put(f"{path}/{who}", json={"due_at": None}))["extensions"] == []
    assert own(bo)[0]["items"][0]["is_late"]
    assert ada.put(f"{path}/none", json={"due_at": until}).status_code == 404
    assert ada.put(f"{path}/{who}", json={"due_at": after(days=-10)}).status_code == 422
    open_end = assign(ada, made)
    never = f"/api/classrooms/{made['id']}/assignments/{open_end['id']}/extensions/{who}"
    assert ada.put(never, json={"due_at": until}).status_code == 422


def test_hints_and_solutions_are_closed_to_members_while_it_runs(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo, other = joined(live, made, "Bo"), live.browser()
    row = assign(ada, made, allows_hints=False, allows_solutions=False, due_at=after(hours=1))
    [closed] = good(bo.get("/api/me/assignments"))["closed"]
    assert (closed["puzzle"], closed["hints"], closed["solutions"], closed["shares"]) == (
        "constant-add",
        True,
        True,
        False,
    )
    assert good(bo.get("/api/puzzles/constant-add"))["hints"] == []
    assert len(good(other.get("/api/puzzles/constant-add"))["hints"]) > 0
    asked = (
        ("POST", "/api/puzzles/constant-add/hints", {"opened": 1}),
        ("POST", "/api/puzzles/constant-add/give-up", None),
        ("GET", "/api/puzzles/constant-add/solution", None),
    )
    for method, path, body in asked:
        refused = bo.request(method, path, json=body)
        assert (refused.status_code, error_of(refused)["code"]) == (403, "closed_by_class"), path
        assert "Week 1" in error_of(refused)["message"]
    # Others, and other puzzles, are not touched.
    assert other.post("/api/puzzles/constant-add/hints", json={"opened": 1}).status_code == 200
    assert bo.post("/api/puzzles/long-sum/give-up").status_code == 200
    solve(live, bo)
    assert bo.get("/api/puzzles/constant-add/solution").status_code == 403
    assert bo.get("/api/puzzles/constant-add/solutions").status_code == 403
    path = f"/api/classrooms/{made['id']}/assignments/{row['id']}"
    good(ada.patch(path, json={"opens_at": after(days=-1), "due_at": after(seconds=-1)}))
    assert bo.get("/api/puzzles/constant-add/solution").status_code == 200
    assert good(bo.get("/api/me/assignments"))["closed"] == []


def test_an_extension_keeps_them_closed_for_who_has_it(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo, cy = joined(live, made, "Bo"), joined(live, made, "Cy")
    row = assign(ada, made, allows_solutions=False, opens_at=after(days=-2), due_at=after(days=-1))
    path = f"/api/classrooms/{made['id']}/assignments/{row['id']}/extensions/{member_id(ada, made, 'Bo')}"
    good(ada.put(path, json={"due_at": after(days=1)}))
    assert bo.post("/api/puzzles/constant-add/give-up").status_code == 403
    assert cy.post("/api/puzzles/constant-add/give-up").status_code == 200


def test_an_exam_closes_hints_solutions_links_and_other_classes_for_its_window(live: Live):
    ada = teacher(live)
    made, other = a_class(ada), a_class(ada, "Another")
    bo, cy = joined(live, made, "Bo"), live.browser()
    good(bo.post("/api/join", json={"code": other["join_code"], "name": "Bo"}))
    assign(ada, other, title="Homework")
    links = [good(who.post("/api/solutions", json={"submission": solve(live, who)}), 201)["id"] for who in (bo, cy)]
    exam = {"title": "Exam", "is_exam": True, "items": [{"puzzle": "long-sum"}]}
    row = assign(ada, made, **exam, opens_at=after(hours=-1), due_at=after(hours=1))
    seen = good(bo.get("/api/me/assignments"))
    assert [each["title"] for each in seen["assignments"]] == ["Exam"]
    assert [(each["puzzle"], each["shares"]) for each in seen["closed"]] == [(None, True)]
    refused = [
        bo.post("/api/puzzles/constant-add/hints", json={"opened": 1}),
        bo.get("/api/puzzles/constant-add/solution"),
        bo.post("/api/puzzles/long-sum/give-up"),
        bo.get("/api/puzzles/constant-add/solutions"),
        bo.get(f"/api/solutions/{links[1]}"),
        bo.get(f"/api/solutions/{links[1]}/raw"),
        bo.post(f"/api/solutions/{links[1]}/reveal"),
        bo.post(f"/api/solutions/{links[1]}/again"),
        bo.post("/api/solutions", json={"submission": solve(live, bo, "outer-vector-add")}),
        bo.get(f"/api/classrooms/{other['id']}"),
        bo.get("/api/leaderboard", params={"classroom": other["id"]}),
        bo.post("/api/join", json={"code": other["join_code"], "name": "Bo"}),
    ]
    for answer in refused:
        assert (answer.status_code, error_of(answer)["code"]) == (403, "closed_by_class"), answer.url
    assert bo.get(f"/embed/{links[1]}").status_code == 403
    assert bo.post(f"/api/classrooms/{made['id']}/leave").status_code == 403
    assert bo.get(f"/api/solutions/{links[0]}").status_code == 200, "one's own is one's own"
    assert cy.get(f"/api/solutions/{links[1]}").status_code == 200
    assert bo.get(f"/api/classrooms/{made['id']}").status_code == 200
    path = f"/api/classrooms/{made['id']}/assignments/{row['id']}"
    good(ada.patch(path, json={"due_at": after(seconds=-1)}))
    for answer in (bo.get(f"/api/solutions/{links[1]}"), bo.get(f"/api/classrooms/{other['id']}")):
        assert answer.status_code == 200
    assert {each["title"] for each in own(bo)} == {"Exam", "Homework"}


def test_of_an_exam_only_what_is_sent_in_its_window_counts(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo, cy = joined(live, made, "Bo"), joined(live, made, "Cy")
    solve(live, bo)
    times = {"opens_at": datetime.now(UTC).isoformat(), "due_at": after(hours=1)}
    row = assign(ada, made, title="Exam", is_exam=True, **times)
    solve(live, cy)
    grades = good(ada.get(f"/api/classrooms/{made['id']}/grades", params={"assignment": row["id"]}))
    assert {each["name"]: each["points"] for each in grades["rows"]} == {"Bo": 0, "Cy": 2}
