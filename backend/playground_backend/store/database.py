"""The engine, its transactions and its migrations."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, create_engine, event, text
from sqlalchemy.orm import Session


class Database:
    """Transactions on one database, from any thread. Errors are SQLAlchemy's own."""

    def __init__(self, url: URL) -> None:
        self._sqlite = url.get_backend_name() == "sqlite"
        # As many connections as the service has threads: a request never waits for one while it holds another.
        # Parameters stay out of messages: sources are among them.
        self.engine = create_engine(
            url, pool_size=20, max_overflow=30, pool_pre_ping=not self._sqlite, hide_parameters=True
        )
        # SQLite has one writer; waiting here is fair and wakes at once, where its own busy handler sleeps and polls.
        self._writer: AbstractContextManager[Any] = threading.Lock() if self._sqlite else nullcontext()
        if self._sqlite:
            _prepare_sqlite(self.engine)

    @contextmanager
    def read(self) -> Iterator[Session]:
        with Session(self.engine) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Commits at the end of the block, or rolls back where it raises."""
        with self._writer, Session(self.engine.execution_options(immediate=True)) as session, session.begin():
            yield session

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Read everything as it stands at one moment; writers are not held up."""
        # SQLite's transaction is a snapshot from its first read on.
        options: dict[str, Any] = (
            {} if self._sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        )
        with self.engine.connect().execution_options(**options) as connection, connection.begin():
            yield connection

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """Change the schema or everything in it; commits at the end of the block, or rolls back where it raises."""
        with self._writer, self.engine.execution_options(immediate=True).begin() as connection:
            if not self._sqlite:  # another process may be starting too; the number is ours, and no more than a name
                connection.execute(text("SELECT pg_advisory_xact_lock(7419083)"))
            yield connection

    def migrate(self) -> None:
        """Bring the schema to this version's, from any older one or from nothing."""
        with self.alone() as connection:
            config = alembic_config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def ping(self) -> None:
        """Raise where the database does not answer."""
        with self.engine.connect() as connection:
            connection.execute(text("SELECT 1"))

    def is_current(self) -> bool:
        """Tell whether the schema is this version's."""
        with self.engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
        return found == ScriptDirectory.from_config(alembic_config()).get_current_head()

    def close(self) -> None:
        self.engine.dispose()


def alembic_config() -> Config:
    """Return how Alembic finds the migrations."""
    config = Config()
    # A percent sign is the config format's own.
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _prepare_sqlite(engine: Any) -> None:
    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # BEGIN is sent below, not guessed by the driver
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        # Survives every kill of a process; a power cut may take the last moments but never harms the file.
        cursor.execute("PRAGMA synchronous=NORMAL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        # A transaction that writes takes the write lock first: one that upgrades later can fail at once as busy.
        immediate = connection.get_execution_options().get("immediate", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
