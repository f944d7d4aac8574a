"""A service on both databases whose people the tests of accounts make, and what they ask of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import select

from playground_backend.valkey import EmbeddedValkey, embedded_valkey
from tests.api.conftest import Hand, Live, post, settings_for

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
