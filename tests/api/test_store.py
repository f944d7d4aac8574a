"""The schema and its migrations, the identity's secret, settings and doctor."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import URL, event, text
from sqlalchemy.exc import IntegrityError

from playground_backend import doctor
from playground_backend.identity import Identities, host_secret
from playground_backend.settings import Settings
from playground_backend.store import help, migrations, records
from playground_backend.store.database import Database
from playground_backend.store.tables import Base


@pytest.fixture
def database(tmp_path: Path) -> Any:
    found = Database(URL.create("sqlite", database=str(tmp_path / "with a space %20.sqlite3")))
    found.migrate()
    yield found
    found.close()


def test_migrations_make_what_the_tables_say(database: Database):
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    assert database.is_current()


def test_migrating_again_changes_nothing(database: Database):
    database.migrate()
    assert database.is_current()


def test_sqlite_is_set_up_for_a_service(database: Database):
    with database.read() as session:
        for pragma, value in (("journal_mode", "wal"), ("foreign_keys", 1), ("busy_timeout", 10000)):
            assert session.scalar(text(f"PRAGMA {pragma}")) == value


def test_a_submission_needs_its_owner_and_source(database: Database):
    statement = text(
        "INSERT INTO submissions (id, owner, puzzle, device, source, status, attempts, created_at) "
        "VALUES ('a', 'nobody', 'p', 'interpreter', 'none', 'queued', 1, '2026-01-01')"
    )
    with pytest.raises(IntegrityError), database.write() as session:
        session.execute(statement)


def test_what_is_asked_often_uses_an_index(database: Database):
    asked: list[tuple[str, Any]] = []
    event.listen(database.engine, "before_cursor_execute", lambda *told: asked.append((told[2], told[3])))
    with database.read() as session:
        records.unfinished(session, datetime.now(UTC))
        records.progress(session, "somebody")
        records.find_batch(session, "batch", "somebody")
        records.finished(session, ["a", "b"])
        plans = []
        for statement, parameters in [each for each in asked if each[0].startswith("SELECT")]:
            plan = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.append(" ".join(str(row) for row in plan))
    assert len(plans) >= 4
    assert "ix_submissions_open" in plans[0]
    assert not [plan for plan in plans if "SCAN" in plan and "USING INDEX" not in plan]


def test_the_secret_is_made_once_and_is_private(tmp_path: Path):
    first = host_secret(tmp_path / "data")
    assert host_secret(tmp_path / "data") == first
    assert len(first) >= 32
    assert (tmp_path / "data" / "secret").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret"]


@pytest.mark.parametrize("cookie", ["", "x", "a.b", "é.é", "." * 5000, "\ud800.x", "abc.", None])
def test_a_cookie_that_was_not_signed_here_is_nobody(cookie: str | None):
    assert Identities(b"secret", life_days=1, secure=False).read(cookie) is None


def test_every_setting_is_explained():
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert field.description.endswith("."), name


def test_doctor_looks_at_front_end_database_and_redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PLAYGROUND_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("PLAYGROUND_STATIC_DIR", str(tmp_path / "static"))
    found = {check.name: check for check in doctor.checks()}
    assert not found["front end"].ok
    assert "make setup" in (found["front end"].help or "")
    assert found["database"].ok
    assert found["Redis"].ok
    assert not (tmp_path / "data").exists()  # it only looks

    monkeypatch.setenv("PLAYGROUND_REDIS_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setenv("PLAYGROUND_DATABASE_URL", "sqlite:////no/such/folder/x.db")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").touch()
    found = {check.name: check for check in doctor.checks()}
    assert {name: check.ok for name, check in found.items()} == {"front end": True, "database": False, "Redis": False}

    monkeypatch.setenv("PLAYGROUND_PORT", "many")
    (check,) = doctor.checks()
    assert not check.ok
    assert "port" in check.detail


def test_a_database_of_the_first_release_is_brought_up_with_what_it_holds(tmp_path: Path):
    found = Database(URL.create("sqlite", database=str(tmp_path / "old.sqlite3")))
    with found.engine.execution_options(immediate=True).begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    with found.write() as session:
        for statement in (
            "INSERT INTO identities (id, created_at) VALUES ('mira', '2026-01-01')",
            "INSERT INTO sources (sha256, text, created_at) VALUES ('abc', 'pass', '2026-01-01')",
            "INSERT INTO submissions (id, owner, puzzle, device, source, status, attempts, created_at, finished_at, "
            "outcome) VALUES ('a', 'mira', 'constant-add', 'interpreter', 'abc', 'done', 1, '2026-01-01', "
            "'2026-01-01', 'passed')",
        ):
            session.execute(text(statement))
    assert not found.is_current()
    found.migrate()
    assert found.is_current()
    with found.write() as session:
        assert [each.puzzle for each in records.progress(session, "mira")] == ["constant-add"]
        help.open_hints(session, "mira", "long-sum", 2)
        help.give_up(session, "mira", "constant-add")  # solved long ago, so it is not marked
        assert help.see_solution(session, "mira", "constant-add")
    with found.read() as session:
        helped = {each.puzzle: each for each in help.of_owner(session, "mira")}
    assert helped["long-sum"].hints == 2
    assert helped["constant-add"].gave_up_at is None
    found.close()
