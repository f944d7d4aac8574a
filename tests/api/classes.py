"""What tests of classes begin with: a service on each kind of database, an administrator, teachers, classes."""

from typing import Any

import httpx2

from playground_backend import admin_link
from playground_puzzles.models import Outcome
from tests.api.conftest import Hand, Live, post, until

ZONE = "Europe/Berlin"


def administrator(live: Live) -> httpx2.Client:
    browser = live.browser()
    told = admin_link.make(live.settings, live.service.database, live.service.identities, live.url)
    answer = browser.post("/api/sign-in/admin", json={"token": told.partition("#")[2]})
    assert answer.status_code == 200, answer.text
    return browser


def teacher(live: Live, name: str = "Dr Okafor") -> httpx2.Client:
    """A new visitor who may make classes."""
    url = good(administrator(live).post("/api/teachers", json={"name": name}), 201)["url"]
    browser = live.browser()
    good(browser.post("/api/invitations", json={"token": url.partition("#")[2]}))
    return browser


def a_class(browser: httpx2.Client, name: str = "Parallel programming", **fields: Any) -> dict[str, Any]:
    answer = browser.post("/api/classrooms", json={"name": name, "time_zone": ZONE, **fields})
    found: dict[str, Any] = good(answer, 201)
    return found


def joined(live: Live, classroom: dict[str, Any], name: str) -> httpx2.Client:
    """A new student in a class."""
    browser = live.browser()
    good(browser.post("/api/join", json={"code": classroom["join_code"], "name": name}))
    return browser


def staff(live: Live, by: httpx2.Client, classroom: dict[str, Any], role: str, name: str) -> httpx2.Client:
    """A new visitor who teaches or assists."""
    path = f"/api/classrooms/{classroom['id']}/members"
    url = good(by.post(path, json={"name": name, "role": role}), 201)["url"]
    browser = live.browser()
    good(browser.post("/api/invitations", json={"token": url.partition("#")[2]}))
    return browser


def member_id(by: httpx2.Client, classroom: dict[str, Any], name: str) -> str:
    rows = good(by.get(f"/api/classrooms/{classroom['id']}/members"))
    [found] = [row["id"] for row in rows if row["name"] == name]
    return str(found)


def solve(
    live: Live, browser: httpx2.Client, puzzle: str = "constant-add", outcome: Outcome = Outcome.passed, **fields: Any
) -> str:
    """Send a kernel and judge it by hand; the board has been told when this returns."""
    source = fields.pop("source", None)
    submission = post(browser, puzzle=puzzle, **({} if source is None else {"source": source}))
    Hand(live).finish(submission, outcome, puzzle=puzzle, **fields)
    until(lambda: not live.redis.xlen("playground:verdicts"))
    return submission


def good(answer: httpx2.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None
