"""Launches from a learning platform that speaks LTI 1.3 over HTTP: who is believed, and where it leads."""

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import jwt as pyjwt
import pytest

from tests.api.classes import a_class, good, teacher
from tests.api.conftest import Hand, Live, error_of, post
from tests.api.lti.conftest import linked, next_of
from tests.lti_platform import STUDENT, TEACHER, Platform

VERSION = "https://purl.imsglobal.org/spec/lti/claim/version"
MESSAGE = "https://purl.imsglobal.org/spec/lti/claim/message_type"
DEPLOYMENT = "https://purl.imsglobal.org/spec/lti/claim/deployment_id"
CONTEXT = "https://purl.imsglobal.org/spec/lti/claim/context"
ROLES = "https://purl.imsglobal.org/spec/lti/claim/roles"


def names(browser: httpx2.Client, room: str) -> dict[str, str]:
    return {each["name"]: each["role"] for each in good(browser.get(f"/api/classrooms/{room}/members"))}


def test_the_first_launch_of_a_teacher_makes_the_course_a_class(site: Live, campus: Platform):
    browser = site.browser()
    early = campus.launch(site.browser(), "s1", "home")
    assert (early.status_code, "not connected to a class yet" in early.text) == (403, True)
    path, _, token = next_of(campus.launch(browser, "t1", "home")).partition("#")
    assert path == "/lti/link"
    offer = good(browser.post("/api/lti/links/look", json={"token": token}))
    assert offer == {"platform": "Campus", "title": "GPU Programming", "classrooms": []}
    wish = {"token": token, "time_zone": "Europe/Berlin"}
    assert error_of(site.browser().post("/api/lti/links", json=wish))["code"] == "wrong_sign_in"
    path = good(browser.post("/api/lti/links", json=wish))["path"]
    room = path.removeprefix("/classes/")
    assert error_of(browser.post("/api/lti/links", json=wish))["code"] == "wrong_sign_in"
    found = good(browser.get(f"/api/classrooms/{room}"))
    assert (found["name"], found["role"], found["time_zone"]) == ("GPU Programming", "teacher", "Europe/Berlin")
    for person in ("s1", "a1"):
        assert next_of(campus.launch(site.browser(), person, "home")) == path
    assert names(browser, room) == {"Dr Okafor": "teacher", "Al Reyes": "assistant", "Noa Weber": "student"}
    # Nobody makes classes by it: that right is the administrator's to give.
    assert error_of(browser.post("/api/classrooms", json={"name": "X", "time_zone": "Europe/Berlin"}))


def test_a_class_that_one_teaches_becomes_the_course(site: Live, campus: Platform):
    browser = teacher(site)
    made = a_class(browser, teacher_name="Ada")
    _, room = linked(site, campus, made["id"], browser)
    assert room == made["id"]
    assert names(browser, room) == {"Dr Okafor": "teacher"}
    assert good(browser.get(f"/api/classrooms/{room}/lti"))["course"]["title"] == "GPU Programming"
    # A second course cannot have it too.
    campus.link("other", context="course-8", title="Second")
    _, _, token = next_of(campus.launch(browser, "t1", "other")).partition("#")
    assert good(browser.post("/api/lti/links/look", json={"token": token}))["classrooms"] == []
    refused = browser.post("/api/lti/links", json={"token": token, "classroom": room})
    assert error_of(refused)["code"] == "invalid"


def test_who_comes_again_is_the_same_person_in_any_browser(site: Live, campus: Platform):
    _, room = linked(site, campus)
    first, second = site.browser(), site.browser()
    campus.launch(first, "s1", "home")
    Hand(site).finish(post(first))
    campus.launch(second, "s1", "home")
    assert good(second.get("/api/me"))["puzzles"] == good(first.get("/api/me"))["puzzles"]
    campus.launch(second, "s1", "home")
    campus.launch(second, "s2", "home")  # on the same machine
    assert good(second.get("/api/me"))["puzzles"] != good(first.get("/api/me"))["puzzles"]
    assert good(second.get(f"/api/classrooms/{room}"))["role"] == "student"


def test_what_an_anonymous_browser_solved_goes_along_and_a_teachers_identity_does_not(site: Live, campus: Platform):
    linked(site, campus)
    browser = site.browser()
    Hand(site).finish(post(browser))
    before = good(browser.get("/api/me"))["puzzles"]
    campus.launch(browser, "s1", "home")
    assert good(browser.get("/api/me"))["puzzles"] == before
    desk = teacher(site, "Eve")
    a_class(desk)
    campus.launch(desk, "s2", "home")
    assert [each["role"] for each in good(desk.get("/api/classrooms"))["classrooms"]] == ["student"]


def test_a_place_of_the_roster_is_taken_over(site: Live, campus: Platform):
    browser = teacher(site)
    made = a_class(browser, teacher_name="Ada")
    path = f"/api/classrooms/{made['id']}"
    sheet = "name;email;number\nWeber, N.;;4711\nLind, B.;BO@campus.example;\n"
    good(browser.post(f"{path}/roster", content=sheet.encode(), headers={"Content-Type": "text/csv"}))
    linked(site, campus, made["id"], browser)
    for person in ("s1", "s2"):
        campus.launch(site.browser(), person, "home")
    rows = [each for each in good(browser.get(f"{path}/members")) if each["role"] == "student"]
    assert {(each["name"], each["number"], each["has_joined"], each["code"]) for each in rows} == {
        ("Noa Weber", "4711", True, None),
        ("Bo Lind", None, True, None),
    }


def test_roles_follow_the_platform_and_a_class_keeps_a_teacher(site: Live, campus: Platform):
    browser, room = linked(site, campus)
    campus.launch(site.browser(), "a1", "home")
    campus.people["a1"]["roles"] = TEACHER
    campus.launch(site.browser(), "a1", "home")
    assert names(browser, room)["Al Reyes"] == "teacher"
    campus.people["t1"]["roles"] = STUDENT
    campus.launch(browser, "t1", "home")
    assert good(browser.get(f"/api/classrooms/{room}"))["role"] == "student"
    campus.people["a1"]["roles"] = STUDENT
    late = site.browser()
    campus.launch(late, "a1", "home")
    assert good(late.get(f"/api/classrooms/{room}"))["role"] == "teacher"
    campus.add("x1", ["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Administrator"], "Root")
    answer = campus.launch(site.browser(), "x1", "home")
    assert (answer.status_code, "no role in this course" in answer.text) == (403, True)


def test_a_link_leads_to_its_puzzle_or_assignment(site: Live, campus: Platform):
    browser, room = linked(site, campus)
    body = {"title": "Week 1", "items": [{"puzzle": "constant-add", "points": 2}]}
    made = good(browser.post(f"/api/classrooms/{room}/assignments", json=body), 201)
    campus.link("puzzle", custom={"puzzle": "constant-add"})
    campus.link("task", custom={"assignment": made["id"]})
    campus.link("gone", custom={"assignment": "0" * 16, "puzzle": "no-such-puzzle"})
    student = site.browser()
    assert next_of(campus.launch(student, "s1", "puzzle")) == "/puzzles/constant-add"
    assert next_of(campus.launch(student, "s1", "task")) == f"/classes/{room}"
    assert next_of(campus.launch(browser, "t1", "task")) == f"/classes/{room}/assignments"
    assert next_of(campus.launch(student, "s1", "gone")) == f"/classes/{room}"


# ---- who is not believed ----


def resigned(platform: Platform, **header: Any) -> Callable[[dict[str, Any]], str]:
    """Sign with a key that the platform does not publish."""
    other = Platform.__new__(Platform)
    other.new_key()
    kid = platform.configured().get_kid()
    return lambda message: pyjwt.encode(message, other.private, "RS256", headers={"kid": kid, **header})


def hmac_by_public_key(platform: Platform) -> Callable[[dict[str, Any]], str]:
    """HS256 with the public key as its secret: PyJWT refuses to make that, so it is made by hand."""
    import base64
    import hashlib
    import hmac
    import json

    def part(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    def sign(message: dict[str, Any]) -> str:
        head = part(json.dumps({"alg": "HS256", "kid": platform.configured().get_kid()}).encode())
        body = f"{head}.{part(json.dumps(message).encode())}"
        return f"{body}.{part(hmac.digest(platform.public.encode(), body.encode(), hashlib.sha256))}"

    return sign


BAD_MESSAGES: dict[str, tuple[dict[str, Any], str]] = {
    "another issuer": ({"iss": "https://evil.example"}, "another issuer"),
    "another audience": ({"aud": "somebody-else"}, "another client id"),
    "audiences without azp": ({"aud": ["playground-client", "x"], "azp": None}, "several clients"),
    "another azp": ({"azp": "x"}, "several clients"),
    "expired": ({"exp": -120}, "too old"),
    "issued long ago": ({"iat": -7200}, "too old"),
    "issued in the future": ({"iat": 600}, "from the future"),
    "no times": ({"exp": None}, "no times"),
    "another nonce": ({"nonce": "of another launch"}, "does not belong to this launch"),
    "no nonce": ({"nonce": None}, "does not belong to this launch"),
    "another deployment": ({DEPLOYMENT: "2:ffff"}, "“2:ffff” is not registered"),
    "another version": ({VERSION: "1.1"}, "not of LTI 1.3.0"),
    "another kind": ({MESSAGE: "LtiSubmissionReviewRequest"}, "not taken here"),
    "nobody": ({"sub": None}, "who you are"),
    "no course": ({CONTEXT: None}, "outside a course"),
    "no role": ({ROLES: []}, "no role in this course"),
}


@pytest.mark.parametrize("what", BAD_MESSAGES)
def test_a_message_that_is_not_right_signs_nobody_in(site: Live, campus: Platform, what: str):
    linked(site, campus)
    fields, told = BAD_MESSAGES[what]

    def change(message: dict[str, Any]) -> None:
        for name, value in fields.items():
            if name in ("exp", "iat") and value is not None:
                value = int(time.time()) + value
            message[name] = value
        for name in [name for name, value in message.items() if value is None]:
            del message[name]

    campus.change = change
    browser = site.browser()
    answer = campus.launch(browser, "s1", "home")
    assert (answer.status_code, told in answer.text) == (403, True), answer.text
    assert "playground" not in browser.cookies
    assert "text/html" in answer.headers["content-type"]
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_a_signature_that_does_not_hold_signs_nobody_in(site: Live, campus: Platform):
    linked(site, campus)
    kid = campus.configured().get_kid()
    forged: dict[str, Callable[[dict[str, Any]], str]] = {
        "another key": resigned(campus),
        "another key under an unknown id": resigned(campus, kid="unknown"),
        "none": lambda message: pyjwt.encode(message, None, "none", headers={"kid": kid}),
        "HS256": hmac_by_public_key(campus),
        "nothing": lambda message: "a.b.c",
        "not even dots": lambda message: "x",
    }
    for name, sign in forged.items():
        campus.sign = sign
        answer = campus.launch(site.browser(), "s1", "home")
        assert (name, answer.status_code, "signature does not hold" in answer.text) == (name, 403, True), answer.text
    campus.sign = None
    assert campus.launch(site.browser(), "s1", "home").status_code == 303


def test_a_message_is_good_once_and_in_the_browser_that_began_it(site: Live, campus: Platform):
    _, room = linked(site, campus)
    browser, other = site.browser(), site.browser()
    action, fields = campus.message(browser, "s1", "home")
    ticket = campus.post(action, fields).headers["location"]
    again = campus.post(action, fields)
    assert (again.status_code, "used already" in again.text) == (403, True)
    # Its ticket in another browser: nobody is signed in, and a new tab begins anew as whoever the platform finds.
    strayed = other.get(ticket)
    assert (strayed.status_code, "Open in a new tab" in strayed.text) == (200, True)
    assert "playground" not in other.cookies
    other.cookies.set("playground-lti", "guessed", path="/api/lti")
    assert "Open in a new tab" in other.get(ticket).text
    assert next_of(browser.get(ticket)) == f"/classes/{room}"
    assert "used already" in browser.get(ticket).text
    # A message of another launch, under a state that this browser began.
    _, mine = campus.message(browser, "s1", "home")
    _, theirs = campus.message(other, "s2", "home")
    mixed = campus.post(action, {"id_token": theirs["id_token"], "state": mine["state"]})
    assert "does not belong to this launch" in mixed.text
    assert campus.post(action, {"id_token": "x", "state": "unknown"}).status_code == 403
    assert campus.post(action, {}).status_code == 403
    _, said = campus.message(browser, "s1", "home")
    refused = campus.post(action, {"error": "login_required", "state": said["state"]})
    assert "did not let you in" in refused.text


def test_keys_are_kept_and_new_ones_are_found(site: Live, campus: Platform):
    linked(site, campus)
    campus.launch(site.browser(), "s1", "home")
    assert campus.jwks_reads == 1
    old = campus.private
    campus.new_key()
    assert campus.launch(site.browser(), "s1", "home").status_code == 303
    assert campus.jwks_reads == 2
    kept, campus.private = campus.private, old
    answer = campus.launch(site.browser(), "s1", "home")  # what the platform turned away from
    assert "signature does not hold" in answer.text
    campus.private = kept
    assert campus.launch(site.browser(), "s1", "home").status_code == 303
    # Invented key ids do not make this server ask the platform each time.
    assert campus.jwks_reads == 2


def test_an_unknown_platform_is_told_so(site: Live, campus: Platform):
    browser = site.browser()
    for asked in (
        {"iss": "https://evil.example", "login_hint": "x"},
        {"iss": campus.url, "client_id": "other", "login_hint": "x"},
        {"login_hint": "x"},
        {"iss": campus.url},
        {"frame": "no such frame"},
    ):
        answer = browser.get("/api/lti/login", params=asked)
        assert (answer.status_code, "This link cannot be opened" in answer.text) == (400, True)
        assert browser.post("/api/lti/login", data=asked).status_code == 400
    # Without a client id an issuer is enough, if it has one registration.
    begun = browser.post("/api/lti/login", data={"iss": campus.url, "login_hint": "x"}, headers={"Origin": campus.url})
    assert begun.status_code == 303
    asked = parse_qs(urlsplit(begun.headers["location"]).query)
    assert begun.headers["location"].startswith(f"{campus.url}/auth?")
    assert asked["client_id"] == [campus.client_id]
    cookie = begun.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_without_a_public_url_there_is_no_lti(live: Live):
    answer = live.browser().get("/api/lti/login", params={"iss": "https://x", "login_hint": "1"})
    assert (answer.status_code, "--public-url" in answer.text) == (400, True)


def test_in_a_frame_one_page_asks_for_a_tab(site: Live, campus: Platform):
    linked(site, campus)
    browser = site.browser()
    framed = {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site"}
    page = browser.get(campus.begins("s1", "home"), headers=framed)
    policy = page.headers["content-security-policy"]
    assert f"frame-ancestors {campus.url};" in policy
    assert "set-cookie" not in page.headers
    [path] = [each for each in page.text.split('"') if each.startswith("/api/lti/login?frame=")]
    key = path.partition("=")[2]
    assert good(browser.post("/api/lti/frames/look", json={"token": key})) == {"is_opened": False, "answer": None}
    message = campus.pass_auth(browser.get(path).headers["location"])
    ended = browser.get(campus.post(*message).headers["location"])
    assert next_of(ended).startswith("/classes/")
    assert good(browser.post("/api/lti/frames/look", json={"token": key}))["is_opened"] is True
    assert error_of(browser.post("/api/lti/frames/look", json={"token": "x"}))["code"] == "not_found"
    # Nothing else may be framed, by nobody.
    for path in ("/", "/lti/choose", "/api/lti/jwks", "/api/lti/answer?ticket=x", "/api/lti/login"):
        assert "frame-ancestors 'none'" in browser.get(path).headers["content-security-policy"]


def test_other_forms_of_other_sites_are_still_refused(site: Live, campus: Platform):
    for path in ("/api/join", "/api/lti/links", "/api/lti/platforms"):
        answer = campus.post(f"{site.url}{path}", {"code": "x"})
        assert (answer.status_code, error_of(answer)["code"]) == (403, "cross_site")
