"""What deploy/postgres makes, on a real server: a role that owns its one database and nothing else."""

import os
import subprocess
from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy import URL

from playground_backend.store.database import Database
from tests.packaging.broker import DEPLOY
from tests.postgres import Postgres


@pytest.fixture
def host(postgres: Postgres, tmp_path: os.PathLike[str]) -> Iterator[str]:
    """The server's folder, with role and database made as the image makes them at its first start."""
    url = postgres.url()
    folder = url.partition("host=")[2]
    secrets = os.path.join(tmp_path, "secrets")
    subprocess.run([DEPLOY / "secrets.sh", secrets], check=True, timeout=30)
    environment = {**os.environ, "PGHOST": folder, "SECRETS": secrets}
    subprocess.run([DEPLOY / "postgres" / "playground.sh"], check=True, timeout=60, env=environment)
    yield folder
    postgres.drop(url)
    with psycopg.connect(host=folder, user="postgres", dbname="postgres", autocommit=True) as connection:
        connection.execute("DROP DATABASE playground WITH (FORCE)")
        connection.execute("DROP ROLE playground")
        connection.execute("GRANT CONNECT ON DATABASE postgres TO PUBLIC")


def test_the_service_makes_its_schema_as_the_role(host: str) -> None:
    database = Database(
        URL.create("postgresql+psycopg", username="playground", database="playground", query={"host": host})
    )
    try:
        database.migrate()
        assert database.is_current()
    finally:
        database.close()


def test_the_role_is_no_superuser_and_has_its_password(host: str) -> None:
    with psycopg.connect(host=host, user="postgres", dbname="playground") as connection:
        found = connection.execute(
            "SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolpassword FROM pg_authid"
            " WHERE rolname = 'playground'"
        ).fetchone()
    assert found is not None
    assert found[:4] == (False, False, False, False)
    assert found[4].startswith("SCRAM-SHA-256$")
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(host=host, user="playground", dbname="postgres")
