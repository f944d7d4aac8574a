"""The API against its own description: generated requests, right and wrong ones, never meet an error of ours.

Some are a stranger's, some the administrator's, who gets further.

CONTRACT_EXAMPLES: requests for each operation and way of making them; a few in CI, many in `make prove-api`.
"""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans, one_of
from schemathesis import Case, GenerationMode
from schemathesis.schemas import APIOperation

from playground_backend import admin_link
from playground_backend.app import create_app
from playground_backend.settings import Settings
from playground_backend.store import records
from playground_backend.store.tables import Identity
from playground_backend.valkey import EmbeddedValkey
from tests.api.conftest import Live, post, settings_for
from tests.postgres import Postgres

EXAMPLES = int(os.environ.get("CONTRACT_EXAMPLES", "10"))
# 503 is what it is for: nothing is connected that judges.
EXPECTED = {("GET", "/readyz"): {503}}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def served(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, valkey: EmbeddedValkey
) -> Iterator[Live]:
    """A server on each kind of database, with no limits to run into."""
    folder = tmp_path_factory.mktemp("contract")
    fields: dict[str, Any] = {"queue_limit": 10**6, "address_writes_per_minute": 0, "address_identities_per_hour": 0}
    if request.param == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        fields["database_url"] = server.url()
    running = Live(settings_for(folder, valkey, sweep_interval_s=3600, **fields))
    yield running
    running.stop()
    if request.param == "postgresql":
        server.drop(fields["database_url"])


@pytest.fixture
def administrator(served: Live) -> dict[str, str]:
    """The administrator's cookie, made for each test, since some operations end what it stands for."""
    service = served.service
    link = admin_link.make(served.settings, service.database, service.identities, served.url)
    browser = served.browser()
    answer = browser.post("/api/sign-in/admin", json={"token": link.partition("#")[2]})
    assert answer.json()["is_admin"] is True
    post(browser)
    now = datetime.now(UTC)
    with service.database.write() as session:  # whom an administrator may mean
        records.add_once(session, Identity(id="hidden", created_at=now, hidden_at=now), "hidden")
    return {"playground": browser.cookies["playground"]}


def operations() -> list[APIOperation]:
    document = create_app(Settings(redis_url="redis://localhost")).openapi()  # described, not started
    return [found.ok() for found in schemathesis.openapi.from_dict(document).get_all_operations()]


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.label)
def test_no_request_meets_an_error_of_ours(served: Live, administrator: dict[str, str], operation: APIOperation):
    expected = EXPECTED.get((operation.method.upper(), operation.path), set())
    takes_something = operation.body or operation.path_parameters or operation.query or operation.headers
    modes = list(GenerationMode) if takes_something else [GenerationMode.POSITIVE]

    @given(case=one_of([operation.as_strategy(generation_mode=mode) for mode in modes]), is_admin=booleans())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=EXAMPLES < 100,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Case, is_admin: bool) -> None:
        answer = case.call(base_url=served.url, timeout=20, cookies=administrator if is_admin else None)
        assert answer.status_code < 500 or answer.status_code in expected, answer.text
        if 400 <= answer.status_code < 500:
            assert set(answer.json()) == {"error"}

    check()
