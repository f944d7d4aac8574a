"""Deep linking, roster and gradebook, against a platform that speaks LTI Advantage over HTTP."""

import html
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2

from tests.api.classes import a_class, administrator, good, solve
from tests.api.conftest import Live, error_of, until
from tests.api.lti.conftest import linked, next_of, populate
from tests.lti_platform import STUDENT, Platform
from tests.server import free_port


def assignment(browser: httpx2.Client, room: str, title: str = "Week 1", **fields: Any) -> dict[str, Any]:
    items = [{"puzzle": "constant-add", "points": 3}, {"puzzle": "constant-add-block", "points": 2}]
    path = f"/api/classrooms/{room}/assignments"
    made: dict[str, Any] = good(browser.post(path, json={"title": title, "items": items, **fields}), 201)
    return made


def course_of(browser: httpx2.Client, room: str) -> dict[str, Any]:
    found: dict[str, Any] = good(browser.get(f"/api/classrooms/{room}/lti"))["course"]
    return found


def counts(browser: httpx2.Client, room: str) -> tuple[int, int, int]:
    """How many grades are sent, waiting, failed."""
    rows = course_of(browser, room)["counts"]
    return tuple(sum(each[name] for each in rows) for name in ("sent", "waiting", "failed"))  # type: ignore[return-value]


def given(campus: Platform) -> list[tuple[str, float, float, str]]:
    return [
        (score["userId"], score["scoreGiven"], score["scoreMaximum"], score["activityProgress"])
        for _, score in campus.scores
    ]


def choosing(campus: Platform, browser: httpx2.Client, person: str = "t1") -> str:
    """Launch a deep linking; return the token of its page."""
    campus.link("choose", choice=True)
    path, _, token = next_of(campus.launch(browser, person, "choose")).partition("#")
    assert path == "/lti/choose"
    return token


# ---- deep linking ----


def test_an_assignment_is_chosen_and_its_link_leads_to_it(site: Live, campus: Platform):
    browser, room = linked(site, campus)
    due = (datetime.now(UTC) + timedelta(days=7)).replace(microsecond=0)
    made = assignment(browser, room, "Wöche 1: „Masken“", due_at=due.isoformat())
    token = choosing(campus, browser)
    offer = good(browser.post("/api/lti/choices/look", json={"token": token}))
    assert (offer["classroom"], offer["takes_many"]) == (room, True)
    assert [(each["id"], each["points"]) for each in offer["assignments"]] == [(made["id"], 5)]
    wish = {"token": token, "assignments": [made["id"]], "puzzles": ["constant-add"]}
    assert error_of(site.browser().post("/api/lti/choices", json=wish))["code"] == "wrong_sign_in"
    page = browser.get(good(browser.post("/api/lti/choices", json=wish))["path"])
    assert f"form-action {campus.url};" in page.headers["content-security-policy"]
    action = html.unescape(re.search(r'action="([^"]+)"', page.text)[1])
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page.text))
    assert httpx2.post(action, data=fields).status_code == 200
    [[task, puzzle]] = campus.answers
    assert (task["title"], task["custom"]) == ("Wöche 1: „Masken“", {"assignment": made["id"]})
    assert task["lineItem"]["scoreMaximum"] == 5
    assert task["lineItem"]["resourceId"] == made["id"]
    assert datetime.fromisoformat(task["submission"]["endDateTime"]) == due
    assert puzzle["custom"] == {"puzzle": "constant-add"}
    assert "lineItem" not in puzzle
    campus.link("task", custom=puzzle["custom"])
    assert next_of(campus.launch(site.browser(), "s1", "task")) == "/puzzles/constant-add"
    assert error_of(browser.post("/api/lti/choices", json=wish))["code"] == "wrong_sign_in"


def test_who_chooses_what_is_held_to_the_course(site: Live, campus: Platform):
    browser, room = linked(site, campus)
    assignment(browser, room)
    campus.link("choose", choice=True)
    student = campus.launch(site.browser(), "s1", "choose")
    assert (student.status_code, "Only the course" in student.text) == (403, True)
    settings = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"
    campus.change = lambda message: message[settings].update(accept_multiple=False)
    token = choosing(campus, browser, "t1")
    path = "/api/lti/choices"
    two = browser.post(path, json={"token": token, "puzzles": ["constant-add", "constant-add-block"]})
    assert error_of(two)["code"] == "invalid"
    assert error_of(browser.post(path, json={"token": token, "assignments": ["0" * 16]}))["code"] == "invalid"
    assert error_of(browser.post(path, json={"token": token, "puzzles": ["none"]}))["code"] == "unknown_puzzle"
    assert good(browser.post(path, json={"token": token, "puzzles": ["constant-add"]}))["path"]
    campus.change = lambda message: message[settings].update(accept_types=["link"])
    assert "takes no links" in campus.launch(browser, "t1", "choose").text
    campus.change = lambda message: message[settings].pop("deep_link_return_url")
    assert "where a choice goes" in campus.launch(browser, "t1", "choose").text


def test_a_choice_of_another_tab_goes_back_by_the_frame(site: Live, campus: Platform):
    browser, _ = linked(site, campus)
    campus.link("choose", choice=True)
    page = browser.get(campus.begins("t1", "choose"), headers={"Sec-Fetch-Dest": "iframe"})
    path = next(each for each in page.text.split('"') if each.startswith("/api/lti/login?frame="))
    look = {"token": path.partition("=")[2]}
    ticket = campus.post(*campus.pass_auth(browser.get(path).headers["location"])).headers["location"]
    token = next_of(browser.get(ticket)).partition("#")[2]
    wish = {"token": token, "puzzles": ["constant-add"]}
    assert good(browser.post("/api/lti/choices", json=wish)) == {"path": None}
    found = good(site.browser().post("/api/lti/frames/look", json=look))
    assert found["answer"]["url"] == f"{campus.url}/chosen"
    httpx2.post(found["answer"]["url"], data={"JWT": found["answer"]["jwt"]})
    assert campus.answers[0][0]["custom"] == {"puzzle": "constant-add"}


# ---- names and roles ----


def test_the_roster_comes_page_by_page_and_keeps_who_is_known(site: Live, campus: Platform):
    browser, room = linked(site, campus)
    student = site.browser()
    campus.launch(student, "s1", "home")
    campus.add("s3", STUDENT, "Cy Young", email="cy@campus.example", number="99")
    campus.add("s4", STUDENT, None)
    campus.add("s5", STUDENT, "Gone Already", status="Inactive")
    campus.page_size = 2
    path = f"/api/classrooms/{room}/lti/people"
    assert good(browser.post(path)) == {"added": 3, "known": 1, "staff": 2, "gone": []}
    rows = {each["name"]: each for each in good(browser.get(f"/api/classrooms/{room}/members"))}
    assert (rows["Noa Weber"]["has_joined"], rows["Cy Young"]["has_joined"]) == (True, False)
    assert (rows["Cy Young"]["number"], rows["Cy Young"]["email"]) == ("99", "cy@campus.example")
    assert rows["Cy Young"]["code"]
    assert len([name for name in rows if name.startswith("Student ")]) == 1
    campus.launch(site.browser(), "s3", "home")
    campus.people["s2"]["status"] = "Deleted"
    campus.people["s3"]["name"] = "Cyrus Young"
    assert good(browser.post(path)) == {"added": 0, "known": 3, "staff": 2, "gone": ["Bo Lind"]}
    rows = {each["name"]: each for each in good(browser.get(f"/api/classrooms/{room}/members"))}
    assert (rows["Cyrus Young"]["has_joined"], rows["Cyrus Young"]["code"]) == (True, None)
    campus.refuses = 503
    refused = browser.post(path)
    assert (error_of(refused)["code"], "503" in error_of(refused)["message"]) == ("provider_failed", True)


# ---- the gradebook ----


def test_grades_go_to_the_gradebook_as_they_change(site: Live, campus: Platform):
    browser, room = linked(site, campus)
    made = assignment(browser, room)
    student = site.browser()
    campus.launch(student, "s1", "home")
    campus.launch(site.browser(), "s2", "home")  # sends nothing, and gets no grade
    solve(site, student)
    until(lambda: given(campus) == [("s1", 3, 5, "InProgress")])
    [item] = campus.items.values()
    assert (item["label"], item["resourceId"], item["scoreMaximum"]) == ("Week 1", made["id"], 5)
    solve(site, student, "constant-add-block")
    until(lambda: given(campus)[1:] == [("s1", 5, 5, "Completed")])
    until(lambda: counts(browser, room) == (1, 0, 0))
    assert len(campus.items) == 1
    assert course_of(browser, room)["last_sent_at"]
    # Points follow a changed assignment, without anybody looking.
    path = f"/api/classrooms/{room}/assignments/{made['id']}"
    good(browser.patch(path, json={"items": [{"puzzle": "constant-add", "points": 10}]}))
    until(lambda: given(campus)[2:] == [("s1", 10, 10, "Completed")])


def test_what_a_link_brought_along_is_the_column(site: Live, campus: Platform):
    browser, room = linked(site, campus)
    made = assignment(browser, room)
    campus.items["41"] = {"id": f"{campus.url}/lineitems/41?type_id=7", "resourceId": "other", "label": "By hand"}
    campus.link("task", custom={"assignment": made["id"]}, lineitem=campus.items["41"]["id"])
    student = site.browser()
    campus.launch(student, "s1", "task")
    solve(site, student)
    until(lambda: [item for item, _ in campus.scores] == ["41"])
    assert list(campus.items) == ["41"]


def test_a_platform_that_is_down_gets_everything_once_it_is_up(start: Callable[..., Live], database_url: str):
    port = free_port()
    fields: dict[str, Any] = {
        "port": port,
        "public_url": f"http://127.0.0.1:{port}",
        "database_url": database_url,
        "lti_private_platforms": True,
        "lti_retry_s": 0.05,
    }
    site = start(**fields)
    campus = Platform(site.url)
    try:
        populate(campus)
        good(administrator(site).post("/api/lti/platforms", json=campus.registration()), 201)
        browser, room = linked(site, campus)
        assignment(browser, room)
        students = [site.browser(), site.browser()]
        for person, student in zip(("s1", "s2"), students, strict=True):
            campus.launch(student, person, "home")
        campus.stop()
        for student in students:
            solve(site, student)
        until(lambda: counts(browser, room) == (0, 2, 0))
        until(lambda: course_of(browser, room)["troubles"])
        trouble = course_of(browser, room)["troubles"][0]
        assert (trouble["state"], trouble["problem"]) == ("waiting", "The platform could not be reached.")
        assert trouble["next_at"]
        # Nothing of it is in the process's memory alone.
        site.stop()
        again = start(**fields)
        campus.start()
        browser = again.browser()
        until(lambda: sorted(given(campus)) == [("s1", 3, 5, "InProgress"), ("s2", 3, 5, "InProgress")], 90)
        campus.launch(browser, "t1", "home")
        until(lambda: counts(browser, room) == (2, 0, 0))
    finally:
        campus.stop()


def test_what_a_platform_refuses_is_shown_and_sent_when_asked(site: Live, campus: Platform):
    browser, room = linked(site, campus)
    made = assignment(browser, room)
    assistant = site.browser()
    campus.launch(assistant, "a1", "home")
    student = site.browser()
    campus.launch(student, "s1", "home")
    campus.refuses = 403
    solve(site, student)
    until(lambda: counts(browser, room) == (0, 0, 1))
    [trouble] = course_of(assistant, room)["troubles"]
    assert (trouble["name"], trouble["title"], trouble["state"]) == ("Noa Weber", "Week 1", "failed")
    assert (trouble["problem"], trouble["next_at"]) == ("The platform answered 403.", None)
    campus.refuses = None
    path = f"/api/classrooms/{room}/lti"
    assert error_of(assistant.post(f"{path}/grades"))["code"] == "not_allowed"
    good(browser.post(f"{path}/grades"))
    until(lambda: counts(browser, room) == (1, 0, 0))
    # A column that somebody deleted there is made anew.
    campus.items.clear()
    solve(site, student, "constant-add-block")
    until(lambda: given(campus)[-1:] == [("s1", 5, 5, "Completed")])
    assert [each["resourceId"] for each in campus.items.values()] == [made["id"]]
    # Turned off nothing goes; turned on what has changed meanwhile does.
    good(browser.patch(path, json={"sends_grades": False}))
    late = site.browser()
    campus.launch(late, "s2", "home")
    solve(site, late)
    assert [each for each in given(campus) if each[0] == "s2"] == []
    good(browser.patch(path, json={"sends_grades": True}))
    until(lambda: ("s2", 3, 5, "InProgress") in given(campus))
    assert browser.delete(path).status_code == 204
    assert good(browser.get(path)) == {"is_possible": True, "course": None}
    assert len(good(browser.get(f"/api/classrooms/{room}/members"))) == 4
    assert next_of(campus.launch(browser, "t1", "home")).startswith("/lti/link#")


def test_merged_members_are_one_in_the_gradebook_and_moved_ones_leave_it(site: Live, campus: Platform):
    browser, room = linked(site, campus)
    assignment(browser, room)
    first, second = site.browser(), site.browser()
    campus.launch(first, "s1", "home")
    campus.launch(second, "s2", "home")
    solve(site, first)
    until(lambda: given(campus) == [("s1", 3, 5, "InProgress")])
    rows = {each["name"]: each["id"] for each in good(browser.get(f"/api/classrooms/{room}/members"))}
    path = f"/api/classrooms/{room}/members/{rows['Noa Weber']}"
    good(browser.post(f"{path}/merge", json={"into": rows["Bo Lind"]}))
    until(lambda: given(campus)[1:] == [("s2", 3, 5, "InProgress")])
    assert course_of(browser, room)["people"] == 3
    # Who is moved to another class is in this course's no more.
    admin = administrator(site)
    there = a_class(admin, "Another class")
    path = f"/api/classrooms/{room}/members/{rows['Bo Lind']}"
    assert admin.post(f"{path}/move", json={"classroom": there["id"]}).status_code == 204
    assert course_of(browser, room)["people"] == 1
    assert course_of(browser, room)["counts"] == []
