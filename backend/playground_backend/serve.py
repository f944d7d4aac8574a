"""`triton-playground serve`: one process that runs the API and watches over Valkey and the workers.

It stops from the students' side: first the workers, which finish what they judge, then the API, which has told of it
by then, then Valkey.
"""

import asyncio
import contextlib
import errno
import fcntl
import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import structlog
import typer
import uvicorn
from pydantic import ValidationError
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from playground_backend import admin_link
from playground_backend.app import create_app
from playground_backend.children import Child
from playground_backend.errors import ServeError
from playground_backend.queue import JobQueue
from playground_backend.redis_clients import connect
from playground_backend.settings import Settings
from playground_backend.static import is_built
from playground_backend.store.database import Database
from playground_backend.valkey import EmbeddedValkey, embedded_valkey
from playground_puzzles import logs

log = structlog.get_logger(__name__)

_TICK_S: Final = 0.5
# torch takes up to ten seconds to load on a cold disk.
_FIRST_BEAT_S: Final = 90.0
_LAST_VERDICTS_TRIES: Final = 40
_WEAK: Final = {"weak", "none"}


def serve(**options: Any) -> int:
    """Serve until told to stop; return the exit status. options: fields of Settings; None leaves the setting."""
    try:
        settings = Settings(**{name: value for name, value in options.items() if value is not None})
    except ValidationError as error:
        for fault in error.errors():
            name = ".".join(str(part) for part in fault["loc"]).replace("_", "-")
            _complain(f"--{name}: {fault['msg']}")
        return 2
    logs.configure(settings.log_level)
    try:
        with _data_folder(settings.data_dir), _listener(settings) as listener:
            _migrate(settings)
            if settings.redis_url:
                _require_redis(settings.redis_url)
                asyncio.run(_Supervisor(settings, listener, None).run())
            else:
                with embedded_valkey(settings.data_dir) as valkey:
                    settings = settings.model_copy(update={"redis_url": valkey.url})
                    JobQueue(connect(valkey.url)).forget_workers()
                    asyncio.run(_Supervisor(settings, listener, valkey).run())
    except ServeError as error:
        _complain(error.message)
        return 1
    return 0


class _Api(uvicorn.Server):
    """Signals are the supervisor's: workers go first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class _Supervisor:
    def __init__(self, settings: Settings, listener: socket.socket, valkey: EmbeddedValkey | None) -> None:
        assert settings.redis_url is not None
        self._settings = settings
        self._listener = listener
        self._valkey = valkey
        self._queue = JobQueue(connect(settings.redis_url))
        self._worker = _worker(settings) if settings.workers else None
        self._app = create_app(settings)
        self._api = _Api(
            uvicorn.Config(
                self._app,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                lifespan="on",
                timeout_graceful_shutdown=5,
            )
        )
        self._stopping = asyncio.Event()
        self._hurry = False

    async def run(self) -> None:
        """Serve until a signal, or until the API ends by itself."""
        loop = asyncio.get_running_loop()
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # Whoever starts it under nohup wants it to outlive the terminal.
            if signum != signal.SIGHUP or signal.getsignal(signum) != signal.SIG_IGN:
                loop.add_signal_handler(signum, self._told_to_stop)
        api: asyncio.Task[None] | None = None
        tasks: list[asyncio.Task[Any]] = []
        try:
            if self._worker is not None:
                self._worker.start()
            if self._must_be_strong():
                await self._require_strong()
            if not self._stopping.is_set():
                api = asyncio.create_task(self._api.serve(sockets=[self._listener]))
                tasks = [asyncio.create_task(self._watch_children()), asyncio.create_task(self._announce())]
                stopped = asyncio.create_task(self._stopping.wait())
                tasks.append(stopped)
                await asyncio.wait([api, stopped], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._stop(api)

    def _told_to_stop(self) -> None:
        # Asked twice means at once.
        self._hurry = self._stopping.is_set()
        self._stopping.set()

    async def _stop(self, api: asyncio.Task[None] | None) -> None:
        if self._worker is not None:
            _say("Stopping: running jobs may finish; Ctrl+C again ends them.")
            await asyncio.to_thread(self._worker.stop, self._settings.drain_timeout_s, lambda: self._hurry)
            if api is not None:
                await self._last_verdicts()
        if api is None:
            return
        if hasattr(self._app.state, "service"):
            self._app.state.service.end_streams()
        self._api.should_exit = True
        try:
            await api
        except SystemExit:
            raise ServeError("The API did not start; the log says why.") from None

    async def _last_verdicts(self) -> None:
        """Let the database have what the workers gave last. It would not be lost: the next start takes it."""
        with contextlib.suppress(RedisError):
            for _ in range(_LAST_VERDICTS_TRIES):
                if not await asyncio.to_thread(self._queue.uncollected):
                    return
                await asyncio.sleep(0.05)

    async def _watch_children(self) -> None:
        while True:
            await asyncio.sleep(_TICK_S)
            if self._worker is not None:
                self._worker.revive()
            if self._valkey is not None and (child := self._valkey.child) is not None and not child.alive():
                child.revive()
                self._valkey.remember()

    async def _announce(self) -> None:
        """Say where it serves once it does, and what judges once that is known."""
        while not self._api.started:
            await asyncio.sleep(0.02)
        host, port = self._listener.getsockname()[:2]
        _say(f"Triton Playground serves on {self._settings.public_url or _address(host, port)}")
        _say(f"  data in {self._settings.data_dir}")
        self._announce_admin(self._settings.public_url or _address(host, port))
        if not is_built(self._settings.static_dir):
            _say("  the front end is not built: run `make setup`")
        if self._worker is None:
            _say("  no workers are started here")
        elif (beat := await self._first_beat()) is None:
            _say("  no worker has reported yet; the log may say why")
        elif beat.get("problem"):
            _say(f"  the worker cannot judge: {beat['problem']}")
        else:
            slots, tier, triton = beat.get("slots"), beat.get("sandbox"), beat.get("triton_version")
            ready = "1 interpreter slot is ready" if slots == 1 else f"{slots} interpreter slots are ready"
            _say(f"  {ready}: sandbox {tier}, Triton {triton}")

    def _announce_admin(self, site: str) -> None:
        """Say where the administrator's link is; the link itself only to a person who looks on."""
        service = self._app.state.service
        with contextlib.suppress(SQLAlchemyError, OSError):
            link = admin_link.make(self._settings, service.database, service.identities, site)
            told = link if sys.stdout.isatty() else f"the link in {admin_link.path(self._settings)}"
            _say(f"  administrator, once and within {self._settings.admin_link_minutes} minutes: {told}")

    def _must_be_strong(self) -> bool:
        public = not _is_loopback(self._settings.host)
        return public and self._worker is not None and not self._settings.allow_weak_sandbox

    async def _require_strong(self) -> None:
        """Raise ServeError unless the sandbox here may face a network."""
        beat = await self._first_beat()
        if self._stopping.is_set():
            return
        if beat is None:
            raise ServeError("The worker did not report its sandbox, so this is not served publicly.")
        if beat.get("sandbox") in _WEAK:
            raise ServeError(
                f"The sandbox on this machine is `{beat['sandbox']}`: what visitors send could do harm here. "
                "`triton-playground doctor` says what is missing; --allow-weak-sandbox serves all the same."
            )

    async def _first_beat(self) -> dict[str, Any] | None:
        """Wait for the heartbeat of the worker started here; others may share this Redis."""
        assert self._worker is not None
        loop = asyncio.get_running_loop()
        until = loop.time() + _FIRST_BEAT_S
        while loop.time() < until and not self._stopping.is_set():
            with contextlib.suppress(RedisError):
                beats = await asyncio.to_thread(self._queue.workers)
                if beat := beats.get(f"{socket.gethostname()}-{self._worker.pid}"):
                    return beat
            await asyncio.sleep(0.1)
        return None


def _worker(settings: Settings) -> Child:
    program = [sys.executable, "-P", "-m", "playground_workers", "worker"]
    # Its URL may hold a password, and everybody may read a command line.
    environment = {name: value for name, value in os.environ.items() if name != "PLAYGROUND_REDIS_URL_FILE"}
    environment["PLAYGROUND_REDIS_URL"] = settings.redis_url or ""
    return Child("worker", [*program, "--slots", str(settings.workers)], environment=environment)


@contextlib.contextmanager
def _data_folder(path: Path) -> Iterator[None]:
    """Make the folder and hold it for this process alone."""
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = (path / "serve.lock").open("a+")
    except OSError as error:
        raise ServeError(f"The data folder {path} cannot be written: {error.strerror}.") from None
    with held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ServeError(
                f"Another serve uses the data folder {path}. Stop it, or give this one another --data-dir."
            ) from None
        yield


@contextlib.contextmanager
def _listener(settings: Settings) -> Iterator[socket.socket]:
    """Bind before anything is started, so that a taken port is told at once."""
    host, port = settings.host, settings.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        # With the protocol given: asyncio turns Nagle's delay of 40 ms off only where it sees TCP written there.
        listener = socket.socket(found[0], found[1], found[2])
    except OSError as error:
        raise ServeError(f"{host} is no address to listen on: {error.strerror}.") from None
    with listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(found[4])
            listener.listen(2048)
        except OSError as error:
            told = (
                "is in use; give another --port"
                if error.errno == errno.EADDRINUSE
                else f"cannot be used: {error.strerror}"
            )
            raise ServeError(f"Port {port} of {host} {told}.") from None
        yield listener


def _migrate(settings: Settings) -> None:
    try:
        database = Database(settings.database)
        try:
            database.migrate()
        finally:
            database.close()
    except (SQLAlchemyError, ImportError) as error:
        where = settings.database.render_as_string(hide_password=True)
        reason = str(error).partition("\n")[0]
        raise ServeError(f"The database {where} cannot be used: {reason}") from None


def _require_redis(url: str) -> None:
    try:
        with contextlib.closing(connect(url)) as client:
            client.ping()
    except (RedisError, ValueError) as error:
        raise ServeError(f"The Redis of --redis-url does not answer ({type(error).__name__}).") from None


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _say(text: str) -> None:
    typer.echo(text)
    sys.stdout.flush()


def _complain(text: str) -> None:
    typer.echo(f"triton-playground: {text}", err=True)
