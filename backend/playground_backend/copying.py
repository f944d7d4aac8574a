"""`triton-playground backup` and `restore`: everything in one file, and back, also while serving."""

import os
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import typer
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from playground_backend.errors import BackendError, BadCopy
from playground_backend.identity import SECRET_FILE
from playground_backend.settings import Settings
from playground_backend.store import copy
from playground_backend.store.database import Database


def backup(file: Path, *, with_secret: bool, **options: Any) -> int:
    """Write FILE anew once it is whole; return the exit status. It is readable by its owner alone."""
    try:
        settings = _settings(options)
        secret_file = settings.data_dir / SECRET_FILE
        secret = secret_file.read_bytes() if with_secret and secret_file.exists() else None
        with closing(_existing(settings)) as database:
            counts = _written(database, file, secret)
    except (BackendError, SQLAlchemyError, OSError, ImportError) as error:
        return _failed("The backup was not made", error)
    rows = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "nothing yet"
    typer.echo(f"{file}: {rows}.")
    if secret is None:
        typer.echo("The host's secret is not in it: browsers of visitors without a password will not be known again.")
    return 0


def restore(file: Path, *, replace: bool, **options: Any) -> int:
    """Fill the database from FILE; return the exit status. Where it fails the database stays as it was."""
    try:
        settings = _settings(options)
        secret_file = settings.data_dir / SECRET_FILE
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        with file.open("rb") as source, closing(Database(settings.database)) as database:
            counts, secret = copy.read(database, source, replace=replace)
        is_new = secret is not None and (not secret_file.exists() or secret_file.read_bytes() != secret)
        if secret is not None and is_new:
            _write_whole(secret_file, secret)
    except (BackendError, SQLAlchemyError, OSError, ImportError) as error:
        return _failed("Nothing was restored", error)
    rows = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "nothing"
    typer.echo(f"Restored {rows}.")
    if is_new:
        typer.echo("The host's secret came with it: a serve that runs must be started anew to use it.")
    return 0


def _settings(options: dict[str, Any]) -> Settings:
    try:
        return Settings(**{name: value for name, value in options.items() if value is not None})
    except ValidationError as error:
        fault = error.errors()[0]
        raise BadCopy(f"--{str(fault['loc'][0]).replace('_', '-')}: {fault['msg']}.") from None


def _existing(settings: Settings) -> Database:
    path = settings.database.database
    if settings.database.get_backend_name() == "sqlite" and not Path(path or "").exists():
        raise BadCopy(f"There is no database in {settings.data_dir}; give --data-dir or --database-url.")
    return Database(settings.database)


def _written(database: Database, file: Path, secret: bytes | None) -> dict[str, int]:
    handle, draft = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)  # readable by its owner alone
    try:
        with os.fdopen(handle, "wb") as target:
            counts = copy.write(database, target, secret)
            target.flush()
            os.fsync(target.fileno())
        Path(draft).replace(file)
    except BaseException:
        with suppress(OSError):
            Path(draft).unlink()
        raise
    return counts


def _write_whole(path: Path, content: bytes) -> None:
    handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    with os.fdopen(handle, "wb") as target:
        target.write(content)
    Path(draft).replace(path)


def _failed(what: str, error: Exception) -> int:
    reason = error.message if isinstance(error, BackendError) else str(error).partition("\n")[0]
    typer.echo(f"triton-playground: {what}. {reason}", err=True)
    return 1
