"""One error shape, whatever went wrong and wherever."""

from typing import Any

import httpx2
import pytest

from playground_backend.valkey import EmbeddedValkey

from .conftest import SOURCE, Live, error_of, post


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api", 404, "not_found"),
        ("GET", "/api/", 404, "not_found"),
        ("GET", "/api/nothing", 404, "not_found"),
        ("POST", "/api/nothing", 404, "not_found"),
        ("GET", "/api/puzzles/", 404, "not_found"),
        ("GET", "/api/../secret", 404, "not_found"),
        ("GET", "/api/submissions/none", 404, "unknown_submission"),
        ("GET", "/api/submissions/%00", 404, "unknown_submission"),
        ("GET", "/api/submissions/none/events", 404, "unknown_submission"),
        ("GET", "/api/batches/none", 404, "unknown_batch"),
        ("PUT", "/api/puzzles", 405, "method_not_allowed"),
        ("GET", "/api/submissions", 405, "method_not_allowed"),
        ("PUT", "/api/me", 405, "method_not_allowed"),
        ("POST", "/", 405, "method_not_allowed"),
        ("GET", "/nothing.js", 404, "not_found"),
        ("GET", "/assets/nothing.js", 404, "not_found"),
    ],
)
def test_addresses_and_methods(browser: httpx2.Client, method: str, path: str, status: int, code: str):
    answer = browser.request(method, path)
    assert (answer.status_code, error_of(answer)["code"]) == (status, code)
    assert answer.headers["cache-control"] == "no-store"


def test_a_fault_of_ours_is_told_without_its_inside(live: Live, browser: httpx2.Client, monkeypatch: Any, capfd: Any):
    monkeypatch.setattr(type(live.service), "view", lambda *_: 1 / 0)
    answer = browser.get(f"/api/submissions/{post(browser)}")
    assert answer.status_code == 500
    assert error_of(answer)["code"] == "internal_error"
    assert "ZeroDivision" not in answer.text
    assert "content-security-policy" in answer.headers


def test_without_redis_nothing_is_taken_and_what_is_judged_stays_readable(start: Any, own_valkey: EmbeddedValkey):
    live = start()
    visitor = live.browser()
    submission = post(visitor)
    visitor.delete(f"/api/submissions/{submission}")
    waiting = post(visitor)
    own_valkey.stop()
    answer = visitor.post("/api/submissions", json={"puzzle": 1, "source": SOURCE})
    assert answer.status_code == 503
    assert error_of(answer)["detail"] == {"part": "redis"}
    assert int(answer.headers["retry-after"]) > 0
    assert visitor.get(f"/api/submissions/{submission}").json()["verdict"]["outcome"] == "cancelled"
    assert visitor.get(f"/api/submissions/{waiting}").json()["status"] == "queued"
    assert visitor.delete(f"/api/submissions/{waiting}").status_code == 503
    assert visitor.get("/api/me").status_code == 200


def test_a_database_that_fails_is_503(start: Any):
    live = start()
    visitor = live.browser()
    post(visitor)
    with live.service.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE sources RENAME TO gone")
    answer = visitor.post("/api/submissions", json={"puzzle": 1, "source": SOURCE})
    assert answer.status_code == 503
    assert error_of(answer)["detail"] == {"part": "database"}


def test_every_operation_documents_the_shape(browser: httpx2.Client):
    document = browser.get("/api/openapi.json").json()
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    for operation in operations:
        shape = operation["responses"]["4XX"]["content"]["application/json"]["schema"]["$ref"]
        assert shape.endswith("/ErrorReply")
        assert "422" not in operation["responses"]
    assert {"Verdict", "Submission", "Puzzle", "EventData"} <= set(document["components"]["schemas"])
