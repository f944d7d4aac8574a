"""Who one is with no sign-up: sessions, the name, the password, tokens, the administrator."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
from itsdangerous import Signer
from limits import RateLimitItemPerMinute
from sqlalchemy import update

from playground_backend import admin_link, tries
from playground_backend.identity import host_secret
from playground_backend.store.tables import BrowserSession, Identity, Token
from tests.api.account.conftest import PASSWORD, named, rows, solved
from tests.api.conftest import SOURCE, Hand, Live, error_of, post

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
