"""Signing in by a provider: a real OpenID Connect one, and one that speaks GitHub's OAuth 2."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2
import pytest
from pydantic import ValidationError
from sqlalchemy import select

from playground_backend import providers
from playground_backend.routers.sign_in import safe_path
from playground_backend.settings import Settings
from playground_backend.store.tables import Identity, Login
from tests.api.conftest import Hand, Live, error_of, post, until
from tests.providers import GitHubLike, oidc_provider, pass_oidc
from tests.server import free_port


@pytest.fixture
def github() -> Iterator[GitHubLike]:
    with GitHubLike() as provider:
        yield provider


@pytest.fixture
def site(start: Callable[..., Live], github: GitHubLike) -> Iterator[Live]:
    """A service with both kinds of provider."""
    port, provider_port = free_port(), free_port()
    public_url = f"http://127.0.0.1:{port}"
    with oidc_provider(f"{public_url}/api/sign-in/with/oidc/callback", provider_port) as issuer:
        yield start(
            port=port,
            public_url=public_url,
            oidc_issuer=issuer,
            oidc_client_id="playground",
            oidc_client_secret="secret",
            oidc_name="University",
            github_client_id=github.client_id,
            github_client_secret=github.client_secret,
            github_url=github.url,
            github_api_url=github.url,
        )


def begin(browser: httpx2.Client, provider: str, **wish: Any) -> str:
    answer = browser.post(f"/api/sign-in/with/{provider}", json=wish)
    assert answer.status_code == 200, answer.text
    url: str = answer.json()["url"]
    return url


def by_oidc(browser: httpx2.Client, person: str, **wish: Any) -> httpx2.Response:
    """Sign in from end to end; return the answer to the browser that came back."""
    return browser.get(pass_oidc(begin(browser, "oidc", **wish), person))


def by_github(browser: httpx2.Client, **wish: Any) -> httpx2.Response:
    with httpx2.Client() as there:
        back = there.get(begin(browser, "github", **wish)).headers["location"]
    return browser.get(back)


def account(browser: httpx2.Client) -> Any:
    return browser.get("/api/me").json()["account"]


def test_by_openid_connect_one_comes_back_to_what_one_solved(site: Live):
    ways = site.browser().get("/api/sign-in").json()["providers"]
    assert ways == [{"id": "oidc", "name": "University"}, {"id": "github", "name": "GitHub"}]
    worker = Hand(site)
    first, second = site.browser(), site.browser()
    worker.finish(post(first))
    answer = by_oidc(first, "mira", next="/puzzles/constant-add?x=1")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{site.url}/puzzles/constant-add?x=1"
    assert [each["name"] for each in account(first)["connected"]] == ["University"]
    worker.finish(post(second, puzzle="long-sum"), puzzle="long-sum")
    by_oidc(second, "mira")
    for browser in (first, second):
        found = browser.get("/api/me").json()["puzzles"]
        assert [each["puzzle"] for each in found if each["solved"]] == ["constant-add", "long-sum"]
    other = site.browser()
    by_oidc(other, "ole")
    assert other.get("/api/me").json()["puzzles"] == []
    with site.service.database.read() as session:
        assert sorted(session.scalars(select(Login.subject))) == ["mira", "ole"]
        assert len(list(session.scalars(select(Identity)))) == 2


def test_github_is_asked_for_nothing_but_who_it_is(site: Live, github: GitHubLike):
    first, second = site.browser(), site.browser()
    post(first)
    assert by_github(first).status_code == 303
    by_github(second)
    assert second.get("/api/me").json()["account"]["connected"][0]["id"] == "github"
    assert github.scopes == ["", ""]
    github.person = 1
    third = site.browser()
    by_github(third)
    with site.service.database.read() as session:
        assert sorted(session.scalars(select(Login.subject))) == ["1", "583231"]


def test_connecting_a_second_provider_makes_one_account_of_two(site: Live):
    mira = site.browser()
    by_oidc(mira, "mira")
    elsewhere = site.browser()
    post(elsewhere)
    by_github(elsewhere)
    by_github(mira, connect=True)
    assert {each["id"] for each in account(mira)["connected"]} == {"oidc", "github"}
    assert account(elsewhere) is None  # its identity is one with mira's, and it signs in anew
    by_oidc(elsewhere, "mira")
    assert {each["id"] for each in account(elsewhere)["connected"]} == {"oidc", "github"}
    [key] = [each["key"] for each in account(mira)["connected"] if each["id"] == "github"]
    assert mira.delete(f"/api/me/connected/{key}").status_code == 200
    assert [each["id"] for each in account(mira)["connected"]] == ["oidc"]
    assert mira.delete(f"/api/me/connected/{key}").status_code == 404


def test_a_sign_in_is_bound_to_the_browser_that_began_it_and_good_once(site: Live):
    browser, other = site.browser(), site.browser()
    back = pass_oidc(begin(browser, "oidc"), "mira")
    # Another's address, which a page could make a victim's browser open, signs nobody in.
    answer = other.get(back)
    assert answer.headers["location"] == f"{site.url}/me/account?problem=expired"
    assert account(other) is None
    parts = urlsplit(back)
    asked = {name: value[0] for name, value in parse_qs(parts.query).items()}
    begin(browser, "oidc")  # its state is another now
    assert browser.get(back).headers["location"].endswith("problem=expired")
    state = begin(browser, "oidc")
    forged = {**asked, "state": parse_qs(urlsplit(state).query)["state"][0]}
    assert browser.get(f"{parts.path}?{urlencode(forged)}").headers["location"].endswith("problem=failed")
    refused = {"error": "access_denied", "state": parse_qs(urlsplit(begin(browser, "oidc")).query)["state"][0]}
    assert browser.get(f"{parts.path}?{urlencode(refused)}").headers["location"].endswith("problem=refused")
    for query in ("", "state=é", "state=x&code=%00", "iss=https%3A%2F%2Fevil.example"):
        assert browser.get(f"{parts.path}?{query}").headers["location"].endswith("problem=expired")
    assert account(browser) is None


def test_another_issuers_answer_is_refused(site: Live):
    browser = site.browser()
    back = pass_oidc(begin(browser, "oidc"), "mira")
    swapped = back.partition("iss=")[0] + "iss=https%3A%2F%2Fevil.example"
    assert browser.get(swapped).headers["location"].endswith("problem=failed")
    assert account(browser) is None


def test_addresses_come_from_the_public_url_and_never_from_the_host_header(site: Live):
    browser = site.browser(Host="evil.example", **{"X-Forwarded-Host": "evil.example"})
    answer = browser.post("/api/sign-in/with/oidc", json={})
    assert "evil" not in answer.text
    asked = parse_qs(urlsplit(answer.json()["url"]).query)
    assert asked["redirect_uri"] == [f"{site.url}/api/sign-in/with/oidc/callback"]
    assert asked["scope"] == ["openid"]
    assert asked["code_challenge_method"] == ["S256"]


@pytest.mark.parametrize(
    "path",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "/ /evil.example",
        "/\t/evil.example",
        "/x\r\nSet-Cookie: a=b",
        "evil",
        "",
        "/api/sign-in/out",
        "/%c3é",
    ],
)
def test_after_signing_in_one_is_on_this_site(path: str):
    assert safe_path(path) == "/me/account"


@pytest.mark.parametrize("path", ["/", "/puzzles/long-sum", "/s/abcdefghijk?x=1#code", "/me/account"])
def test_after_signing_in_one_is_where_one_was(path: str):
    assert safe_path(path) == path


def test_a_provider_that_does_not_answer_is_told_as_such(start: Callable[..., Live]):
    live = start(
        public_url="http://127.0.0.1:1",
        oidc_issuer=f"http://127.0.0.1:{free_port()}",
        oidc_client_id="playground",
        oidc_name="University",
    )
    answer = live.browser().post("/api/sign-in/with/oidc", json={})
    assert answer.status_code == 502
    assert error_of(answer)["message"].startswith("University could not sign you in")
    assert live.browser().post("/api/sign-in/with/github", json={}).status_code == 404
    assert live.browser().get("/api/sign-in/with/github/callback").headers["location"].endswith("problem=expired")


def test_a_provider_that_hangs_holds_up_nobody_else(start: Callable[..., Live], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(providers, "_ANSWER_S", 5.0)
    with socket.create_server(("127.0.0.1", 0), backlog=200) as silent:
        live = start(
            public_url="http://127.0.0.1:1",
            oidc_issuer=f"http://127.0.0.1:{silent.getsockname()[1]}",
            oidc_client_id="playground",
        )
        browser, found = live.browser(), list[int]()

        def begin_one() -> None:
            found.append(browser.post("/api/sign-in/with/oidc", json={}).status_code)

        threads = [threading.Thread(target=begin_one) for _ in range(60)]
        for thread in threads:
            thread.start()
        until(lambda: len(found) >= 44, 4.5)  # told at once, while the others wait
        begun = time.monotonic()
        assert browser.get("/api/leaderboard").status_code == 200
        assert time.monotonic() - begun < 2
        for thread in threads:
            thread.join()
    assert found == [502] * 60


@pytest.mark.parametrize(
    "wrong",
    [
        {"oidc_issuer": "http://login.example.org", "oidc_client_id": "x"},
        {"oidc_issuer": "https://login.example.org"},
        {"oidc_issuer": "https://login.example.org", "oidc_client_id": "x", "public_url": None},
        {"github_client_id": "x"},
        {"github_client_secret": "x"},
    ],
)
def test_half_a_provider_is_no_setting(tmp_path: Path, wrong: dict[str, Any]):
    with pytest.raises(ValidationError):
        Settings(**{"data_dir": tmp_path, "public_url": "https://triton.example.org", **wrong})
    assert "secret-text" not in repr(Settings(data_dir=tmp_path, oidc_client_secret="secret-text"))
