"""Upgrading a database from the schema of every revision there has been, with what it held."""

import threading
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import make_url, select, text

from playground_backend.store import classrooms, help, migrations, standings
from playground_backend.store.database import Database
from playground_backend.store.tables import Identity, Submission
from playground_puzzles.catalogue import load

_FOLDER = str(Path(migrations.__file__).parent)
_DAY = "'2026-01-01 10:00:00'"
# What each revision's schema added to, filled by the SQL that fits it.
ROWS = {
    "0001": (
        f"INSERT INTO identities (id, created_at) VALUES ('mira', {_DAY}), ('noor', {_DAY})",
        f"INSERT INTO sources (sha256, text, created_at) VALUES ('abc', 'pass', {_DAY})",
        f"INSERT INTO batches (id, owner, created_at) VALUES ('f00d', 'noor', {_DAY})",
        "INSERT INTO submissions (id, owner, puzzle, device, source, case_name, seed, batch, status, attempts, "
        "created_at, finished_at, outcome, verdict) VALUES "
        f"('a', 'mira', 'constant-add', 'interpreter', 'abc', NULL, NULL, NULL, 'done', 1, {_DAY}, {_DAY}, 'passed', "
        """'{"outcome": "passed", "puzzle": "constant-add", "triton_version": "3.9.0", "seed": 7}'), """
        f"('b', 'noor', 'long-sum', 'interpreter', 'abc', NULL, NULL, 'f00d', 'queued', 1, {_DAY}, NULL, NULL, NULL)",
    ),
    "0002": (
        f"INSERT INTO progress (owner, puzzle, hints, gave_up_at) VALUES ('mira', 'long-sum', 2, {_DAY})",
        "INSERT INTO progress (owner, puzzle, hints) VALUES ('noor', 'long-sum', 1)",
    ),
    "0003": ("""UPDATE submissions SET launch = '{"kernel": "k", "grid": [1, 1, 1], "seed": 5}' WHERE id = 'b'""",),
    "0004": (
        "UPDATE identities SET name = 'Mira', name_key = 'mira', is_listed = true WHERE id = 'mira'",
        "INSERT INTO shares (id, owner, kind, puzzle, device, source, created_at) VALUES "
        f"('AAAAAAAAAAA', 'mira', 'solution', 'constant-add', 'interpreter', 'abc', {_DAY})",
    ),
    "0005": (
        "INSERT INTO classrooms (id, name, time_zone, join_code, created_at) VALUES "
        f"('c1', 'Group B', 'Europe/Berlin', 'CFHJKM', {_DAY})",
        "INSERT INTO members (id, classroom, role, name, name_key, created_at) VALUES "
        f"('m1', 'c1', 'student', 'Mira L.', 'mira', {_DAY})",
        f"INSERT INTO seats (classroom, owner, member, joined_at) VALUES ('c1', 'mira', 'm1', {_DAY})",
    ),
    "0006": (
        "INSERT INTO own_puzzles (id, owner, title, files, created_at, edited_at) VALUES "
        f"('a1', 'mira', 'Double', '{{}}', {_DAY}, {_DAY})",
        "INSERT INTO own_uses (puzzle, classroom) VALUES ('a1', 'c1')",
        "UPDATE submissions SET own_version = 3 WHERE id = 'b'",
    ),
    "0007": (
        "INSERT INTO lti_platforms "
        "(id, name, issuer, client_id, deployments, auth_url, token_url, jwks_url, created_at) "
        "VALUES ('p1', 'Campus', 'https://c.example', '7', '[\"1\"]', 'https://c.example/a', 'https://c.example/t', "
        f"'https://c.example/j', {_DAY})",
    ),
}
REVISIONS = [each.revision for each in reversed(list(ScriptDirectory(_FOLDER).walk_revisions()))]


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_every_revision_is_brought_up_with_what_it_holds(database_url: str, revision: str):
    database = Database(make_url(database_url))
    with closing(database):
        for each in REVISIONS[: REVISIONS.index(revision) + 1]:
            _upgrade(database, each)
            with database.write() as session:
                for statement in ROWS.get(each, ()):
                    session.execute(text(statement))
        assert database.is_current() == (revision == REVISIONS[-1])
        database.migrate()
        assert database.is_current()
        with database.write() as session:
            standings.publish(session, load())  # as the service does when it starts
            (tried,) = standings.of_owner(session, "mira")
            assert (tried.puzzle, tried.attempts) == ("constant-add", 1)
            assert tried.solved_at is not None
            row = session.get_one(Submission, "b")
            assert (row.status, row.batch, row.source) == ("queued", "f00d", "abc")
            assert (row.launch is not None) == (revision >= "0003")
            assert [each.id for each in session.scalars(select(Identity).order_by(Identity.id))] == ["mira", "noor"]
            mira = session.get_one(Identity, "mira")
            assert (mira.is_listed, mira.name) == ((True, "Mira") if revision >= "0004" else (False, None))
            assert mira.first_cookie_until is not None  # she came before 0004: her cookie holds the identity itself
            assert [each.name for each, _ in classrooms.of_owner(session, "mira")] == (
                ["Group B"] if revision >= "0005" else []
            )
            helped = {each.puzzle: each.hints for each in help.of_owner(session, "mira")}
            assert helped == ({"long-sum": 2} if revision >= "0002" else {})
            help.give_up(session, "mira", "constant-add")  # solved long ago, so it is not marked
            assert help.of_puzzle(session, "mira", "constant-add").gave_up_at is None


def test_every_revision_has_rows_to_be_tested_with():
    assert set(REVISIONS) <= set(ROWS), "write what the new revision's schema holds into ROWS"


def test_two_that_start_together_migrate_once(database_url: str):
    failures: list[BaseException] = []

    def start() -> None:
        database = Database(make_url(database_url))
        try:
            database.migrate()
            assert database.is_current()
        except BaseException as error:
            failures.append(error)
        finally:
            database.close()

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []


def _upgrade(database: Database, revision: str) -> None:
    with database.engine.execution_options(immediate=True).begin() as connection:
        config = Config()
        config.set_main_option("script_location", _FOLDER)
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
