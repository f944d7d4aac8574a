"""A copy of everything in a database, in one file that SQLite and PostgreSQL can both be made from.

The file is a zip of `manifest.json` and one file of JSON lines for each table, each line an object of one row's
columns; times are ISO 8601 in UTC. `secret` is the host's secret, where the copy has it.
"""

import json
import zipfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import IO, Any, Final

from alembic import command
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Connection, DateTime, MetaData, Table, func, insert, select

from playground_backend.errors import BadCopy, NotEmpty
from playground_backend.store.database import Database, alembic_config

FORMAT: Final = 1
_MANIFEST: Final = "manifest.json"
_SECRET: Final = "secret"
_VERSIONS: Final = "alembic_version"
_PIECE: Final = 500
# Far more than any row: a source is 64 KiB, a verdict a few hundred.
_LONGEST_LINE: Final = 64 * 1024 * 1024


def write(database: Database, file: IO[bytes], secret: bytes | None) -> dict[str, int]:
    """Write everything as it stands at one moment, while others go on writing; return the rows of each table.

    The schema may be an older one. Raises SQLAlchemy's errors, and BadCopy where there is nothing of ours.
    """
    counts: dict[str, int] = {}
    with database.snapshot() as connection, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as copy:
        revision = MigrationContext.configure(connection).get_current_revision()
        if revision is None:
            raise BadCopy("This database holds no playground.")
        for table in _tables(connection):
            with copy.open(_entry(table.name), "w", force_zip64=True) as entry:
                counts[table.name] = _write_rows(connection, table, entry)
        if secret is not None:
            copy.writestr(_SECRET, secret)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = {"format": FORMAT, "revision": revision, "made_at": made, "rows": counts}
        copy.writestr(_MANIFEST, json.dumps(manifest, indent=1))
    return counts


def read(database: Database, file: IO[bytes], *, replace: bool) -> tuple[dict[str, int], bytes | None]:
    """Fill the database from a copy of this version or an older one; return the rows of each table, and the secret.

    All or nothing, in one transaction. Raises NotEmpty where the database holds anything and replace is not set;
    BadCopy where the file is no such copy, or of a newer version; SQLAlchemy's errors.
    """
    try:
        with zipfile.ZipFile(file) as copy:
            manifest = _manifest(copy)
            with database.alone() as connection:
                if not replace and (held := _held(connection)):
                    raise NotEmpty(f"The database holds something already: {held}. --replace deletes it first.")
                _start_over(connection, manifest["revision"])
                _fill(connection, copy, manifest["rows"])
                _migrate(connection, "head")
            secret = copy.read(_SECRET) if _SECRET in copy.namelist() else None
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError) as error:
        raise BadCopy(f"This is no whole backup of a playground ({type(error).__name__}).") from error
    return manifest["rows"], secret


def _write_rows(connection: Connection, table: Table, entry: IO[bytes]) -> int:
    count = 0
    order = list(table.primary_key.columns)
    rows = connection.execution_options(yield_per=_PIECE).execute(select(table).order_by(*order)).mappings()
    for row in rows:
        line = {name: _plain(value) for name, value in row.items()}
        entry.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        count += 1
    return count


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        aware = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        return aware.isoformat()
    return value


def _manifest(copy: zipfile.ZipFile) -> dict[str, Any]:
    manifest = json.loads(copy.read(_MANIFEST))
    if not isinstance(manifest, dict) or manifest["format"] != FORMAT:
        raise BadCopy("This backup is of a form that this version does not know.")
    known = {each.revision for each in ScriptDirectory.from_config(alembic_config()).walk_revisions()}
    if manifest["revision"] not in known:
        raise BadCopy("This backup was made by a newer version. Restore it with that version, or a later one.")
    if not isinstance(manifest["rows"], dict):
        raise BadCopy("This backup does not say what it holds.")
    return manifest


def _held(connection: Connection) -> str:
    """Return what a database holds, in words; nothing where it is empty."""
    counts = {table.name: connection.scalar(select(func.count()).select_from(table)) for table in _tables(connection)}
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)


def _start_over(connection: Connection, revision: str) -> None:
    """Leave the empty schema of a revision."""
    present = MetaData()
    present.reflect(connection)
    present.drop_all(connection)
    _migrate(connection, revision)


def _fill(connection: Connection, copy: zipfile.ZipFile, told: dict[str, int]) -> None:
    tables = _tables(connection)
    if missing := set(told) - {table.name for table in tables}:
        raise BadCopy(f"This backup holds what this version does not know: {', '.join(sorted(missing))}.")
    for table in tables:
        with copy.open(_entry(table.name)) as entry:
            count = 0
            rows = _rows(table, entry)
            while piece := list(islice(rows, _PIECE)):
                connection.execute(insert(table), piece)
                count += len(piece)
        if count != told[table.name]:
            raise BadCopy(f"This backup lacks rows of {table.name}.")


def _rows(table: Table, entry: IO[bytes]) -> Iterator[dict[str, Any]]:
    times = {column.name for column in table.columns if isinstance(column.type, DateTime)}
    names = {column.name for column in table.columns}
    for line in _lines(entry):
        row = json.loads(line)
        if set(row) != names:
            raise BadCopy(f"A row of {table.name} has not the columns that it should have.")
        yield {name: datetime.fromisoformat(value) if name in times and value else value for name, value in row.items()}


def _lines(entry: IO[bytes]) -> Iterable[bytes]:
    while line := entry.readline(_LONGEST_LINE):
        yield line


def _tables(connection: Connection) -> list[Table]:
    """Return the tables as they are in this database, each after those that it refers to."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name != _VERSIONS)
    for table in found.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, JSON):
                column.type = JSON(none_as_null=True)
    return list(found.sorted_tables)


def _migrate(connection: Connection, revision: str) -> None:
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _entry(table: str) -> str:
    return f"{table}.jsonl"
