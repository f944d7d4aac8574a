"""A real server for tests and benchmarks, `triton-playground serve` in a folder, and a client for it."""

import contextlib
import http.cookiejar
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path


class Server:
    """A running serve. url: where it listens; process: the supervisor. Its output goes to `log` in the folder."""

    def __init__(
        self,
        folder: Path,
        *,
        workers: int = 1,
        environment: dict[str, str] | None = None,
        python: str | Path = sys.executable,
    ) -> None:
        self.folder, self.workers, self.python = folder, workers, python
        self.environment = dict(os.environ) if environment is None else environment
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "serve.log"

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, *, ready_s: float = 90.0) -> None:
        """Returns once workers are ready."""
        command = [str(self.python), "-m", "playground_workers", "serve", "--port", str(self.port)]
        command += ["--data-dir", str(self.folder / "data"), "--workers", str(self.workers)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env=self.environment, start_new_session=True
            )
        until = time.monotonic() + ready_s
        while time.monotonic() < until:
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
                if answer.status == 200:
                    return
            time.sleep(0.1)
        self.stop()
        raise RuntimeError(f"serve did not become ready:\n{self.log.read_text()[-4000:]}")

    def stop(self, signum: int = signal.SIGINT) -> None:
        """Ctrl+C, then wait."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signum)
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def client(self) -> "Client":
        return Client(self.url)


class Client:
    """One visitor: JSON in and out, with cookies kept."""

    def __init__(self, url: str) -> None:
        self.url = url
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))

    def get(self, path: str) -> dict:
        with self.opener.open(self.url + path, timeout=30) as answer:
            return json.load(answer)

    def post(self, path: str, body: dict) -> dict:
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
        )
        with self.opener.open(request, timeout=30) as answer:
            return json.load(answer)

    def delete(self, path: str) -> None:
        request = urllib.request.Request(self.url + path, method="DELETE")
        with self.opener.open(request, timeout=30):
            pass

    def events(self, submission: str) -> Iterator[dict]:
        """The submission's events as they come, up to the verdict."""
        with self.opener.open(f"{self.url}/api/submissions/{submission}/events", timeout=120) as stream:
            for line in stream:
                if line.startswith(b"data:"):
                    event = json.loads(line[5:])
                    yield event
                    if event["type"] == "verdict":
                        return

    def follow(self, submission: str) -> dict:
        """The verdict, as the event stream brings it."""
        for event in self.events(submission):
            if event["type"] == "verdict":
                return event["verdict"]
        raise RuntimeError("the event stream ended without a verdict")

    def judge(self, puzzle: str | int, source: str, **fields: object) -> dict:
        return self.follow(self.post("/api/submissions", {"puzzle": puzzle, "source": source, **fields})["id"])


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
