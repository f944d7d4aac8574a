"""Fixtures that more than one kind of test uses."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from playground_backend.store.database import Database
from playground_backend.valkey import EmbeddedValkey, embedded_valkey
from tests.postgres import Postgres, postgres_server


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedValkey]:
    """A real server that the whole run shares; its keys carry submission ids, so tests do not meet."""
    with embedded_valkey(tmp_path_factory.mktemp("valkey")) as server:
        yield server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real server that the whole run shares."""
    with postgres_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind; the test runs once on each. Give it to `Settings` or `start`."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'test.sqlite3'}"
        return
    server: Postgres = request.getfixturevalue("postgres")
    url = server.url()
    yield url
    server.drop(url)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database of each kind with this version's schema."""
    found = Database(make_url(database_url))
    found.migrate()
    yield found
    found.close()
