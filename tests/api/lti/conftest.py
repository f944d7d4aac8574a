"""A service that knows its own address, on each kind of database, and a platform registered with it for each test."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from playground_backend.valkey import embedded_valkey
from tests.api.classes import administrator, good
from tests.api.conftest import Live, settings_for
from tests.lti_platform import ASSISTANT, STUDENT, TEACHER, Platform
from tests.postgres import Postgres
from tests.server import free_port


@pytest.fixture(scope="package", params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder, port = tmp_path_factory.mktemp("lti"), free_port()
    fields: dict[str, Any] = {
        "port": port,
        "public_url": f"http://127.0.0.1:{port}",
        "lti_private_platforms": True,
        "lti_retry_s": 0.2,
        "address_writes_per_minute": 0,
        "address_identities_per_hour": 0,
    }
    server: Postgres | None = None
    if request.param == "postgresql":
        server = request.getfixturevalue("postgres")
        fields["database_url"] = server.url()
    with embedded_valkey(folder / "redis") as redis_server:
        running = Live(settings_for(folder / "data", redis_server, **fields), port)
        yield running
        running.stop()
    if server is not None:
        server.drop(fields["database_url"])


@pytest.fixture
def campus(site: Live) -> Iterator[Platform]:
    """A registered platform with a teacher, an assistant and two students."""
    platform = Platform(site.url)
    populate(platform)
    good(administrator(site).post("/api/lti/platforms", json=platform.registration()), 201)
    yield platform
    platform.stop()


def populate(platform: Platform) -> None:
    platform.add("t1", TEACHER, "Dr Okafor", email="okafor@campus.example")
    platform.add("a1", ASSISTANT, "Al Reyes")
    platform.add("s1", STUDENT, "Noa Weber", email="noa@campus.example", number="4711")
    platform.add("s2", STUDENT, "Bo Lind", email="bo@campus.example")
    platform.link("home")


def next_of(answer: httpx2.Response) -> str:
    """The path that a launch ended in."""
    assert answer.status_code == 303, answer.text
    parts = urlsplit(answer.headers["location"])
    return f"{parts.path}#{parts.fragment}" if parts.fragment else parts.path


def linked(site: Live, campus: Platform, classroom: str | None = None, browser: Any = None) -> tuple[Any, str]:
    """Connect the course by its teacher's first launch; return their browser and the class."""
    browser = browser or site.browser()
    path, _, token = next_of(campus.launch(browser, "t1", "home")).partition("#")
    assert path == "/lti/link"
    wish = {"token": token, "classroom": classroom, "time_zone": "Europe/Berlin"}
    path = good(browser.post("/api/lti/links", json=wish))["path"]
    return browser, path.removeprefix("/classes/")
