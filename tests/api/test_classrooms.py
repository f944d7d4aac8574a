"""Classes over HTTP and on both databases: who makes them, how one gets in, what their staff can change."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from sqlalchemy import select, update

from playground_backend import classes
from playground_backend.store.class_tables import Invitation, Member, Seat
from playground_backend.store.classrooms import LETTERS
from playground_backend.store.tables import Identity
from tests.api.classes import ZONE, a_class, administrator, good, joined, member_id, solve, staff, teacher
from tests.api.conftest import Live, error_of


@pytest.fixture
def live(school: Live) -> Live:
    return school


def names(browser: httpx2.Client, classroom: dict[str, Any]) -> dict[str, str]:
    rows = good(browser.get(f"/api/classrooms/{classroom['id']}/members"))
    return {row["name"]: row["role"] for row in rows}


# ---- teachers ----


def test_an_administrator_makes_teachers_by_a_link_that_is_good_once(live: Live):
    host, ada, bo = administrator(live), live.browser(), live.browser()
    assert ada.get("/api/teachers").status_code == 403
    assert ada.post("/api/teachers", json={"name": "Ada"}).status_code == 403
    link = good(host.post("/api/teachers", json={"name": "Ada"}), 201)
    assert link["url"].startswith("/join#")
    assert timedelta(days=6) < datetime.fromisoformat(link["expires_at"]) - datetime.now(UTC) < timedelta(days=8)
    use = {"token": link["url"].partition("#")[2]}
    seen = good(ada.post("/api/invitations/look", json=use))
    assert (seen["role"], seen["name"], seen["classroom"]) == ("teacher", "Ada", None)
    assert good(ada.get("/api/classrooms")) == {"classrooms": [], "may_teach": False}
    assert not ada.cookies, "looking makes no identity"
    good(ada.post("/api/invitations", json=use))
    assert good(ada.get("/api/classrooms"))["may_teach"]
    for path in ("/api/invitations", "/api/invitations/look"):
        refused = bo.post(path, json=use)
        assert (refused.status_code, error_of(refused)["code"]) == (403, "wrong_sign_in")
    assert error_of(bo.post("/api/classrooms", json={"name": "X", "time_zone": ZONE}))["code"] == "not_teacher"
    a_class(ada)
    row = good(host.get("/api/teachers"))[0]
    assert (row["name"], row["classrooms"]) == ("Ada", 1)
    assert host.delete(f"/api/teachers/{row['id']}").status_code == 204
    assert host.delete(f"/api/teachers/{row['id']}").status_code == 404
    assert ada.post("/api/classrooms", json={"name": "X", "time_zone": ZONE}).status_code == 403
    assert len(good(ada.get("/api/classrooms"))["classrooms"]) == 1, "what they teach stays theirs"


def test_an_old_link_is_not_good(live: Live):
    link = good(administrator(live).post("/api/teachers", json={"name": "Ada"}), 201)
    with live.service.database.write() as session:
        old = update(Invitation).where(Invitation.used_at.is_(None))
        session.execute(old.values(expires_at=datetime.now(UTC) - timedelta(seconds=1)))
    use = {"token": link["url"].partition("#")[2]}
    assert live.browser().post("/api/invitations", json=use).status_code == 403


def test_an_administrator_may_teach_and_sees_every_class(live: Live):
    ada, host = teacher(live), administrator(live)
    theirs = a_class(ada)
    own = a_class(host, "Mine", teacher_name="Root")
    rows = good(host.get("/api/classrooms"))
    roles = {row["id"]: row["role"] for row in rows["classrooms"]}
    assert (roles[theirs["id"]], roles[own["id"]]) == (None, "teacher")
    assert names(host, own) == {"Root": "teacher"}
    assert good(host.get(f"/api/classrooms/{theirs['id']}"))["join_code"] == theirs["join_code"]


# ---- the class ----


def test_a_class_has_a_code_that_can_be_read_from_a_blackboard(live: Live):
    made = a_class(teacher(live))
    assert re.fullmatch(f"[{LETTERS}]{{6}}", made["join_code"])
    assert not set("01ILOQDUVZSGB258") & set(LETTERS)
    assert made["join_url"] == f"/join/{made['join_code']}"
    assert (made["role"], made["students"], made["places"]) == ("teacher", 0, 0)
    assert "change_class" in made["rights"]


def test_links_are_made_from_the_address_of_the_settings(start: Callable[..., Live]):
    live = start(public_url="https://triton.example.org", sweep_interval_s=3600)
    # A Secure cookie does not come back over http: it is sent by hand.
    host = live.browser(**{"Host": "evil.example"})
    link = good(host.post("/api/invitations/look", json={"token": "x"}), 403)
    assert link["error"]["code"] == "wrong_sign_in"
    assert classes.join_url(live.service, "ABC") == "https://triton.example.org/join/ABC"


def test_the_picture_of_the_link_is_an_svg_with_no_script(live: Live):
    ada = teacher(live)
    path = f"/api/classrooms/{a_class(ada)['id']}/qr.svg"
    assert error_of(ada.get(path))["code"] == "invalid"
    for bad in ("javascript:alert(1)", "http://", 'http://a"b', "http://a:99999999"):
        assert ada.get(path, params={"site": bad}).status_code == 422, bad
    answer = ada.get(path, params={"site": "http://192.168.1.20:8000"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "script" not in answer.text


@pytest.mark.parametrize("zone", ["", "Nowhere/At_All", "../etc/passwd", "Europe", "\u0130", "a\x00b"])
def test_a_time_zone_must_be_one(live: Live, zone: str):
    answer = teacher(live).post("/api/classrooms", json={"name": "X", "time_zone": zone})
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize("name", ["", " ", "a\x00b", "...", "x" * 101, "a\u202eb"])
def test_a_name_of_a_class_must_be_one(live: Live, name: str):
    assert teacher(live).post("/api/classrooms", json={"name": name, "time_zone": ZONE}).status_code == 422


def test_a_class_is_changed_and_the_trail_says_by_whom(live: Live):
    ada = teacher(live)
    path = f"/api/classrooms/{a_class(ada, teacher_name='Ada')['id']}"
    changed = good(ada.patch(path, json={"name": " Group  B ", "time_zone": "Asia/Tokyo", "is_joining_open": False}))
    assert (changed["name"], changed["time_zone"], changed["is_joining_open"]) == ("Group B", "Asia/Tokyo", False)
    assert ada.patch(path, json={"time_zone": "Mars/Olympus"}).status_code == 422
    assert good(ada.patch(path, json={}))["name"] == "Group B"


def test_codes_are_rotated_and_closed(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    path = f"/api/classrooms/{made['id']}"
    new = good(ada.post(f"{path}/code"))
    assert new["join_code"] != made["join_code"]
    bo = live.browser()
    assert error_of(bo.get(f"/api/join/{made['join_code']}"))["code"] == "unknown_code"
    assert error_of(bo.post("/api/join", json={"code": made["join_code"], "name": "Bo"}))["code"] == "unknown_code"
    good(ada.patch(path, json={"is_joining_open": False}))
    assert not good(bo.get(f"/api/join/{new['join_code']}"))["is_open"]
    refused = bo.post("/api/join", json={"code": new["join_code"], "name": "Bo"})
    assert (refused.status_code, error_of(refused)["code"]) == (403, "joining_closed")
    good(ada.patch(path, json={"is_joining_open": True}))
    good(bo.post("/api/join", json={"code": new["join_code"], "name": "Bo"}))


def test_an_archived_class_can_be_looked_at_and_changes_no_more(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    path = f"/api/classrooms/{made['id']}"
    bo = joined(live, made, "Bo")
    good(ada.patch(path, json={"is_archived": True}))
    assert "change_members" not in good(ada.get(path))["rights"]
    who = member_id(ada, made, "Bo")
    refused = ada.patch(f"{path}/members/{who}", json={"name": "Bob"})
    assert (refused.status_code, error_of(refused)["code"]) == (409, "class_archived")
    late = live.browser().post("/api/join", json={"code": made["join_code"], "name": "Cy"})
    assert error_of(late)["code"] == "joining_closed"
    assert good(bo.get(path))["is_archived"]
    good(ada.patch(path, json={"is_archived": False}))
    good(ada.patch(f"{path}/members/{who}", json={"name": "Bob"}))


def test_a_class_is_copied_for_another_term_with_its_assignments_and_without_its_people(live: Live):
    ada = teacher(live)
    made = a_class(ada, teacher_name="Ada")
    joined(live, made, "Bo")
    # Winter time by the school's clocks; half a year on it is summer, and nine is nine still.
    times = {"opens_at": "2026-01-12T09:00:00+01:00", "due_at": "2026-01-19T23:59:00+01:00"}
    items = [{"puzzle": "constant-add", "points": 2}, {"puzzle": 2, "points": 1}]
    body = {"title": "Week 1", "items": [{**each, "puzzle": str(each["puzzle"])} for each in items], **times}
    good(ada.post(f"/api/classrooms/{made['id']}/assignments", json=body), 201)
    copy = good(ada.post(f"/api/classrooms/{made['id']}/clone", json={"name": "Summer", "shift_days": 182}), 201)
    assert (copy["name"], copy["students"], copy["role"]) == ("Summer", 0, "teacher")
    assert copy["join_code"] != made["join_code"]
    assert names(ada, copy) == {"Ada": "teacher"}
    [row] = good(ada.get(f"/api/classrooms/{copy['id']}/assignments"))["assignments"]
    assert row["title"] == "Week 1"
    assert [item["points"] for item in row["items"]] == [2, 1]
    assert datetime.fromisoformat(row["opens_at"]) == datetime.fromisoformat("2026-07-13T09:00:00+02:00")
    assert datetime.fromisoformat(row["due_at"]) == datetime.fromisoformat("2026-07-20T23:59:00+02:00")


def test_an_archived_class_is_deleted_and_what_was_sent_stays(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    path = f"/api/classrooms/{made['id']}"
    bo = joined(live, made, "Bo")
    submission = solve(live, bo)
    refused = ada.delete(path)
    assert (refused.status_code, error_of(refused)["code"]) == (409, "still_in_use")
    good(ada.patch(path, json={"is_archived": True}))
    assert ada.delete(path).status_code == 204
    assert ada.get(path).status_code == 404
    assert good(bo.get("/api/classrooms"))["classrooms"] == []
    assert good(bo.get(f"/api/submissions/{submission}"))["verdict"]["outcome"] == "passed"


# ---- joining ----


def test_students_join_with_a_name_and_are_nobody_elses(live: Live):
    ada = teacher(live)
    made = a_class(ada, teacher_name="Ada")
    bo = live.browser()
    typed = f"{made['join_code'][:3].lower()} {made['join_code'][3:]}"
    offer = good(bo.get(f"/api/join/{typed}"))
    assert offer == {
        "classroom_name": made["name"],
        "way": "name",
        "name": None,
        "is_member": False,
        "is_open": True,
        "teachers": ["Ada"],
    }
    assert not bo.cookies, "looking makes no identity"
    assert error_of(bo.post("/api/join", json={"code": typed}))["code"] == "invalid"
    got = good(bo.post("/api/join", json={"code": typed, "name": "Bo  Berg"}))
    assert got == {"classroom": made["id"], "classroom_name": made["name"], "name": "Bo Berg", "role": "student"}
    again = good(bo.post("/api/join", json={"code": typed, "name": "Somebody else"}))
    assert again["name"] == "Bo Berg"
    assert good(bo.get(f"/api/join/{typed}"))["is_member"]
    double = live.browser().post("/api/join", json={"code": typed, "name": "BO BERG"})
    assert (double.status_code, error_of(double)["code"]) == (409, "name_taken")
    assert good(bo.get("/api/classrooms"))["classrooms"][0]["rights"] == ["see_class", "leave_class"]
    assert good(bo.get(f"/api/classrooms/{made['id']}"))["join_code"] is None
    with live.service.database.read() as session:
        identities = set(session.scalars(select(Identity.id)))
    told = ada.get(f"/api/classrooms/{made['id']}/members").text
    assert not any(identity in told for identity in identities)


def test_wrong_codes_are_counted_and_right_ones_are_not(start: Callable[..., Live]):
    live = start(sweep_interval_s=3600)
    made = a_class(teacher(live))
    browser = live.browser()
    for _ in range(200):
        assert browser.get("/api/join/CCCCCC").status_code == 404
    refused = browser.get("/api/join/CCCCCC")
    assert (refused.status_code, error_of(refused)["code"]) == (429, "too_many_tries")
    assert int(refused.headers["retry-after"]) > 0
    assert browser.get(f"/api/join/{made['join_code']}").status_code == 429


def test_more_may_look_from_one_address_than_may_mistype(live: Live):
    made = a_class(teacher(live))
    browser = live.browser()
    for _ in range(201):
        good(browser.get(f"/api/join/{made['join_code']}"))


def test_one_leaves_a_class_and_it_sees_nothing_more(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo = joined(live, made, "Bo")
    solve(live, bo)
    assert bo.post(f"/api/classrooms/{made['id']}/leave").status_code == 204
    assert bo.get(f"/api/classrooms/{made['id']}").status_code == 404
    assert list(names(ada, made).values()) == ["teacher"]
    assert good(bo.get("/api/me"))["puzzles"][0]["solved"], "what they solved stays theirs"
    stays = ada.post(f"/api/classrooms/{made['id']}/leave")
    assert (stays.status_code, error_of(stays)["code"]) == (409, "last_teacher")


# ---- members ----


def test_staff_comes_in_by_links_and_one_teacher_stays(live: Live):
    ada = teacher(live)
    made = a_class(ada, teacher_name="Ada")
    path = f"/api/classrooms/{made['id']}"
    refused = ada.post(f"{path}/members", json={"name": "Bo", "role": "student"})
    assert error_of(refused)["code"] == "invalid"
    bo = staff(live, ada, made, "assistant", "Bo")
    assert names(ada, made) == {"Ada": "teacher", "Bo": "assistant"}
    who = {name: member_id(ada, made, name) for name in ("Ada", "Bo")}
    assert ada.patch(f"{path}/members/{who['Ada']}", json={"role": "assistant"}).status_code == 409
    assert ada.delete(f"{path}/members/{who['Ada']}").status_code == 409
    good(ada.patch(f"{path}/members/{who['Bo']}", json={"role": "teacher"}))
    good(bo.patch(f"{path}/members/{who['Ada']}", json={"role": "assistant"}))
    assert names(bo, made) == {"Bo": "teacher", "Ada": "assistant"}
    assert ada.patch(f"{path}/members/{who['Ada']}", json={"role": "teacher"}).status_code == 403


def test_a_link_never_takes_rights_away(live: Live):
    ada = teacher(live)
    made = a_class(ada, teacher_name="Ada")
    link = good(ada.post(f"/api/classrooms/{made['id']}/members", json={"name": "B", "role": "assistant"}), 201)
    good(ada.post("/api/invitations", json={"token": link["url"].partition("#")[2]}))
    assert names(ada, made) == {"Ada": "teacher"}


def test_a_student_is_renamed_merged_moved_and_removed(live: Live):
    ada = teacher(live)
    first, second = a_class(ada, "One"), a_class(ada, "Two")
    bo, double = joined(live, first, "Bo"), joined(live, first, "Bo at home")
    solve(live, bo, "constant-add")
    solve(live, double, "long-sum")
    path = f"/api/classrooms/{first['id']}/members"
    kept, goes = member_id(ada, first, "Bo"), member_id(ada, first, "Bo at home")
    assert ada.post(f"{path}/{kept}/merge", json={"into": kept}).status_code == 422
    assert ada.post(f"{path}/{kept}/merge", json={"into": "none"}).status_code == 404
    good(ada.post(f"{path}/{kept}/notes", json={"text": "Look at the mask."}), 201)
    merged = good(ada.post(f"{path}/{goes}/merge", json={"into": kept}))
    assert (merged["name"], merged["doubles"]) == ("Bo", 1)
    [row] = good(ada.get(f"/api/classrooms/{first['id']}/board"))["members"]
    assert set(row["cells"]) == {"constant-add", "long-sum"}
    assert {each["text"] for each in good(double.get("/api/me/notes"))["notes"]} == {"Look at the mask."}
    assert good(ada.patch(f"{path}/{kept}", json={"name": "Bo Berg"}))["name"] == "Bo Berg"
    stranger = a_class(teacher(live, "Cy"), "Three")
    assert ada.post(f"{path}/{kept}/move", json={"classroom": stranger["id"]}).status_code == 404
    assert ada.post(f"{path}/{kept}/move", json={"classroom": first["id"]}).status_code == 422
    assert ada.post(f"{path}/{kept}/move", json={"classroom": second["id"]}).status_code == 204
    assert "Bo Berg" not in names(ada, first)
    assert names(ada, second)["Bo Berg"] == "student"
    assert bo.get(f"/api/classrooms/{second['id']}").status_code == 200
    path = f"/api/classrooms/{second['id']}/members"
    assert ada.delete(f"{path}/{kept}").status_code == 204
    assert ada.delete(f"{path}/{kept}").status_code == 404
    assert bo.get(f"/api/classrooms/{second['id']}").status_code == 404


def test_who_is_moved_to_where_they_are_is_one_there(live: Live):
    ada = teacher(live)
    first, second = a_class(ada, "One"), a_class(ada, "Two")
    bo = joined(live, first, "Bo")
    good(bo.post("/api/join", json={"code": second["join_code"], "name": "Bobby"}))
    path = f"/api/classrooms/{first['id']}/members/{member_id(ada, first, 'Bo')}/move"
    assert ada.post(path, json={"classroom": second["id"]}).status_code == 204
    assert [name for name, role in names(ada, second).items() if role == "student"] == ["Bobby"]


def test_accounts_that_become_one_are_one_member(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    here, there = joined(live, made, "Bo"), joined(live, made, "Bo at home")
    solve(live, here)
    code = good(there.post("/api/me/move"), 201)["code"]
    good(here.post("/api/sign-in/move", json={"code": code}))
    students = [name for name, role in names(ada, made).items() if role == "student"]
    assert students == ["Bo at home"]
    [row] = good(ada.get(f"/api/classrooms/{made['id']}/board"))["members"]
    assert row["solved"] == 1


def test_who_leaves_the_playground_leaves_no_name_behind(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo = joined(live, made, "Bo")
    good(
        ada.post(f"/api/classrooms/{made['id']}/members/{member_id(ada, made, 'Bo')}/notes", json={"text": "Hi."}), 201
    )
    told = bo.get("/api/me/export").json()["classes"]
    assert (told[0]["member"]["name"], told[0]["notes"][0]["text"]) == ("Bo", "Hi.")
    assert bo.delete("/api/me").status_code == 204
    with live.service.database.read() as session:
        for table in (Member, Seat):
            assert len(list(session.scalars(select(table).where(table.classroom == made["id"])))) == 1
