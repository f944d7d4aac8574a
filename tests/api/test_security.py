"""What strangers and other sites may try: over HTTP, against a real server."""

import http.client
import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from playground_backend.valkey import embedded_valkey
from tests.api.conftest import SOURCE, Hand, Live, error_of, post, settings_for

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'`${7*7}{{7*7}}\u202e\u2028"
NEW = {"puzzle": "constant-add", "source": SOURCE}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """With a page, and a Valkey of its own: of two services at one, either takes the other's verdicts."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "index.html").write_text("<!doctype html><title>x</title>")
    with embedded_valkey(folder / "redis") as valkey:
        running = Live(settings_for(folder, valkey, static_dir=folder))
        yield running
        running.stop()


@pytest.mark.parametrize(
    "path",
    ["/", "/privacy", "/glossary", "/puzzles/constant-add", "/puzzles/none", "/api/puzzles", "/api/none", "/healthz"],
)
def test_every_answer_says_what_may_run_and_that_nobody_may_frame_it(site: Live, path: str):
    for accept in ("text/html", "*/*"):
        headers = site.browser(Accept=accept).get(path).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert policy["connect-src"] == "'self'"
        assert policy["form-action"] == "'self'"
        assert policy["base-uri"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


OWN = {"Sec-Fetch-Site": "same-origin"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 202),  # a script, curl, an old browser
        (OWN, 202),
        ({"Sec-Fetch-Site": "none"}, 202),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "nonsense"}, 403),
        ({"Origin": "http://{host}"}, 202),
        ({"Origin": "https://{host}"}, 202),  # behind a proxy that ends TLS
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://{host}.evil.example"}, 403),
        ({"Origin": "http://evil.example/{host}"}, 403),
        ({"Origin": "{host}"}, 403),
        ({"Origin": "https://evil.example", **OWN}, 202),  # a browser's own word; no page can set it
    ],
)
def test_a_write_needs_one_of_our_pages_or_no_page(live: Live, headers: dict[str, str], status: int):
    host = f"127.0.0.1:{live.port}"
    told = {name: value.replace("{host}", host) for name, value in headers.items()}
    assert live.browser().post("/api/submissions", json=NEW, headers=told).status_code == status
    # Also where nothing is in the body, which a form of another site could send.
    gave_up = live.browser().post("/api/puzzles/long-sum/give-up", headers=told)
    assert gave_up.status_code == (200 if status == 202 else 403)
    if status == 403:
        assert error_of(gave_up)["code"] == "cross_site"
        assert not gave_up.cookies


def test_the_public_url_is_a_page_of_ours_whatever_the_proxy_calls_us(start: Any):
    live = start(public_url="https://triton.example.org/some/path")
    inside = {"Host": "inner:8000"}
    good = {**inside, "Origin": "https://triton.example.org"}
    assert live.browser().post("/api/submissions", json=NEW, headers=good).status_code == 202
    for origin in ("https://triton.example.org.evil.example", "http://triton.example.org", "https://evil.example"):
        bad = {**inside, "Origin": origin}
        assert live.browser().post("/api/submissions", json=NEW, headers=bad).status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_what_a_form_can_send_is_no_json(browser: httpx2.Client, kind: str):
    answer = browser.post("/api/submissions", content=json.dumps(NEW), headers={"Content-Type": kind})
    assert answer.status_code == 415


def test_another_visitors_submission_is_not_there_in_any_way(live: Live, browser: httpx2.Client, hand: Hand):
    mine = post(browser)
    hand.finish(mine)
    batch = browser.post("/api/batches", json={"source": SOURCE}).json()["id"]
    stranger = live.browser()
    post(stranger)
    for client in (stranger, live.browser()):
        for path in (
            f"/api/submissions/{mine}",
            f"/api/submissions/{mine}/events",
            f"/api/submissions/{mine}/cases/first/arrays",
            f"/api/submissions/{mine}/cases/first/trace",
            f"/api/submissions/{mine.upper()}",
            f"/api/batches/{batch}",
        ):
            answer = client.get(path)
            assert answer.status_code == 404, path
            assert answer.text == client.get(path.replace(mine, "0" * 16).replace(batch, "0" * 16)).text
        assert client.delete(f"/api/submissions/{mine}").status_code == 404
    assert live.row(mine).outcome == "passed"
    assert SOURCE not in stranger.get("/api/me").text


@pytest.mark.parametrize("change", ["last", "first", "cut", "empty", "other", "twice"])
def test_a_forged_cookie_is_nobody(live: Live, browser: httpx2.Client, change: str):
    mine = post(browser)
    cookie = browser.cookies["playground"]
    forged = {
        "last": cookie[:-2] + ("A" if cookie[-2] != "A" else "B") + cookie[-1],  # in the very last, two bits count not
        "first": ("A" if cookie[0] != "A" else "B") + cookie[1:],
        "cut": cookie[:-5],
        "empty": "",
        "other": "mira." + cookie.rpartition(".")[2],
        "twice": cookie + cookie,
    }[change]
    with httpx2.Client(base_url=live.url, headers={"Cookie": f"playground={forged}"}) as thief:
        assert thief.get(f"/api/submissions/{mine}").status_code == 404
        assert thief.get("/api/me").status_code == 200


def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(live: Live):
    answer = live.browser().post("/api/submissions", json=NEW)
    flags = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= flags
    assert not any(flag.startswith("domain") for flag in flags)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "a" * 2000, "127.0.0.1:1@evil.example"])
def test_the_host_header_is_never_echoed(site: Live, host: str):
    for path in (
        "/",
        "/api/me",
        "/api/none",
        "/puzzles/none",
        "/api/openapi.json",
        "//evil.example/",
        "/\\evil.example",
    ):
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
        connection.putrequest("GET", path, skip_host=True)
        connection.putheader("Host", host)
        connection.putheader("X-Forwarded-Host", "evil.example")
        connection.putheader("Forwarded", "host=evil.example;for=192.0.2.1")
        connection.endheaders()
        answer = connection.getresponse()
        text = answer.read().decode() + str(answer.headers)
        connection.close()
        assert "evil.example" not in text
        assert answer.status < 500
        assert answer.getheader("location") is None


def test_html_in_what_is_sent_stays_text(browser: httpx2.Client, hand: Hand):
    source = f"# {HOSTILE}\n{SOURCE}"
    mine = browser.post("/api/submissions", json={**NEW, "source": source}).json()["id"]
    hand.finish(mine, notes=[HOSTILE])
    answers = [
        browser.get(f"/api/submissions/{mine}"),
        browser.post("/api/submissions", json={**NEW, "puzzle": HOSTILE}),
        browser.post("/api/submissions", json={**NEW, "case": HOSTILE}),
        browser.post("/api/submissions", json={**NEW, HOSTILE: 1}),
        browser.get(f"/api/puzzles/{HOSTILE.replace('/', '')}"),
        browser.get(f"/api/submissions/{HOSTILE.replace('/', '')}"),
    ]
    for answer in answers:
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.status_code < 500
    assert answers[0].json()["verdict"]["notes"] == [HOSTILE]


def test_a_missing_page_does_not_show_its_address(site: Live):
    answer = site.browser(Accept="text/html").get("/%3Cscript%3Ealert(1)%3C/script%3E")
    assert answer.status_code == 404
    assert "alert" not in answer.text


DEEP = 100_000


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"[" * DEEP + b"]" * DEEP, "bad_json"),
        (b'{"p":' * 50_000 + b"1" + b"}" * 50_000, "bad_json"),
        (b'{"source": "' + b"a" * 70_000 + b'", "puzzle": 1}', "source_too_large"),
        (b'{"puzzle": ' + b"9" * 6000 + b"}", None),
        (b'{"puzzle": 1e999, "source": ""}', "invalid"),
        (b'{"puzzle": NaN, "source": ""}', None),
        (b'{"puzzle": 1, "source": "\\ud800"}', None),
        (b'{"puzzle": 1, "source": "a\\u0000b"}', None),
        (b'{"puzzle": "\\u0000", "source": "a"}', None),
        (b'\xff\xfe{\x00}\x00', None),
        (b"", None),
    ],
)  # fmt: skip
def test_malformed_bodies_are_refused_in_plain_words(browser: httpx2.Client, body: bytes, code: str | None):
    answer = browser.post("/api/submissions", content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500, answer.text
    error = error_of(answer)
    assert code in (None, error["code"])
    assert len(answer.content) < 4000
    if code == "bad_json":
        assert "deep" in error["message"]


def test_faults_of_a_body_are_told_up_to_a_number(browser: httpx2.Client):
    answer = browser.post("/api/submissions", json={**NEW, **{f"{'x' * 1000}{n}": 1 for n in range(300)}})
    assert answer.status_code == 422
    assert len(error_of(answer)["detail"]) == 20
    assert len(answer.content) < 6000


@pytest.mark.parametrize("told", ["bytes=0-1", "bytes=", "nonsense", "bytes=9-1", "bytes=" + "0-1," * 900])
def test_parts_of_files_are_not_given(site: Live, told: str):
    answer = site.browser().get("/", headers={"Range": told})
    assert answer.status_code == 200
    assert answer.text.startswith("<!doctype html>")


def test_head_is_answered_where_get_is(live: Live, browser: httpx2.Client):
    for path in ("/api/puzzles", "/api/puzzles/constant-add", "/api/me", "/healthz", "/api/none"):
        head, get = browser.head(path), browser.get(path)
        assert (head.status_code, head.content) == (get.status_code, b"")
        assert head.headers["content-length"] == get.headers["content-length"]
    assert browser.head(f"/api/submissions/{post(browser)}/events").status_code == 405
