"""Who one is with no sign-up: sessions, names, tokens, another browser, taking along and leaving. On both databases."""

import hashlib
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from itsdangerous import Signer
from limits import RateLimitItemPerMinute
from sqlalchemy import select, update

from playground_backend import admin_link, tries
from playground_backend.identity import host_secret
from playground_backend.store import merging, records
from playground_backend.store.records import Wanted
from playground_backend.store.tables import Base, BrowserSession, Identity, Share, ShareView, Source, Submission, Token
from playground_backend.valkey import EmbeddedValkey, embedded_valkey
from playground_puzzles.models import Outcome
from tests.api.conftest import SOURCE, Hand, Live, error_of, post, settings_for

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def redis_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedValkey]:
    """Beside the one that the whole run shares: whose service collects there would take these verdicts."""
    with embedded_valkey(tmp_path_factory.mktemp("valkey of accounts")) as server:
        yield server


@pytest.fixture
def site(tmp_path: Path, redis_of_module: EmbeddedValkey, database_url: str) -> Iterator[Live]:
    """A service of this test's own, on a database of each kind."""
    settings = settings_for(tmp_path / "data", redis_of_module, database_url=database_url, sweep_interval_s=3600)
    running = Live(settings)
    yield running
    running.stop()


@pytest.fixture
def worker(site: Live) -> Hand:
    return Hand(site)


def named(live: Live, name: str, password: str | None = None) -> httpx2.Client:
    """A new visitor who has sent something and given a name."""
    browser = live.browser()
    post(browser)
    assert browser.patch("/api/me", json={"name": name}).status_code == 200
    if password is not None:
        answer = browser.put("/api/me/password", json={"password": password})
        assert answer.status_code == 200, answer.text
    return browser


def rows(live: Live, table: Any) -> list[Any]:
    with live.service.database.read() as session:
        return list(session.scalars(select(table)))


def solved(browser: httpx2.Client) -> list[str]:
    return [each["puzzle"] for each in browser.get("/api/me").json()["puzzles"] if each["solved"]]


# ---- sessions ----


def test_looking_and_what_is_refused_make_no_identity(site: Live):
    browser = site.browser()
    assert browser.get("/api/me").json() == {"puzzles": [], "account": None}
    for path in ("sessions", "tokens"):
        assert browser.get(f"/api/me/{path}").json() == {path: []}
    assert browser.post("/api/submissions", json={"puzzle": "constant-add"}).status_code == 422
    assert browser.post("/api/submissions", json={"puzzle": "no-such", "source": SOURCE}).status_code == 404
    assert browser.patch("/api/me", json={"name": "admin"}).status_code == 422
    assert "set-cookie" not in browser.patch("/api/me", json={"name": "x"}).headers
    assert rows(site, Identity) == []
    assert rows(site, BrowserSession) == []


def test_the_cookie_holds_a_token_of_which_the_database_knows_a_hash(site: Live):
    browser = site.browser()
    submission = post(browser)
    cookie = browser.cookies["playground"]
    owner = site.row(submission).owner
    assert owner not in cookie
    [session] = rows(site, BrowserSession)
    assert session.owner == owner
    assert cookie.rpartition(".")[0] not in session.id
    post(browser)
    assert browser.cookies["playground"] == cookie
    assert len(rows(site, BrowserSession)) == 1


def test_a_session_ends_when_it_expires_and_when_it_is_revoked(site: Live):
    browser = site.browser()
    submission = post(browser)
    with site.service.database.write() as session:
        session.execute(update(BrowserSession).values(expires_at=datetime.now(UTC) - timedelta(seconds=1)))
    assert browser.get(f"/api/submissions/{submission}").status_code == 404
    assert browser.get("/api/me").json()["account"] is None
    # And a write goes on as somebody new.
    assert site.row(post(browser)).owner != site.row(submission).owner


def test_a_cookie_of_the_first_release_is_taken_until_it_is_a_session(site: Live):
    identity, other = "5" * 32, "6" * 32
    secret = host_secret(site.settings.data_dir)
    with site.service.database.write() as session:
        until = datetime.now(UTC) + timedelta(days=400)
        session.add(Identity(id=identity, created_at=datetime.now(UTC), first_cookie_until=until))
        session.add(Identity(id=other, created_at=datetime.now(UTC)))

    def old_cookie(who: str) -> str:
        return Signer(secret, salt="playground.identity", digest_method=hashlib.sha256).sign(who).decode()

    browser = site.browser()
    browser.cookies.set("playground", old_cookie(identity))
    assert browser.get("/api/me").json()["account"]["name"] is None
    assert rows(site, BrowserSession) == []  # looking turns nothing
    answer = browser.post("/api/submissions", json={"puzzle": "constant-add", "source": SOURCE})
    assert site.row(answer.json()["id"]).owner == identity
    assert [each.owner for each in rows(site, BrowserSession)] == [identity]
    now = httpx2.Client(base_url=site.url, cookies={"playground": answer.cookies["playground"]})
    with now:
        assert now.get("/api/me").json()["account"] is not None
        # A second write of the same moment is still taken; after the sessions are revoked, none is.
        with httpx2.Client(base_url=site.url, cookies={"playground": old_cookie(identity)}) as twin:
            assert site.row(post(twin)).owner == identity
        assert now.delete("/api/me/sessions").status_code == 204
        with httpx2.Client(base_url=site.url, cookies={"playground": old_cookie(identity)}) as thief:
            assert thief.get("/api/me").json()["account"] is None
    # An identity that never had such a cookie has none now.
    with httpx2.Client(base_url=site.url, cookies={"playground": old_cookie(other)}) as forger:
        assert forger.get("/api/me").json()["account"] is None


def test_browsers_are_listed_and_signed_out_one_by_one_or_all_but_this(site: Live):
    browser = named(site, "Mira")
    second, third = site.browser(), site.browser()
    for each in (second, third):
        code = browser.post("/api/me/move").json()["code"]
        assert each.post("/api/sign-in/move", json={"code": code}).status_code == 200
    listed = browser.get("/api/me/sessions").json()["sessions"]
    assert len(listed) == 3
    [current] = [each for each in listed if each["is_current"]]
    [other] = [each for each in second.get("/api/me/sessions").json()["sessions"] if each["is_current"]]
    assert browser.delete(f"/api/me/sessions/{other['id']}").status_code == 204
    assert second.get("/api/me").json()["account"] is None
    assert browser.delete(f"/api/me/sessions/{other['id']}").status_code == 404
    stranger = named(site, "Ole")
    assert error_of(stranger.delete(f"/api/me/sessions/{current['id']}"))["code"] == "not_found"
    assert browser.delete("/api/me/sessions").status_code == 204
    assert third.get("/api/me").json()["account"] is None
    assert browser.get("/api/me").json()["account"]["name"] == "Mira"
    assert browser.post("/api/sign-in/out").status_code == 204
    assert "playground" not in browser.cookies
    assert len(rows(site, BrowserSession)) == 1  # the stranger's


# ---- the name ----


def test_a_name_is_one_of_a_kind_also_to_the_eye(site: Live):
    mira = named(site, "Mira Chen")
    other = site.browser()
    for same in ("Mira Chen", "mira  chen", "MIRA CHEN", "Мira Chen", "Mirа Сhеn", "M1ra Chen", "rnira chen"):
        answer = other.patch("/api/me", json={"name": same})
        assert answer.status_code == 409, same
        assert error_of(answer)["code"] == "name_taken"
    assert other.patch("/api/me", json={"name": "Mira Chan"}).status_code == 200
    assert mira.patch("/api/me", json={"name": "MIRA Chen"}).json()["name"] == "MIRA Chen"
    assert mira.patch("/api/me", json={"name": None}).json()["name"] is None
    assert other.patch("/api/me", json={"name": "Mira Chen"}).status_code == 200


@pytest.mark.parametrize(
    "bad",
    ["", " ", "x", "x" * 33, "a\u202eb", "a\u200bb", "a\nb", "a\0b", "Аdmin", "💚💚", "Z͑ͫ̓a", "\ufeffab", "teacher"],
)
def test_a_name_that_would_deceive_or_break_the_page_is_refused(live: Live, bad: str):
    answer = live.browser().patch("/api/me", json={"name": bad})
    assert answer.status_code == 422
    error = error_of(answer)
    assert error["detail"] == [{"field": "name", "message": error["message"]}]


def test_being_listed_is_opted_into_and_needs_a_name(site: Live):
    browser = site.browser()
    assert error_of(browser.patch("/api/me", json={"is_listed": True}))["detail"][0]["field"] == "is_listed"
    assert browser.patch("/api/me", json={"name": "<b>Mira</b>"}).json()["is_listed"] is False
    assert browser.patch("/api/me", json={"is_listed": True}).json()["is_listed"] is True
    assert browser.patch("/api/me", json={"name": None}).json()["is_listed"] is False


# ---- another browser ----


def test_another_browser_is_signed_in_by_a_code_once_and_brings_what_it_solved(site: Live, worker: Hand):
    first, second = site.browser(), site.browser()
    worker.finish(post(first))
    worker.finish(post(second, puzzle="outer-vector-add"), puzzle="outer-vector-add")
    second.post("/api/puzzles/constant-add/hints", json={"opened": 2})
    second.post("/api/puzzles/constant-add/give-up")  # which the first had solved before
    move = first.post("/api/me/move").json()
    assert re.fullmatch(r"[2-9B-DF-HJKMNP-TV-Z]{4}-[2-9B-DF-HJKMNP-TV-Z]{4}", move["code"])
    assert re.fullmatch(r"/move#[\w-]{43}", move["path"])
    typed = f" {move['code'].lower().replace('-', ' ')}"
    assert second.post("/api/sign-in/move", json={"code": typed}).status_code == 200
    for browser in (first, second):
        assert sorted(solved(browser)) == ["constant-add", "outer-vector-add"]
    progress = {each["puzzle"]: each for each in first.get("/api/me").json()["puzzles"]}
    assert progress["constant-add"]["hints"] == 2
    assert progress["constant-add"]["gave_up"] is False
    assert len(rows(site, Identity)) == 1
    third = site.browser()
    for spent in (move["code"], move["path"].partition("#")[2]):
        answer = third.post("/api/sign-in/move", json={"code": spent})
        assert answer.status_code == 403
        assert error_of(answer)["code"] == "wrong_sign_in"


def test_what_either_had_seen_marks_what_the_other_solved(site: Live, worker: Hand):
    """Else one would look in one browser and solve in another."""
    source = SOURCE.replace("pass", "their_way = 1")
    sharer, looker, solver = site.browser(), site.browser(), site.browser()
    shared = post(sharer, source=source)
    worker.finish(shared)
    link = sharer.post("/api/solutions", json={"submission": shared}).json()["id"]
    post(solver, puzzle="long-sum")
    looker.post(f"/api/solutions/{link}/reveal")
    worker.finish(post(solver, source=source))
    standing = {each["puzzle"]: each for each in solver.get("/api/me").json()["puzzles"]}["constant-add"]
    assert (standing["copied"], standing["ranked"]) == (False, True)
    code = solver.post("/api/me/move").json()["code"]
    assert looker.post("/api/sign-in/move", json={"code": code}).status_code == 200
    standing = {each["puzzle"]: each for each in solver.get("/api/me").json()["puzzles"]}["constant-add"]
    assert (standing["copied"], standing["ranked"]) == (True, False)
    # And the other way: what turns out to be one's own is no copy.
    code = sharer.post("/api/me/move").json()["code"]
    sharer.patch("/api/me", json={"name": "Mira"})
    assert solver.post("/api/sign-in/move", json={"code": code}).status_code == 200
    standing = {each["puzzle"]: each for each in solver.get("/api/me").json()["puzzles"]}["constant-add"]
    assert (standing["copied"], standing["ranked"], standing["attempts"]) == (False, True, 2)


def test_what_is_sent_while_two_become_one_is_not_lost(site: Live):
    first, second = site.browser(), site.browser()
    into, other = site.row(post(first)).owner, site.row(post(second)).owner
    with site.service.database.write() as session:
        [sent] = records.add(session, other, SOURCE, [Wanted("long-sum")])
        submission = sent.id
        merging_now = threading.Thread(target=merge, args=(site, other, into))
        merging_now.start()
        time.sleep(0.5)  # it looks and waits
    merging_now.join()
    assert site.row(submission).owner == into


def merge(live: Live, other: str, into: str) -> None:
    with live.service.database.write() as session:
        merging.merge(session, other, into)


def test_what_a_browser_solved_is_left_where_it_asks_so(site: Live, worker: Hand):
    first, second = named(site, "Mira"), site.browser()
    worker.finish(post(second))
    link = first.post("/api/me/move").json()["path"].partition("#")[2]
    assert second.post("/api/sign-in/move", json={"code": link, "merge": False}).json()["name"] == "Mira"
    assert solved(second) == []
    assert len(rows(site, Identity)) == 2


def test_a_code_expires_and_a_new_one_ends_the_one_before(site: Live):
    first, second = named(site, "Mira"), site.browser()
    old = first.post("/api/me/move").json()["code"]
    new = first.post("/api/me/move").json()["code"]
    assert second.post("/api/sign-in/move", json={"code": old}).status_code == 403
    with site.service.database.write() as session:
        ticket = Base.metadata.tables["tickets"]
        session.execute(ticket.update().values(expires_at=datetime.now(UTC)))
    assert second.post("/api/sign-in/move", json={"code": new}).status_code == 403


def test_codes_are_not_guessed_for_long(site: Live):
    browser = site.browser()
    statuses = [browser.post("/api/sign-in/move", json={"code": f"BCDF-{n:04}"}).status_code for n in range(70)]
    assert set(statuses) == {403, 429}
    answer = browser.post("/api/sign-in/move", json={"code": "x"})
    assert error_of(answer)["code"] in ("too_many_tries", "too_many")
    assert 1 <= int(answer.headers["retry-after"]) <= 600


def test_who_shares_an_anonymous_identity_does_not_come_into_an_account_by_it(site: Live):
    """Else a code given away would be a trap: whoever takes it and then signs in would let its maker in."""
    trapper, victim = site.browser(), site.browser()
    post(trapper)
    trap = trapper.post("/api/me/tokens", json={"label": "trap"}).json()["token"]
    named(site, "Mira", PASSWORD)
    victim.post("/api/sign-in/move", json={"code": trapper.post("/api/me/move").json()["code"]})
    sign_in = victim.post("/api/sign-in/password", json={"name": "Mira", "password": PASSWORD})
    assert sign_in.json()["name"] == "Mira"
    assert trapper.get("/api/me").json()["account"] is None
    assert site.browser(Authorization=f"Bearer {trap}").get("/api/me").status_code == 401


# ---- the password ----


def test_a_password_signs_in_from_elsewhere(site: Live, worker: Hand):
    named(site, "Mira", PASSWORD)
    elsewhere = site.browser()
    worker.finish(post(elsewhere))
    answer = elsewhere.post("/api/sign-in/password", json={"name": "mira", "password": PASSWORD})
    assert answer.status_code == 200
    assert answer.json()["has_password"]
    assert answer.json()["is_protected"]
    assert solved(elsewhere) == ["constant-add"]
    for name, password in (("mira", "wrong"), ("nobody here", PASSWORD), ("mira", ""), ("\0", "\0"), ("x" * 200, "x")):
        answer = elsewhere.post("/api/sign-in/password", json={"name": name, "password": password})
        assert answer.status_code == 403
        assert error_of(answer)["message"] == "No account has this name with this password."
    [kept] = [each.password for each in rows(site, Identity) if each.password]
    assert kept.startswith("$argon2id$")


def test_signing_in_leaves_another_account_of_this_browser_alone(site: Live):
    mira, ole = named(site, "Mira", PASSWORD), named(site, "Ole", PASSWORD)
    assert ole.post("/api/sign-in/password", json={"name": "Mira", "password": PASSWORD}).json()["name"] == "Mira"
    assert {each.name for each in rows(site, Identity)} == {"Mira", "Ole"}
    assert mira.get("/api/me").json()["account"]["name"] == "Mira"


def test_a_changed_password_signs_other_browsers_out(site: Live):
    mira, elsewhere = named(site, "Mira", PASSWORD), site.browser()
    elsewhere.post("/api/sign-in/password", json={"name": "Mira", "password": PASSWORD})
    short = mira.put("/api/me/password", json={"password": "short", "current": PASSWORD})
    assert error_of(short)["detail"][0]["field"] == "password"
    assert mira.put("/api/me/password", json={"password": "another horse battery"}).status_code == 403
    new = {"password": "another horse battery", "current": PASSWORD}
    code = elsewhere.post("/api/me/move").json()["code"]
    assert mira.put("/api/me/password", json=new).status_code == 200
    assert elsewhere.get("/api/me").json()["account"] is None
    # Nor does what it kept in hand let it in again.
    assert elsewhere.post("/api/sign-in/move", json={"code": code}).status_code == 403
    assert error_of(mira.patch("/api/me", json={"name": None}))["code"] == "invalid"
    assert mira.post("/api/me/password/remove", json={"current": PASSWORD}).status_code == 403
    removed = mira.post("/api/me/password/remove", json={"current": new["password"]})
    assert removed.json()["has_password"] is False


def test_a_password_needs_a_name_to_sign_in_by(live: Live):
    answer = live.browser().put("/api/me/password", json={"password": PASSWORD})
    assert answer.status_code == 422
    assert "name first" in error_of(answer)["message"]


def test_passwords_are_not_guessed_for_long(site: Live):
    named(site, "Mira", PASSWORD)
    browser = site.browser()
    guess = {"name": "Mira", "password": "a wrong password"}
    statuses = [browser.post("/api/sign-in/password", json=guess).status_code for _ in range(12)]
    assert statuses == [403] * 10 + [429] * 2
    # The right one is not told apart any more.
    assert browser.post("/api/sign-in/password", json={**guess, "password": PASSWORD}).status_code == 429
    stored = b" ".join(site.redis.keys("*"))
    assert b"mira" not in stored.lower()
    assert b"127.0.0.1" not in stored


def test_one_guess_at_each_name_is_guessing_too(site: Live, monkeypatch: pytest.MonkeyPatch):
    # As many as a class may have would take long.
    monkeypatch.setattr(tries, "PASSWORDS_HERE", RateLimitItemPerMinute(5, 15))
    browser = site.browser()
    answers = [
        browser.post("/api/sign-in/password", json={"name": f"Person {n}", "password": PASSWORD}) for n in range(6)
    ]
    assert [each.status_code for each in answers] == [403] * 5 + [429]
    assert error_of(answers[-1])["code"] == "too_many_tries"
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 900


# ---- bearer tokens ----


def test_a_token_lets_a_script_solve_and_nothing_more(site: Live, worker: Hand):
    mira = named(site, "Mira")
    made = mira.post("/api/me/tokens", json={"label": "autograder"})
    assert made.status_code == 201
    token = made.json()["token"]
    assert token not in mira.get("/api/me/tokens").text
    script = site.browser(Authorization=f"Bearer {token}")
    worker.finish(post(script))
    assert solved(mira) == ["constant-add"]
    assert "playground" not in script.cookies
    for method, path, body in (
        ("POST", "/api/me/tokens", {"label": "more"}),
        ("POST", "/api/me/move", None),
        ("PUT", "/api/me/password", {"password": PASSWORD}),
        ("PATCH", "/api/me", {"name": "Ole"}),
        ("DELETE", "/api/me/sessions", None),
        ("DELETE", "/api/me", None),
    ):
        answer = script.request(method, path, json=body) if body else script.request(method, path)
        assert error_of(answer)["code"] == "needs_browser", path
    [listed] = mira.get("/api/me/tokens").json()["tokens"]
    assert listed["label"] == "autograder"
    assert listed["seen_at"] is not None
    assert named(site, "Ole").delete(f"/api/me/tokens/{listed['id']}").status_code == 404
    assert mira.delete(f"/api/me/tokens/{listed['id']}").status_code == 204
    answer = script.get("/api/me")
    assert answer.status_code == 401
    assert error_of(answer)["code"] == "bad_token"
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Basic eDp4", "bearer tp_" + "a" * 43, "", "Bearer \xe9"])
def test_a_bad_token_is_never_taken_for_nobody(live: Live, header: str):
    answer = live.browser().get("/api/me", headers=[(b"Authorization", header.encode("latin-1"))])
    assert answer.status_code == 401


def test_tokens_expire_and_are_not_without_number(site: Live):
    mira = named(site, "Mira")
    made = mira.post("/api/me/tokens", json={"label": "one day", "expires_days": 1}).json()
    with site.service.database.write() as session:
        session.execute(update(Token).values(expires_at=datetime.now(UTC)))
    assert site.browser(Authorization=f"Bearer {made['token']}").get("/api/me").status_code == 401
    for n in range(19):
        assert mira.post("/api/me/tokens", json={"label": str(n)}).status_code == 201
    assert mira.post("/api/me/tokens", json={"label": "one more"}).status_code == 422


# ---- taking along, leaving ----


def test_all_that_is_stored_can_be_taken_along(site: Live, worker: Hand):
    mira = named(site, "Mira", PASSWORD)
    worker.finish(post(mira))
    mira.post("/api/me/tokens", json={"label": "autograder"})
    mira.post("/api/puzzles/long-sum/hints", json={"opened": 1})
    named(site, "Ole")
    answer = mira.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="triton-playground.json"'
    told = answer.json()
    assert told["account"]["name"] == "Mira"
    assert [each["outcome"] for each in told["submissions"]] == [None, "passed"]
    assert told["submissions"][1]["verdict"]["outcome"] == "passed"
    assert list(told["sources"].values()) == [SOURCE]
    assert told["progress"][0]["puzzle"] == "long-sum"
    assert told["tokens"][0]["label"] == "autograder"
    assert set(told["browsers"][0]) == {"created_at", "seen_at", "expires_at", "admin_until"}
    assert "Ole" not in answer.text
    assert "argon2" not in answer.text
    owner = next(each.id for each in rows(site, Identity) if each.name == "Mira")
    assert owner not in answer.text
    assert json.loads(site.browser().get("/api/me/export").text)["submissions"] == []


def test_deleting_oneself_leaves_nothing_but_closed_links(site: Live, worker: Hand):
    mira, ole = named(site, "Mira", PASSWORD), named(site, "Ole")
    worker.finish(post(mira, source=SOURCE + "# hers\n"))
    waiting = post(mira)
    mira.post("/api/me/tokens", json={"label": "autograder"})
    mira.post("/api/me/move")
    mira.post("/api/puzzles/long-sum/hints", json={"opened": 1})
    people = {each.name: each.id for each in rows(site, Identity)}
    with site.service.database.write() as session:
        made = session.scalars(select(Submission).where(Submission.outcome == "passed")).one()
        fields = {"kind": "solution", "puzzle": made.puzzle, "device": made.device, "source": made.source}
        share = Share(
            id="abcdefghijk", owner=people["Mira"], verdict=made.verdict, created_at=made.created_at, **fields
        )
        session.add(share)
        session.flush()
        session.add(ShareView(viewer=people["Ole"], share="abcdefghijk", seen_at=made.created_at))
    assert mira.delete("/api/me").status_code == 204
    assert "playground" not in mira.cookies
    assert site.redis.lpos("rq:queue:interpreter", waiting) is None
    assert mira.get("/api/me").json()["account"] is None
    [share] = rows(site, Share)
    assert (share.id, share.owner, share.source, share.verdict) == ("abcdefghijk", None, None, None)
    assert share.deleted_at is not None
    # Of the sources, what Ole sent too is still there.
    assert [each.text for each in rows(site, Source)] == [SOURCE]
    for table in Base.metadata.sorted_tables:
        with site.service.database.read() as session:
            found = [tuple(row) for row in session.execute(select(table))]
        assert not [row for row in found if people["Mira"] in row], table.name
    assert ole.get("/api/me").json()["account"]["name"] == "Ole"


def test_a_verdict_that_comes_after_its_owner_left_goes_nowhere(site: Live, worker: Hand):
    mira = named(site, "Mira")
    submission = post(mira, source=SOURCE + "# hers\n")
    worker.take(submission)
    assert mira.delete("/api/me").status_code == 204
    worker.judge(submission, Outcome.passed)
    ole = named(site, "Ole")
    worker.finish(post(ole))
    assert solved(ole) == ["constant-add"]
    assert submission not in {each.id for each in rows(site, Submission)}


# ---- the administrator ----


@pytest.fixture
def link(site: Live) -> Callable[[], str]:
    def make() -> str:
        told = admin_link.make(site.settings, site.service.database, site.service.identities, site.url)
        file = admin_link.path(site.settings)
        assert file.stat().st_mode & 0o777 == 0o600
        assert file.read_text() == f"{told}\n"
        return told.partition("/sign-in/admin#")[2]

    return make


def test_the_administrators_link_is_good_once_and_for_one_browser(site: Live, link: Callable[[], str]):
    stale, token = link(), link()
    browser = named(site, "Mira")
    assert browser.get("/api/me").json()["account"]["is_admin"] is False
    assert browser.post("/api/sign-in/admin", json={"token": stale}).status_code == 403
    assert browser.post("/api/sign-in/admin", json={"token": token}).json()["is_admin"] is True
    assert browser.get("/api/me").json()["account"] | {"name": "Mira"} == browser.get("/api/me").json()["account"]
    assert site.browser().post("/api/sign-in/admin", json={"token": token}).status_code == 403
    # Neither a script nor another browser of the same person is the administrator.
    bearer = browser.post("/api/me/tokens", json={"label": "script"}).json()["token"]
    assert site.browser(Authorization=f"Bearer {bearer}").get("/api/me").json()["account"]["is_admin"] is False
    moved = site.browser()
    moved.post("/api/sign-in/move", json={"code": browser.post("/api/me/move").json()["code"]})
    assert moved.get("/api/me").json()["account"]["is_admin"] is False
    with site.service.database.write() as session:
        session.execute(update(BrowserSession).values(admin_until=datetime.now(UTC)))
    assert browser.get("/api/me").json()["account"]["is_admin"] is False


def test_a_move_code_is_no_administrators_link(site: Live):
    browser = named(site, "Mira")
    link = browser.post("/api/me/move").json()["path"].partition("#")[2]
    assert browser.post("/api/sign-in/admin", json={"token": link}).status_code == 403
