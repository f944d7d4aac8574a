"""Sandboxes for the tests here, in both modes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sandbox.lab import MODES, Court, Lab, open_court, open_lab


@pytest.fixture(scope="session", params=MODES)
def shared_lab(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One box a mode for the whole session."""
    yield from open_lab(tmp_path_factory.mktemp("with a space") / request.param, request.param)


@pytest.fixture(params=MODES)
def lab(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Lab]:
    """A fresh box, for tests that hurt it."""
    yield from open_lab(tmp_path / "lab", request.param)


@pytest.fixture(scope="session", params=MODES)
def court(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Court]:
    """One judge a mode for the whole session."""
    yield from open_court(tmp_path_factory.mktemp("court") / request.param, request.param)
