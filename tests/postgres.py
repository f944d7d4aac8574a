"""A real PostgreSQL for tests: on a unix socket in a folder of its own, gone when the run ends."""

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

_START_S = 60.0


class Postgres:
    """A running server. Each URL that it gives is of a new, empty database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)

    def url(self) -> str:
        """Make a database; return its SQLAlchemy URL."""
        name = f"test_{next(self._numbers)}"
        self._run(f"CREATE DATABASE {name} TEMPLATE template0")
        return self._url(name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever is still connected to it."""
        name = url.partition("@/")[2].partition("?")[0]
        self._run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def answers(self) -> bool:
        try:
            self._run("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _url(self, name: str) -> str:
        return f"postgresql+psycopg://postgres@/{name}?host={self._folder}"

    def _run(self, statement: Any) -> None:
        with psycopg.connect(
            host=str(self._folder), user="postgres", dbname="postgres", autocommit=True, connect_timeout=10
        ) as connection:
            connection.execute(statement)


@contextmanager
def postgres_server() -> Iterator[Postgres]:
    """Run a server for the length of a block. Raises RuntimeError where PostgreSQL is not installed."""
    programs = _programs()
    who = _unprivileged()
    # Not in pytest's folder: the server's own user must reach it, and a socket's path is short.
    folder = Path(tempfile.mkdtemp(prefix="tp-pg-"))
    try:
        if who:
            os.chown(folder, who["user"], who["group"])
        data, log = folder / "data", folder / "log"
        quiet = {"stdin": subprocess.DEVNULL, "cwd": "/", "env": {**os.environ, "LC_ALL": "C"}, **who}
        made = subprocess.run(
            [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"],
            capture_output=True,
            text=True,
            timeout=120,
            **quiet,
        )
        if made.returncode:
            raise RuntimeError(f"initdb failed: {made.stderr}")
        # Nothing here outlives the run, so nothing waits for the disk.
        options = {
            "listen_addresses": "",
            "unix_socket_directories": folder,
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "max_connections": 200,
            "shared_buffers": "64MB",
        }
        given = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with log.open("wb") as output:
            process = subprocess.Popen(
                [programs / "postgres", "-D", data, *given], stdout=output, stderr=output, **quiet
            )
        try:
            server = Postgres(folder)
            until = time.monotonic() + _START_S
            while not server.answers():
                if process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"PostgreSQL does not start: {log.read_text()[-2000:]}")
                time.sleep(0.05)
            yield server
        finally:
            process.send_signal(2)  # SIGINT: end connections, then stop
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    """Return the folder of initdb and postgres. Debian keeps them out of PATH, one folder a release."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    releases = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if not releases:
        raise RuntimeError(
            "These tests need PostgreSQL's own programs, initdb and postgres. On Debian: apt-get install postgresql"
        )
    return max(releases, key=lambda path: int(path.parent.name) if path.parent.name.isdigit() else 0)


def _unprivileged() -> dict[str, Any]:
    """Return whom to run as: PostgreSQL refuses to be root."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
