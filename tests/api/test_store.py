"""The schema and its migrations, the identity's secret, settings and doctor."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import URL, event, text
from sqlalchemy.exc import IntegrityError

from playground_backend import doctor
from playground_backend.identity import Identities, host_secret
from playground_backend.settings import Settings
from playground_backend.store import records, standings
from playground_backend.store.database import Database
from playground_backend.store.tables import Base


@pytest.fixture
def sqlite(tmp_path: Path) -> Any:
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


def test_sqlite_is_set_up_for_a_service(sqlite: Database):
    with sqlite.read() as session:
        for pragma, value in (("journal_mode", "wal"), ("foreign_keys", 1), ("busy_timeout", 10000)):
            assert session.scalar(text(f"PRAGMA {pragma}")) == value


def test_a_submission_needs_its_owner_and_source(database: Database):
    statement = text(
        "INSERT INTO submissions (id, owner, puzzle, device, source, status, attempts, created_at) "
        "VALUES ('a', 'nobody', 'p', 'interpreter', 'none', 'queued', 1, '2026-01-01')"
    )
    with pytest.raises(IntegrityError), database.write() as session:
        session.execute(statement)


def test_what_is_asked_often_uses_an_index(sqlite: Database):
    asked: list[tuple[str, Any]] = []
    event.listen(sqlite.engine, "before_cursor_execute", lambda *told: asked.append((told[2], told[3])))
    with sqlite.read() as session:
        records.unfinished(session, datetime.now(UTC))
        standings.of_owner(session, "somebody")
        standings.activity(session, "somebody", date(2026, 1, 1), timedelta(0))
        records.find_batch(session, "batch", "somebody")
        records.finished(session, ["a", "b"])
        plans = []
        for statement, parameters in [each for each in asked if each[0].startswith("SELECT")]:
            plan = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.append(" ".join(str(row) for row in plan))
    assert len(plans) >= 5
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
    identities = Identities(b"secret", life_days=1, secure=False)
    assert identities.token(cookie) is None
    assert identities.first_release(cookie) is None
    assert identities.sign_in_state(cookie) is None


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
