"""The API against its own description: generated requests, right and wrong ones, never meet an error of ours.

CONTRACT_EXAMPLES: requests for each operation and way of making them; a few in CI, many in `make prove-api`.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case, GenerationMode
from sqlalchemy import make_url

from playground_backend.valkey import EmbeddedValkey
from tests.api.conftest import Live, settings_for
from tests.postgres import Postgres

EXAMPLES = int(os.environ.get("CONTRACT_EXAMPLES", "8"))
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
        server.drop(make_url(fields["database_url"]).render_as_string(hide_password=False))


@pytest.fixture
def described(served: Live) -> Any:
    with served.browser() as browser:
        document = browser.get("/api/openapi.json").json()
    found = schemathesis.openapi.from_dict(document)
    found.config.base_url = served.url
    found.config.generation.update(modes=list(GenerationMode))
    return found


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=EXAMPLES < 100,
    suppress_health_check=list(HealthCheck),
)
def test_no_request_meets_an_error_of_ours(case: Case):
    answer = case.call(timeout=20)
    expected = EXPECTED.get((case.method.upper(), case.operation.path), set())
    assert answer.status_code < 500 or answer.status_code in expected, answer.text
    if 400 <= answer.status_code < 500 and case.method.upper() != "HEAD":
        assert set(answer.json()) == {"error"}
