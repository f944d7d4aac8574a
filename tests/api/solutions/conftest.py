"""A service on both databases, who shares and who visits, and every form of a link."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from playground_backend.valkey import embedded_valkey
from playground_puzzles.models import Outcome
from tests.api.conftest import SOURCE, Hand, Live, post, settings_for
from tests.postgres import Postgres

PUZZLE = "constant-add"
TELLING = "the_telling_name"
SOLUTION = SOURCE.replace("    pass\n", f"    {TELLING} = 1\n")
HOSTILE = SOURCE + "# </pre><script>alert(1)</script><img src=x onerror=alert(2)>\n"
LAUNCH = {
    "kernel": "add_kernel",
    "tensors": [{"name": "x_ptr", "dtype": "float32", "shape": [4]}],
    "grid": [1],
    "constants": {"a": 1.0, "b": 1, "c": True},
}
INDEX = (
    '<!doctype html><html><head><meta name="description" content="general" /><title>Playground</title></head></html>'
)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def live(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("shares")
    (folder / "built").mkdir()
    (folder / "built" / "index.html").write_text(INDEX)
    fields: dict[str, Any] = {"static_dir": folder / "built", "sweep_interval_s": 3600}
    if request.param == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        fields["database_url"] = server.url()
    # A Valkey of its own: of two services on one, either takes a verdict.
    with embedded_valkey(folder / "redis") as own:
        running = Live(settings_for(folder / "data", own, **fields))
        yield running
        running.stop()


@pytest.fixture
def owner(live: Live) -> httpx2.Client:
    return live.browser()


@pytest.fixture
def visitor(live: Live) -> httpx2.Client:
    return live.browser()


def judged(browser: httpx2.Client, hand: Hand, outcome: Outcome = Outcome.passed, **fields: Any) -> str:
    """Send a source and have it judged; return the submission's id."""
    verdict = fields.pop("verdict", {})
    submission = post(browser, **{"source": SOLUTION, **fields})
    hand.finish(submission, outcome, **verdict)
    return submission


def share(browser: httpx2.Client, submission: str) -> str:
    answer = browser.post("/api/solutions", json={"submission": submission})
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    assert answer.json() == {"id": found, "url": f"/s/{found}"}
    return found


def forms(browser: httpx2.Client, id: str) -> dict[str, httpx2.Response]:
    """Return every form of a link, as a browser gets it."""
    paths = {
        "api": f"/api/solutions/{id}",
        "raw": f"/api/solutions/{id}/raw",
        "page": f"/s/{id}",
        "embed": f"/embed/{id}",
        "picture": f"/s/{id}/preview.png",
    }
    return {name: browser.get(path) for name, path in paths.items()}
