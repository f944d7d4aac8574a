"""Registrations: the administrator's alone; which addresses are asked, and how."""

import json
import socket
import stat
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest

from playground_backend.lti import fetching
from playground_backend.lti.fetching import Fetcher, PlatformFailed, is_usable
from playground_backend.lti.keys import ToolKey
from tests.api.classes import administrator, good, teacher
from tests.api.conftest import Live, error_of
from tests.api.lti.conftest import linked
from tests.lti_platform import Platform

CAMPUS = {
    "name": "Campus",
    "issuer": "https://campus.example",
    "client_id": "7",
    "auth_url": "https://campus.example/auth",
    "token_url": "https://campus.example/token",
    "jwks_url": "https://campus.example/jwks",
}
REFUSED = [
    "http://campus.example/jwks",
    "ftp://campus.example/jwks",
    "file:///etc/passwd",
    "https://user:word@campus.example/",
    "https://127.0.0.1/jwks",
    "https://localhost:8000/jwks",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://10.0.0.7/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://0.0.0.0/",
    "https://100.64.0.1/",
    "https://campus.example/#fragment",
    "https://campus.example:99999/",
    "https://campus.example\\@127.0.0.1/",
    "https:///jwks",
    "campus.example",
]


@pytest.fixture
def strict(live: Live) -> httpx2.Client:
    """The administrator of a service that lets no private addresses in."""
    return administrator(live)


@pytest.mark.parametrize("url", REFUSED)
def test_addresses_inside_and_without_tls_are_refused(url: str):
    assert not is_usable(url, allows_private=False)


def test_addresses_of_the_own_network_are_let_in_by_the_setting_alone():
    for url in ("http://127.0.0.1:8080/jwks", "http://moodle.local/", "https://10.0.0.7/"):
        assert is_usable(url, allows_private=True)
    for url in ("file:///etc/passwd", "https://a:b@campus.example/", "ftp://campus.example/"):
        assert not is_usable(url, allows_private=True)
    assert is_usable("https://campus.example:8443/jwks?x=1", allows_private=False)
    assert is_usable("https://93.184.216.34/", allows_private=False)


def test_only_the_administrator_registers(site: Live, campus: Platform):
    browser, room = linked(site, campus)
    for person in (site.browser(), teacher(site), browser):
        assert error_of(person.get("/api/lti/platforms"))["code"] == "not_admin"
        assert error_of(person.post("/api/lti/platforms", json=CAMPUS))["code"] == "not_admin"
        assert error_of(person.put("/api/lti/platforms/x", json=CAMPUS))["code"] == "not_admin"
        assert error_of(person.delete("/api/lti/platforms/x"))["code"] == "not_admin"
    admin = administrator(site)
    told = good(admin.get("/api/lti/platforms"))
    assert told["tool"] == {
        "login": f"{site.url}/api/lti/login",
        "launch": f"{site.url}/api/lti/launch",
        "jwks": f"{site.url}/api/lti/jwks",
    }
    [mine] = [each for each in told["platforms"] if each["issuer"] == campus.url]
    assert mine["courses"] == 1
    path = f"/api/lti/platforms/{mine['id']}"
    again = admin.post("/api/lti/platforms", json=campus.registration())
    assert (error_of(again)["code"], "already" in error_of(again)["message"]) == ("invalid", True)
    changed = good(admin.put(path, json={**campus.registration(), "deployments": []}))
    assert (changed["deployments"], changed["courses"]) == ([], 1)
    refused = campus.launch(site.browser(), "s1", "home")
    assert "is not registered. The administrator of this server can add it" in refused.text
    assert admin.delete(path).status_code == 204
    assert admin.delete(path).status_code == 404
    assert error_of(admin.put(path, json=CAMPUS))["code"] == "not_found"
    assert "not registered here" in site.browser().get(campus.begins("s1", "home")).text
    # The class and its people stay.
    assert good(browser.get(f"/api/classrooms/{room}"))["role"] == "teacher"
    assert good(browser.get(f"/api/classrooms/{room}/lti"))["course"] is None


def test_registrations_are_held_to_public_addresses(site: Live):
    admin = administrator(site)
    for field in ("auth_url", "token_url", "jwks_url", "site"):
        answer = admin.post("/api/lti/platforms", json={**CAMPUS, field: "file:///etc/passwd"})
        assert (error_of(answer)["code"], error_of(answer)["detail"][0]["field"]) == ("invalid", field)
    for field, value in (("issuer", "campus"), ("name", ""), ("client_id", "a\nb"), ("deployments", [""])):
        assert admin.post("/api/lti/platforms", json={**CAMPUS, field: value}).status_code == 422


def test_a_server_that_does_not_know_its_address_registers_nobody(strict: httpx2.Client):
    assert good(strict.get("/api/lti/platforms"))["tool"]["launch"] is None
    assert "--public-url" in error_of(strict.post("/api/lti/platforms", json=CAMPUS))["message"]


# ---- how they are asked ----


class Answers(BaseHTTPRequestHandler):
    asked: list[str] = []  # noqa: RUF012 - shared by all that the server makes

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path == "/redirect":
            self.send_response(302)
            self.send_header("Location", "/good")
            self.end_headers()
            return
        self.send_response(500 if self.path == "/broken" else 200)
        if self.path == "/slow-headers":
            self.flush_headers()
        else:
            self.end_headers()
        try:
            if self.path == "/endless":
                while True:
                    self.wfile.write(b"x" * 65536)
            elif self.path in ("/drip", "/slow-headers"):
                while not self.server.over.wait(0.05):  # type: ignore[attr-defined]
                    self.wfile.write(b" ")
            else:
                self.wfile.write(b"{}")
        except OSError:
            pass


@pytest.fixture
def answers() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.over = threading.Event()  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    Answers.asked.clear()
    yield f"http://127.0.0.1:{server.server_port}"
    server.over.set()  # type: ignore[attr-defined]
    server.shutdown()
    server.server_close()
    thread.join()


def told(url: str, *, allows_private: bool = True) -> str:
    with pytest.raises(PlatformFailed) as failed:
        Fetcher(allows_private=allows_private).ask("GET", url)
    return failed.value.message


def test_answers_have_a_size_and_a_time_and_lead_nowhere_else(answers: str, monkeypatch: pytest.MonkeyPatch):
    assert Fetcher(allows_private=True).ask("GET", f"{answers}/good").json() == {}
    assert "a redirect, which is not followed" in told(f"{answers}/redirect")
    assert Answers.asked == ["/good", "/redirect"]
    assert told(f"{answers}/broken") == "The platform answered 500."
    assert "too large" in told(f"{answers}/endless")
    monkeypatch.setattr(fetching, "_WHOLE_S", 0.6)
    for path in ("/drip", "/slow-headers"):
        assert "too long" in told(f"{answers}{path}")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        assert told(f"http://127.0.0.1:{closed.getsockname()[1]}/") == "The platform could not be reached."


def test_a_public_name_that_leads_inside_is_sent_nothing(answers: str, monkeypatch: pytest.MonkeyPatch):
    """What a name stands for is looked at where the connection is: there is nothing between the look and the use."""
    port = int(answers.rpartition(":")[2])
    inside: Any = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: inside)
    assert told("https://campus.example/jwks", allows_private=False).endswith("not public.")
    assert Answers.asked == []


# ---- our key ----


def test_the_key_pair_is_made_once_and_its_private_half_is_nobodys(site: Live, tmp_path: Path):
    published = good(site.browser().get("/api/lti/jwks"))
    assert good(site.browser().get("/api/lti/jwks")) == published
    [key] = published["keys"]
    assert set(key) == {"kty", "n", "e", "kid", "alg", "use"}
    file = site.settings.data_dir / "lti-key.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    made = ToolKey(tmp_path / "key.json")
    assert ToolKey(tmp_path / "key.json").public() == made.public()
    # A key that is put first signs; the one before it is still published.
    newer = ToolKey(tmp_path / "newer.json")
    newer.public()
    both = [json.loads((tmp_path / name).read_text())["keys"][0] for name in ("newer.json", "key.json")]
    (tmp_path / "both.json").write_text(json.dumps({"keys": both}))
    assert [each["kid"] for each in ToolKey(tmp_path / "both.json").public()["keys"]] == [
        newer.public()["keys"][0]["kid"],
        made.public()["keys"][0]["kid"],
    ]
