"""The administrator's link: good once, for a short time, and readable by the owner of the data folder alone."""

import os
from pathlib import Path
from typing import Any

import typer
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from playground_backend.identity import Identities, host_secret, new_token
from playground_backend.settings import Settings
from playground_backend.store import sessions
from playground_backend.store.database import Database


def admin_link(**options: Any) -> int:
    """Print a new link; return the exit status. options: fields of Settings; None leaves the setting."""
    try:
        settings = Settings(**{name: value for name, value in options.items() if value is not None})
    except ValidationError as error:
        typer.echo(f"triton-playground: {error.errors()[0]['msg']}", err=True)
        return 2
    if not (settings.data_dir / "secret").exists():
        typer.echo(f"triton-playground: no server has run on the data folder {settings.data_dir}.", err=True)
        return 1
    database = Database(settings.database)
    try:
        identities = Identities(host_secret(settings.data_dir), life_days=1, secure=settings.secure_cookies)
        typer.echo(make(settings, database, identities, settings.public_url or _site(settings)))
    except (SQLAlchemyError, OSError) as error:
        typer.echo(f"triton-playground: the link cannot be made ({type(error).__name__}).", err=True)
        return 1
    finally:
        database.close()
    return 0


def make(settings: Settings, database: Database, identities: Identities, site: str) -> str:
    """Return a new link and write it to its file; the one before is no longer good. site: without a slash at its end.

    What proves it follows a #, which browsers send to nobody.
    """
    token = new_token()
    sealed = identities.seal("admin", token)
    with database.write() as session:
        sessions.add_tickets(session, "admin", None, [sealed], settings.admin_link_minutes)
    link = f"{site}/sign-in/admin#{token}"
    file = path(settings)
    # Made anew: a file that is there already may be readable by others.
    file.unlink(missing_ok=True)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as opened:
        opened.write(f"{link}\n")
    return link


def path(settings: Settings) -> Path:
    return settings.data_dir / "admin-link"


def _site(settings: Settings) -> str:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"
