"""Backup and restore: on both databases, from one to the other, while serving, and of broken files."""

import io
import json
import threading
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import make_url, select, text
from typer.testing import CliRunner

from playground_backend.errors import BadCopy, NotEmpty
from playground_backend.store import copy, help, records, standings
from playground_backend.store.database import Database, alembic_config
from playground_backend.store.records import Wanted
from playground_backend.store.tables import Base, Identity, Submission
from playground_puzzles.catalogue import load
from playground_puzzles.cli import app
from playground_puzzles.models import Outcome
from tests.api.conftest import Hand, a_verdict, post
from tests.api.test_upgrades import REVISIONS, ROWS
from tests.postgres import Postgres

STRANGE = 'µ \u2028 "\\" \U0001f600 {"json": [1.5, null]}\n'


@pytest.fixture(params=["to sqlite", "to postgresql"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """An empty database to restore into."""
    if request.param == "to sqlite":
        url, drop = f"sqlite:///{tmp_path / 'other.sqlite3'}", lambda: None
    else:
        server: Postgres = request.getfixturevalue("postgres")
        url = server.url()
        drop = lambda: server.drop(url)  # noqa: E731
    with closing(Database(make_url(url))) as found:
        yield found
    drop()


def fill(database: Database) -> None:
    with database.write() as session:
        rows = records.add(session, "mira", STRANGE, [Wanted("constant-add"), Wanted("long-sum", seed=2**32 - 1)])
        records.finish(session, rows[0].id, a_verdict(Outcome.passed, notes=[STRANGE]))
        records.add(session, "noor", "pass", [Wanted("long-sum")], records.new_id())
        help.open_hints(session, "noor", "long-sum", 2)
        session.add(Identity(id="old", created_at=datetime(2026, 1, 2, 3, 4, 5, 678901, UTC), is_listed=True))


def everything(database: Database) -> dict[str, list[Any]]:
    with database.read() as session:
        return {
            table.name: sorted(repr(tuple(row)) for row in session.execute(select(table)))
            for table in Base.metadata.sorted_tables
        }


def written(database: Database, secret: bytes | None = None) -> io.BytesIO:
    file = io.BytesIO()
    copy.write(database, file, secret)
    return file


def test_a_copy_holds_everything_whichever_database_it_comes_from_and_goes_to(database: Database, other: Database):
    fill(database)
    file = written(database, b"secret")
    counts, secret = copy.read(other, file, replace=False)
    assert secret == b"secret"
    assert (counts["identities"], counts["submissions"], counts["sources"]) == (3, 3, 2)
    assert everything(other) == everything(database)
    assert other.is_current()
    with other.write() as session:  # and it is in use like any other
        records.add(session, "mira", "more", [Wanted("constant-add")])


def test_a_database_that_holds_something_is_left_alone_unless_told(database: Database, other: Database):
    fill(database)
    file = written(database)
    other.migrate()
    with other.write() as session:
        records.add(session, "somebody", "theirs", [Wanted("constant-add")])
    before = everything(other)
    with pytest.raises(NotEmpty, match=r"1 identities.*1 submissions"):
        copy.read(other, file, replace=False)
    assert everything(other) == before
    copy.read(other, file, replace=True)
    assert everything(other) == everything(database)


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_copy_of_an_older_schema_is_brought_up(database_url: str, revision: str, tmp_path: Path):
    with closing(Database(make_url(database_url))) as old:
        for each in REVISIONS[: REVISIONS.index(revision) + 1]:
            with old.alone() as connection:
                config = alembic_config()
                config.attributes["connection"] = connection
                command.upgrade(config, each)
                for statement in ROWS.get(each, ()):
                    connection.execute(text(statement))
        file = written(old)
    with closing(Database(make_url(f"sqlite:///{tmp_path / 'new.sqlite3'}"))) as new:
        copy.read(new, file, replace=False)
        assert new.is_current()
        with new.write() as session:  # as the next start does
            standings.publish(session, load())
        with new.read() as session:
            assert [each.puzzle for each in standings.of_owner(session, "mira")] == ["constant-add"]
            assert session.get_one(Submission, "b").batch == "f00d"


def test_a_copy_is_of_one_moment_and_holds_nobody_up(database: Database, other: Database):
    fill(database)
    stop = threading.Event()
    failures: list[BaseException] = []
    done = 0

    def write() -> None:
        nonlocal done
        try:
            while not stop.is_set():
                with database.write() as session:
                    records.add(session, f"writer {done}", f"source {done}", [Wanted("constant-add")])
                done += 1
        except BaseException as error:
            failures.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(3):
            before = done
            file = written(database)
            counts, _ = copy.read(other, file, replace=True)  # a row without its owner would be refused
            assert counts["submissions"] - 3 == counts["sources"] - 2 >= before
    finally:
        stop.set()
        writer.join()
    assert failures == []
    assert done > 3


def test_a_server_goes_on_over_a_backup_and_a_restore(start: Any, database_url: str, tmp_path: Path):
    live = start(database_url=database_url)
    browser, hand = live.browser(), Hand(live)
    kept = post(browser)
    hand.finish(kept)
    where = ["--data-dir", str(live.settings.data_dir), "--database-url", database_url]
    run("backup", str(tmp_path / "b.zip"), *where)
    assert (tmp_path / "b.zip").stat().st_mode & 0o777 == 0o600
    lost = post(browser)
    refused = run("restore", str(tmp_path / "b.zip"), *where, status=1)
    assert "holds something already" in refused
    run("restore", str(tmp_path / "b.zip"), *where, "--replace")
    assert browser.get(f"/api/submissions/{kept}").json()["verdict"]["outcome"] == "passed"
    assert browser.get(f"/api/submissions/{lost}").status_code == 404
    hand.finish(post(browser))
    assert browser.get("/api/me").json()["puzzles"][0]["attempts"] == 2


def test_visitors_are_known_again_on_another_machine(start: Any, tmp_path: Path, own_valkey: Any):
    live = start()
    browser, hand = live.browser(), Hand(live)
    hand.finish(post(browser))
    run("backup", str(tmp_path / "b.zip"), "--data-dir", str(live.settings.data_dir))
    live.stop()
    told = run("restore", str(tmp_path / "b.zip"), "--data-dir", str(tmp_path / "new"))
    assert "secret" in told
    assert (tmp_path / "new" / "secret").stat().st_mode & 0o777 == 0o600
    again = start(data_dir=tmp_path / "new")
    visitor = again.browser()
    for name, value in browser.cookies.items():
        visitor.cookies.set(name, value)
    assert visitor.get("/api/me").json()["puzzles"][0]["solved"]


def test_the_secret_may_be_left_out(start: Any, tmp_path: Path):
    live = start()
    told = run("backup", str(tmp_path / "b.zip"), "--data-dir", str(live.settings.data_dir), "--no-secret")
    assert "secret is not in it" in told
    with zipfile.ZipFile(tmp_path / "b.zip") as found:
        assert "secret" not in found.namelist()


def test_a_failed_backup_leaves_the_old_one(tmp_path: Path):
    (tmp_path / "b.zip").write_bytes(b"old")
    assert "no database" in run("backup", str(tmp_path / "b.zip"), "--data-dir", str(tmp_path / "none"), status=1)
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "playground.sqlite3").touch()
    told = run("backup", str(tmp_path / "b.zip"), "--data-dir", str(tmp_path / "empty"), status=1)
    assert "holds no playground" in told
    assert (tmp_path / "b.zip").read_bytes() == b"old"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["b.zip", "empty"]


def changed(file: io.BytesIO, change: Callable[[dict[str, bytes]], None]) -> io.BytesIO:
    with zipfile.ZipFile(file) as whole:
        entries = {name: whole.read(name) for name in whole.namelist()}
    change(entries)
    again = io.BytesIO()
    with zipfile.ZipFile(again, "w") as target:
        for name, content in entries.items():
            target.writestr(name, content)
    return again


def manifest_with(**fields: Any) -> Callable[[dict[str, bytes]], None]:
    def change(entries: dict[str, bytes]) -> None:
        entries["manifest.json"] = json.dumps({**json.loads(entries["manifest.json"]), **fields}).encode()

    return change


def drop_a_line(entries: dict[str, bytes]) -> None:
    entries["submissions.jsonl"] = entries["submissions.jsonl"].partition(b"\n")[2]


BROKEN: dict[str, tuple[Callable[[dict[str, bytes]], Any], str]] = {
    "no manifest": (lambda entries: entries.pop("manifest.json"), "no whole backup"),
    "a table is missing": (lambda entries: entries.pop("sources.jsonl"), "no whole backup"),
    "newer": (manifest_with(revision="9999"), "newer version"),
    "another form": (manifest_with(format=2), "does not know"),
    "a row is missing": (drop_a_line, "lacks rows"),
    "half a row": (lambda entries: entries.update({"sources.jsonl": b'{"sha'}), "no whole backup"),
    "other columns": (lambda entries: entries.update({"sources.jsonl": b'{"sha256": "x"}\n'}), "columns"),
    "an unknown table": (manifest_with(rows={"visitors": 1}), "visitors"),
    "no object": (lambda entries: entries.update({"sources.jsonl": b"7\n"}), "no whole backup"),
}


@pytest.mark.parametrize("what", list(BROKEN))
def test_a_broken_file_changes_nothing(database: Database, what: str):
    fill(database)
    before = everything(database)
    change, told = BROKEN[what]
    with pytest.raises(BadCopy, match=told):
        copy.read(database, changed(written(database), change), replace=True)
    assert everything(database) == before


def test_what_is_no_zip_is_told(tmp_path: Path):
    with closing(Database(make_url(f"sqlite:///{tmp_path}/empty.sqlite3"))) as database, pytest.raises(BadCopy):
        copy.read(database, io.BytesIO(b"nothing of the kind"), replace=True)


def run(*arguments: str, status: int = 0) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == status, done.output
    return done.output
