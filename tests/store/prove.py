"""The leaderboard and one's own progress with 100,000 people and 1,000,000 submissions, on SQLite and on PostgreSQL.

    python -m tests.store.prove docs/measured

Seeds each database, makes all standings from the submissions as an upgrade does, and measures what the pages ask, each
through the functions that the routes call. Each median must be under 50 ms, and no query may read a large table
whole, but for the one that counts a large board once a minute. Writes the numbers and the query plans.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import event, make_url, text
from sqlalchemy.orm import Session

from playground_backend import board
from playground_backend.board import Asked, RowIds
from playground_backend.store import board as store_board
from playground_backend.store import help, standings
from playground_backend.store.board import Censuses, Scope
from playground_backend.store.database import Database
from playground_puzzles.catalogue import load
from playground_puzzles.models import Device, Kind
from tests.postgres import postgres_server

LIMIT_MS = 50.0
LARGE = ("identities", "submissions", "standings", "ranks", "sources", "progress", "shares", "share_views")
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
PUZZLES = [puzzle.slug for puzzle in load().puzzles if puzzle.kind is not Kind.demo]
SIZE = "board, its census"
IDS = RowIds(b"of this measurement")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the JSON goes")
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--submissions", type=int, default=1_000_000)
    parser.add_argument("--turns", type=int, default=40, help="how often each thing is asked")
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    told = parser.parse_args()
    found: dict[str, Any] = {
        "what": "leaderboard and own progress; milliseconds",
        "date": date.today().isoformat(),
        "machine": {"system": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count()},
        # What else kept the machine busy, in processes that ran or wished to.
        "load_at_start": round(os.getloadavg()[0], 1),
        "people": told.people,
        "submissions": told.submissions,
        "limit_ms": LIMIT_MS,
        "databases": {},
    }
    for kind in (told.only,) if told.only else ("sqlite", "postgresql"):
        with _empty(kind) as database:
            found["databases"][kind] = _prove(database, told.people, told.submissions, told.turns)
    path = told.folder / f"store-prove-{found['date']}.json"
    path.write_text(json.dumps(found, indent=1) + "\n")
    wrong = [
        f"{kind}: {name}: {fault}"
        for kind, asked in found["databases"].items()
        for name, one in asked["asked"].items()
        for fault in one["faults"]
    ]
    raise SystemExit("\n".join(wrong) or None)


@contextmanager
def _empty(kind: str) -> Iterator[Database]:
    with tempfile.TemporaryDirectory() as folder:
        if kind == "sqlite":
            yield from _migrated(f"sqlite:///{folder}/prove.sqlite3")
        else:
            with postgres_server() as server:
                yield from _migrated(server.url())


def _migrated(url: str) -> Iterator[Database]:
    database = Database(make_url(url))
    database.migrate()
    yield database
    database.close()


def _prove(database: Database, people: int, submissions: int, turns: int) -> dict[str, Any]:
    began = time.monotonic()
    with database.write() as session:
        _seed(session, people, submissions)
    seeded = time.monotonic()
    with database.write() as session:
        standings.publish(session, load())
    made = time.monotonic()
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if database.engine.dialect.name == "postgresql":
            connection.execute(text("VACUUM ANALYZE"))  # as its own daemon would in the first minutes
    # Times are of a database that has been asked before, not of a disk that is read for the first time.
    asked = {name: _measure(database, ask, turns) for name, ask in _questions(database, people).items()}
    asked[SIZE]["faults"] = [fault for fault in asked[SIZE]["faults"] if not fault.startswith("reads")]
    for name, one in asked.items():
        kind, faults = database.engine.dialect.name, "; ".join(one["faults"])
        sys.stdout.write(f"{kind:12}{name:62}{one['median_ms']:8.2f} ms {one['cpu_ms']:8.2f} ms of CPU  {faults}\n")
    return {"seeding_s": round(seeded - began, 1), "standings_made_s": round(made - seeded, 1), "asked": asked}


def _seed(session: Session, people: int, submissions: int) -> None:
    """In SQL, where a million rows take seconds. Everybody sends about as much; one sends a hundredth of all.

    What was counted is noted as if before: making verdicts to read the scores from would be most of the time.
    """
    sqlite = session.get_bind().dialect.name == "sqlite"
    begin = f"'{BEGIN:%Y-%m-%d %H:%M:%S}'"
    seconds = _draw(1, 300 * 24 * 3600)
    if sqlite:
        at = f"datetime({begin}, '+' || ({seconds}) || ' seconds') || '.000000'"
        begin = f"{begin[:-1]}.000000'"
    else:
        begin = f"timestamptz {begin[:-1]}+00'"
        at = f"{begin} + ({seconds}) * interval '1 second'"
    passed = f"({_draw(2, 100)}) < 60"
    owner = f"CASE WHEN i % 100 = 0 THEN {_owner('0')} ELSE {_owner(f'(i % {people})')} END"
    whens = "".join(
        f" WHEN {_draw(3, 78)} < {sum(range(12, 11 - n, -1))} THEN '{slug}'" for n, slug in enumerate(PUZZLES)
    )
    for statement, rows in (
        (
            "INSERT INTO identities (id, created_at, name, name_key, is_listed) "
            f"SELECT {_owner('i')}, {begin}, 'P ' || i, 'p' || i, i % 3 = 0 FROM n",
            people,
        ),
        (f"INSERT INTO sources (sha256, text, created_at) SELECT 's' || i, 'pass', {begin} FROM n", 100),
        (
            "INSERT INTO progress (owner, puzzle, hints, gave_up_at) "
            f"SELECT {_owner('i')}, CASE{whens} END, 1, {begin} FROM n WHERE i % 5 = 0",
            people,
        ),
        (
            "INSERT INTO submissions (id, owner, puzzle, device, source, status, attempts, created_at, started_at, "
            "finished_at, outcome, copied, moved) "
            f"SELECT 'r' || i, {owner}, CASE{whens} END, 'interpreter', 's' || (i % 100), 'done', 1, {at}, {at}, {at}, "
            f"CASE WHEN {passed} THEN 'passed' ELSE 'wrong_answer' END, {passed} AND {_draw(4, 20)} = 0, "
            f"CASE WHEN {passed} THEN 400 + {_draw(5, 500)} END FROM n",
            submissions,
        ),
    ):
        into, select = statement.split("SELECT", 1)
        numbers = f"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {rows - 1})"
        session.connection().exec_driver_sql(f"{into}{numbers} SELECT{select}".replace("%", "%" if sqlite else "%%"))


def _owner(number: str) -> str:
    """SQL of an id that says nothing of its order: the factor and the prime modulus make each number another."""
    return f"'u' || (({number} + 1) * CAST(48271 AS BIGINT) % 2147483647)"


def _draw(what: int, below: int) -> str:
    """SQL of a number that looks drawn, for the row i."""
    factor = (0, 1103515245, 69069, 134775813, 22695477, 214013)[what]
    return f"(((i + {what}) * CAST({factor} AS BIGINT) + 12345) / 4096 % 1000003 % {below})"


def _questions(database: Database, people: int) -> dict[str, Callable[[Session], Any]]:
    counted, censuses = set(PUZZLES), Censuses()
    with database.read() as session:
        owners = session.execute(text("SELECT id FROM identities ORDER BY name_key LIMIT 200")).scalars().all()
        busy = session.execute(text("SELECT owner FROM submissions WHERE id = :id"), {"id": "r0"}).scalar_one()
    visitors = iter(owners * 1000)

    def page(puzzle: str | None, part: float) -> Callable[[Session], Any]:
        with database.read() as session:
            rows = rows_of(session, puzzle)
        number = max(1, int(rows * part) // 50)
        return lambda session: board.read(
            session, IDS, censuses, Asked(Scope(Device.interpreter, puzzle), number, next(visitors)), counted
        )

    def rows_of(session: Session, puzzle: str | None) -> int:
        return censuses.of(session, Scope(Device.interpreter, puzzle)).size

    def mine(owner: Callable[[], str]) -> Callable[[Session], Any]:
        def ask(session: Session) -> Any:
            who = owner()
            return standings.of_owner(session, who), help.of_owner(session, who)

        return ask

    def active(owner: Callable[[], str]) -> Callable[[Session], Any]:
        return lambda session: standings.activity(session, owner(), BEGIN.date(), timedelta(minutes=120))

    first, last = PUZZLES[0], PUZZLES[-1]
    return {
        # Once a minute, and of every board apart; all else is asked by each visitor.
        SIZE: lambda session: store_board.take_census(session, Scope(Device.interpreter)),
        "board, first page": page(None, 0),
        "board, middle page": page(None, 0.5),
        "board, last page": page(None, 1),
        f"board of {first}, first page": page(first, 0),
        f"board of {first}, last page": page(first, 1),
        f"board of {last}, middle page": page(last, 0.5),
        "own progress": mine(lambda: next(visitors)),
        "own calendar": active(lambda: next(visitors)),
        "own progress, 10,000 runs": mine(lambda: busy),
        "own calendar, 10,000 runs": active(lambda: busy),
    }


def _measure(database: Database, ask: Callable[[Session], Any], turns: int) -> dict[str, Any]:
    times, computed = [], []
    for _ in range(turns + 3):
        with database.read() as session:
            began, used = time.perf_counter(), time.thread_time()
            ask(session)
            times.append((time.perf_counter() - began) * 1000)
            computed.append((time.thread_time() - used) * 1000)
    kept = sorted(times[3:])
    plans = _plans(database, ask)
    faults = [f"reads {table} whole" for plan in plans for table in _scanned(plan)]
    median = statistics.median(kept)
    if median >= LIMIT_MS:
        faults.append(f"takes {median:.1f} ms")
    return {
        "median_ms": round(median, 2),
        # Of this process: with SQLite all of it, with PostgreSQL what is left beside waiting.
        "cpu_ms": round(statistics.median(computed[3:]), 2),
        "p95_ms": round(kept[int(len(kept) * 0.95)], 2),
        "faults": sorted(set(faults)),
        "plans": plans,
    }


def _plans(database: Database, ask: Callable[[Session], Any]) -> list[str]:
    """Ask once more, and have each statement explained."""
    asked: list[tuple[str, Any]] = []

    def note(connection: Any, cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    event.listen(database.engine, "before_cursor_execute", note)
    with database.read() as session:
        ask(session)
    event.remove(database.engine, "before_cursor_execute", note)
    prefix = "EXPLAIN QUERY PLAN" if database.engine.dialect.name == "sqlite" else "EXPLAIN"
    plans = []
    with database.engine.connect() as connection:
        for statement, parameters in asked:
            rows = connection.exec_driver_sql(f"{prefix} {statement}", parameters).all()
            plans.append("\n".join(str(row[-1]) for row in rows))
    return plans


def _scanned(plan: str) -> list[str]:
    """Return the large tables that a plan reads whole."""
    found = []
    for line in plan.splitlines():
        words = line.replace("->", " ").split()
        if words[:1] == ["SCAN"] and words[1] in LARGE:  # SQLite; also by an index without a condition
            found.append(words[1])
        if "Seq Scan on" in line and (table := line.split("Seq Scan on ")[1].split()[0]) in LARGE:
            found.append(table)
    return found


if __name__ == "__main__":
    main()
