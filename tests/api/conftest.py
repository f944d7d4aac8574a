"""A real server on a real port, with SQLite and Valkey; and what a worker does to Redis, done by hand."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import redis
import uvicorn
from rq.job import Job
from rq.serializers import JSONSerializer

from playground_backend.app import create_app
from playground_backend.service import Service
from playground_backend.settings import Settings
from playground_backend.store.tables import Submission
from playground_backend.valkey import EmbeddedValkey, embedded_valkey
from playground_puzzles import wire
from playground_puzzles.models import Judged, Outcome, Started, Verdict
from tests.postgres import Postgres

SOURCE = "import triton\n\n@triton.jit\ndef add_kernel(x_ptr, z_ptr, N0, B0):\n    pass\n"


class Live:
    """A running service. port: 0 takes a free one. browser(): a new visitor with cookies of its own."""

    def __init__(self, settings: Settings, port: int = 0) -> None:
        self.settings = settings
        self.app = create_app(settings)
        config = uvicorn.Config(
            self.app,
            port=port,
            log_config=None,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        until(lambda: self._server.started or not self._thread.is_alive(), 60)
        assert self._server.started, "the server did not start"
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.redis = redis.Redis.from_url(settings.redis_url or "")
        self._browsers: list[httpx2.Client] = []

    @property
    def service(self) -> Service:
        found: Service = self.app.state.service
        return found

    def row(self, submission: str) -> Submission:
        """Return what the database holds."""
        with self.service.database.read() as session:
            return session.get_one(Submission, submission)

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def browser(self, **headers: str) -> httpx2.Client:
        client = httpx2.Client(base_url=self.url, timeout=15, headers=headers)
        self._browsers.append(client)
        return client

    def stop(self) -> None:
        for client in self._browsers:
            client.close()
        self.service.end_streams()
        self._server.should_exit = True
        self._thread.join(15)
        assert not self._thread.is_alive()
        self.redis.close()


class Hand:
    """What a worker does, as `wire` says, by hand."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._redis = live.redis

    def take(self, submission: str, lease_s: int = wire.LEASE_TTL_S) -> dict[str, Any]:
        """Take the job off its queue, hold its lease, say that it has started; return the job."""
        assert self._redis.lrem("rq:queue:interpreter", 1, submission) == 1
        self._redis.set(wire.lease_key(submission), "by hand", ex=lease_s)
        self.event(submission, Started(cases=["first"]).model_dump_json())
        job = self.stored(submission)
        assert job["id"] == submission
        return job

    def stored(self, submission: str) -> dict[str, Any]:
        """Return the job as it stands in Redis."""
        job = Job.fetch(submission, connection=self._redis, serializer=JSONSerializer)
        assert job.func_name == wire.JOB_FUNCTION
        assert SOURCE not in (job.description or "")
        found: dict[str, Any] = job.args[0]
        return found

    def event(self, submission: str, event: str) -> str:
        key = wire.events_key(submission)
        entry = self._redis.xadd(key, {"event": event})
        self._redis.expire(key, wire.EVENTS_TTL_S)
        self._redis.publish(wire.EVENTS_CHANNEL, submission)
        return entry.decode()

    def judge(self, submission: str, outcome: Outcome = Outcome.passed, **fields: Any) -> None:
        """Give the final verdict, live and durable, and let the lease go."""
        verdict = a_verdict(outcome, **fields)
        self.event(submission, Judged(verdict=verdict).model_dump_json())
        self.deliver(submission, verdict.model_dump_json())
        self._redis.delete(wire.lease_key(submission))

    def deliver(self, submission: str, verdict: str) -> None:
        self._redis.xadd(wire.VERDICTS_STREAM, {"id": submission, "verdict": verdict})

    def finish(self, submission: str, outcome: Outcome = Outcome.passed, **fields: Any) -> None:
        """Take, judge, and wait until the database has it."""
        self.take(submission)
        self.judge(submission, outcome, **fields)
        until(lambda: self._live.row(submission).status == "done")


def a_verdict(outcome: Outcome = Outcome.passed, **fields: Any) -> Verdict:
    return Verdict(**{"outcome": outcome, "puzzle": "constant-add", "triton_version": "3.9.0", "seed": 7, **fields})


def until(true: Callable[[], Any], timeout_s: float = 10) -> None:
    """Wait until it is so."""
    end = time.monotonic() + timeout_s
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)


def post(browser: httpx2.Client, **fields: Any) -> str:
    """Send a submission that must be accepted; return its id."""
    answer = browser.post("/api/submissions", json={"puzzle": "constant-add", "source": SOURCE, **fields})
    assert answer.status_code == 202, answer.text
    found: str = answer.json()["id"]
    return found


def error_of(answer: httpx2.Response) -> dict[str, Any]:
    """Return the error of an answer, whose shape must be the one that there is."""
    body = answer.json()
    assert set(body) == {"error"}, body
    error: dict[str, Any] = body["error"]
    assert {"code", "message"} <= set(error) <= {"code", "message", "detail"}, error
    assert isinstance(error["code"], str)
    assert error["message"].endswith((".", "!")), error
    assert "\n" not in error["message"]
    json.dumps(error, allow_nan=False)
    return error


def settings_for(folder: Path, server: EmbeddedValkey, **fields: Any) -> Settings:
    quick = {"sweep_interval_s": 0.5, "sweep_confirm_s": 0.2, "static_dir": folder / "none", "open_limit": 10_000}
    return Settings(**{"data_dir": folder, "redis_url": server.url, **quick, **fields})


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory, valkey: EmbeddedValkey) -> Iterator[Live]:
    """The service that most tests share; it sweeps seldom, so that what waits stays as it is."""
    running = Live(settings_for(tmp_path_factory.mktemp("shared data"), valkey, sweep_interval_s=3600))
    yield running
    running.stop()


@pytest.fixture
def hand(live: Live) -> Hand:
    return Hand(live)


@pytest.fixture
def browser(live: Live) -> httpx2.Client:
    return live.browser()


@pytest.fixture
def own_valkey(tmp_path: Path) -> Iterator[EmbeddedValkey]:
    """For tests that empty, stop or fill it."""
    with embedded_valkey(tmp_path / "redis") as server:
        yield server


@pytest.fixture
def start(tmp_path: Path, own_valkey: EmbeddedValkey) -> Iterator[Callable[..., Live]]:
    """Start a service on this test's own data folder and Valkey; a second one goes on where the first ended."""
    running: list[Live] = []

    def begin(**fields: Any) -> Live:
        running.append(Live(settings_for(tmp_path / "data", own_valkey, **fields), fields.get("port", 0)))
        return running[-1]

    yield begin
    for each in running:
        if each.running:
            each.stop()


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def school(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """The service on each kind of database that tests of classes share: each has classes of its own."""
    folder = tmp_path_factory.mktemp("school")
    fields: dict[str, Any] = {
        "sweep_interval_s": 3600,
        "address_writes_per_minute": 0,
        "address_identities_per_hour": 0,
    }
    server: Postgres | None = None
    if request.param == "postgresql":
        server = request.getfixturevalue("postgres")
        fields["database_url"] = server.url()
    with embedded_valkey(folder / "redis") as redis_server:
        running = Live(settings_for(folder / "data", redis_server, **fields))
        yield running
        running.stop()
    if server is not None:
        server.drop(fields["database_url"])
