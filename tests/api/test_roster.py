"""A class's list of students, over HTTP and on both databases: all or nothing, and a code for each."""

from typing import Any

import httpx2
import pytest

from tests.api.classes import a_class, good, joined, member_id, solve, teacher
from tests.api.conftest import Live, error_of

CSV = {"Content-Type": "text/csv"}
ROSTER = "Name;E-Mail;Matrikelnummer\r\nJörg Müller;joerg@uni.example;123\r\nZoë Ó Brien;zoe@uni.example;124\r\n"


@pytest.fixture
def live(school: Live) -> Live:
    return school


def send(browser: httpx2.Client, classroom: dict[str, Any], data: bytes, **query: Any) -> httpx2.Response:
    return browser.post(f"/api/classrooms/{classroom['id']}/roster", params=query, content=data, headers=CSV)


def codes(browser: httpx2.Client, classroom: dict[str, Any]) -> dict[str, str | None]:
    rows = good(browser.get(f"/api/classrooms/{classroom['id']}/members"))
    return {row["name"]: row["code"] for row in rows if row["role"] == "student"}


def test_a_roster_from_excel_gives_each_student_a_place_and_a_code(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    told = good(send(ada, made, ROSTER.encode("cp1252"), dry_run=True))
    assert (told["added"], told["known"], told["is_done"], told["errors"]) == (2, 0, False, [])
    assert [row["code"] for row in told["rows"]] == [None, None]
    assert codes(ada, made) == {}, "a dry run takes nothing in"
    told = good(send(ada, made, ROSTER.encode("utf-8-sig")))
    assert [(row["line"], row["name"], row["number"], row["state"]) for row in told["rows"]] == [
        (2, "Jörg Müller", "123", "new"),
        (3, "Zoë Ó Brien", "124", "new"),
    ]
    assert codes(ada, made) == {row["name"]: row["code"] for row in told["rows"]}
    assert all(len(row["code"]) == 8 for row in told["rows"])
    seen = good(ada.get(f"/api/classrooms/{made['id']}"))
    assert (seen["students"], seen["places"], seen["has_roster"]) == (0, 2, True)


def test_with_a_bad_row_nothing_is_taken_in(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bad = ROSTER + "Bo;no address;125\r\n;x@uni.example;126\r\n"
    told = good(send(ada, made, bad.encode(), dry_run=True))
    assert [error["line"] for error in told["errors"]] == [4, 5]
    assert told["rows"] == []
    refused = send(ada, made, bad.encode())
    assert refused.status_code == 422
    error = error_of(refused)
    assert error["code"] == "bad_roster"
    assert "Line 4" in error["message"]
    assert [each["line"] for each in error["detail"]] == [4, 5]
    assert codes(ada, made) == {}


def test_a_roster_that_comes_again_adds_who_is_new_and_keeps_who_is_known(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    good(send(ada, made, ROSTER.encode()))
    before = codes(ada, made)
    again = ROSTER.replace("Jörg Müller", "Jörg Müller-Lüdenscheidt") + "Bo Berg;;125\r\n"
    told = good(send(ada, made, again.encode()))
    assert (told["added"], told["known"]) == (1, 2)
    now = codes(ada, made)
    assert set(now) == {"Jörg Müller-Lüdenscheidt", "Zoë Ó Brien", "Bo Berg"}
    assert now["Jörg Müller-Lüdenscheidt"] == before["Jörg Müller"]


def test_a_personal_code_is_a_place_and_good_once(live: Live):
    ada = teacher(live)
    made = a_class(ada, teacher_name="Ada")
    good(send(ada, made, ROSTER.encode()))
    code = codes(ada, made)["Jörg Müller"] or ""
    bo, thief = live.browser(), live.browser()
    offer = good(bo.get(f"/api/join/{made['join_code']}"))
    assert offer["way"] == "personal"
    refused = bo.post("/api/join", json={"code": made["join_code"], "name": "Bo"})
    assert (refused.status_code, error_of(refused)["code"]) == (409, "needs_personal_code")
    offer = good(bo.get(f"/api/join/{code[:4]}-{code[4:]}"))
    assert (offer["way"], offer["name"], offer["is_open"]) == ("personal", "Jörg Müller", True)
    # The teacher gave it out: it holds also where the class's own code is closed.
    good(ada.patch(f"/api/classrooms/{made['id']}", json={"is_joining_open": False}))
    assert good(bo.post("/api/join", json={"code": code.lower()}))["name"] == "Jörg Müller"
    assert thief.post("/api/join", json={"code": code}).status_code == 404
    assert codes(ada, made)["Jörg Müller"] is None
    seen = good(ada.get(f"/api/classrooms/{made['id']}"))
    assert (seen["students"], seen["places"]) == (1, 1)


def test_a_new_code_lets_the_same_student_in_from_another_browser(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    good(send(ada, made, ROSTER.encode()))
    here, there = live.browser(), live.browser()
    good(here.post("/api/join", json={"code": codes(ada, made)["Jörg Müller"]}))
    who = member_id(ada, made, "Jörg Müller")
    new = good(ada.post(f"/api/classrooms/{made['id']}/members/{who}/code"))
    assert new["url"].endswith(f"/join/{new['code']}")
    good(there.post("/api/join", json={"code": new["code"]}))
    solve(live, here, "constant-add")
    solve(live, there, "long-sum")
    rows = good(ada.get(f"/api/classrooms/{made['id']}/board"))["members"]
    assert {row["name"]: row["solved"] for row in rows} == {"Jörg Müller": 2, "Zoë Ó Brien": 0}
    # Neither browser comes into the other's account by it.
    assert [each["puzzle"] for each in good(there.get("/api/me"))["puzzles"]] == ["long-sum"]


def test_who_came_by_name_before_takes_their_place_and_nobody_elses(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo = joined(live, made, "Joerg")
    solve(live, bo)
    good(send(ada, made, ROSTER.encode()))
    told = codes(ada, made)
    good(bo.post("/api/join", json={"code": told["Jörg Müller"]}))
    assert set(codes(ada, made)) == {"Jörg Müller", "Zoë Ó Brien"}
    refused = bo.post("/api/join", json={"code": told["Zoë Ó Brien"]})
    assert (refused.status_code, error_of(refused)["code"]) == (409, "already_in")
    tried = ada.post("/api/join", json={"code": told["Zoë Ó Brien"]})
    assert error_of(tried)["code"] == "already_in", "a teacher who tries a code stays a teacher"


def test_a_place_of_the_roster_outlives_who_leaves_it(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    good(send(ada, made, ROSTER.encode()))
    bo = live.browser()
    good(bo.post("/api/join", json={"code": codes(ada, made)["Jörg Müller"]}))
    assert bo.delete("/api/me").status_code == 204
    seen = good(ada.get(f"/api/classrooms/{made['id']}"))
    assert (seen["students"], seen["places"]) == (0, 2)


def test_a_roster_is_text_of_a_modest_size(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    path = f"/api/classrooms/{made['id']}/roster"
    assert ada.post(path, content=b"Ada", headers={"Content-Type": "text/plain"}).status_code == 415
    assert ada.post("/api/classrooms", content=b"Ada", headers=CSV).status_code == 415
    assert send(ada, made, b"x" * 600_000).status_code == 413
    assert send(ada, made, b"").status_code == 422
    assert send(ada, made, b"\x00\xff\x00").status_code == 422
