"""Fixtures that more than one kind of test uses."""

from collections.abc import Iterator

import pytest

from playground_backend.valkey import EmbeddedValkey, embedded_valkey


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedValkey]:
    """A real server that the whole run shares; its keys carry submission ids, so tests do not meet."""
    with embedded_valkey(tmp_path_factory.mktemp("valkey")) as server:
        yield server
