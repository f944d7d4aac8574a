"""The ranking, whatever happened in whatever order: against what its rules say, read plainly."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import make_url

from playground_backend.store import board, standings
from playground_backend.store.board import Scope
from playground_backend.store.database import Database
from playground_puzzles.models import SANDBOX, Device, Outcome
from tests.postgres import Postgres
from tests.store import people
from tests.store.people import DRESSED, OWN, PUZZLES, REFERENCE, SHARED, Sent, at

OWNERS = ("ada", "bo", "cy", "dee")
DEVICE = Device.interpreter


@dataclass(frozen=True)
class History:
    """sent: in the order of sending. verdicts: places in it, in the order in which verdicts come; some come twice.

    gave_up: hours, by owner and puzzle. seen: hours at which an owner saw the shared solution of a puzzle.
    """

    sent: tuple[Sent, ...]
    verdicts: tuple[int, ...]
    gave_up: dict[tuple[str, str], int]
    seen: dict[tuple[str, str], int]


_SENT = st.builds(
    Sent,
    owner=st.sampled_from(OWNERS),
    puzzle=st.sampled_from((*PUZZLES, *PUZZLES, "demo-1", SANDBOX)),
    device=st.sampled_from((DEVICE, DEVICE, Device.gpu)),
    at=st.integers(0, 4),  # few, so that there are ties
    outcome=st.sampled_from(
        (Outcome.passed, Outcome.passed, Outcome.wrong_answer, Outcome.cancelled, Outcome.internal_error)
    ),
    source=st.sampled_from((OWN, OWN, OWN, SHARED, REFERENCE, DRESSED)),
    moved=st.sampled_from((100, 100, 200, None)),
    seed=st.sampled_from((None, None, None, 5)),
)
_WHEN = st.dictionaries(st.tuples(st.sampled_from(OWNERS), st.sampled_from(PUZZLES)), st.integers(-1, 4), max_size=3)


@st.composite
def histories(draw: st.DrawFn) -> History:
    sent = tuple(draw(st.lists(_SENT, max_size=14)))
    order = draw(st.permutations(range(len(sent))))
    again = draw(st.lists(st.sampled_from(order), max_size=4)) if order else []
    verdicts = [*order]
    for each in again:
        verdicts.insert(draw(st.integers(0, len(verdicts))), each)
    return History(sent, tuple(verdicts), draw(_WHEN), draw(_WHEN))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """One database for all examples: each empties it first."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('ranking') / 'test.sqlite3'}"
    else:
        server: Postgres = request.getfixturevalue("postgres")
        url = server.url()
    database = Database(make_url(url))
    database.migrate()
    yield database
    database.close()


def happen(database: Database, history: History, order: tuple[int, ...]) -> None:
    """Write it all, with the verdicts in an order."""
    with database.write() as session:
        people.empty(session)
        for owner in (*OWNERS, "sharer"):
            people.person(session, owner)
        for (owner, puzzle), hours in history.gave_up.items():
            people.give_up(session, owner, puzzle, hours)
        for puzzle in PUZZLES:
            people.share(session, puzzle[:11], "sharer", puzzle)
        for (owner, puzzle), hours in history.seen.items():
            people.see(session, puzzle[:11], owner, hours)
        ids = people.send(session, history.sent)
        for turn, place in enumerate(order):
            session.expire_all()  # as in a transaction of its own, which would take longer
            assert people.judge(session, ids[place], history.sent[place]) == (place not in order[:turn])
            people.fold_again(session, ids[place], history.sent[place])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=histories())
def test_verdicts_in_any_order_or_twice_give_the_board_that_the_rules_give(store: Database, history: History):
    happen(store, history, history.verdicts)
    with store.read() as session:
        table, boards = people.table(session), [people.whole(session, DEVICE, puzzle) for puzzle in (None, *PUZZLES)]
        overall, *each = boards
        assert [(row.owner, row.rank, row.solved, row.attempts, row.last_at) for row in overall] == _overall(history)
        for puzzle, rows in zip(PUZZLES, each, strict=True):
            found = [(row.owner, row.rank, row.moved, row.attempts, row.last_at) for row in rows]
            assert found == _of_puzzle(history, puzzle)
        for puzzle, rows in zip((None, *PUZZLES), boards, strict=True):
            assert [row.at for row in rows] == list(range(len(rows)))
            assert len({row.owner for row in rows}) == len(rows) == board.count(session, Scope(DEVICE, puzzle))
            for owner in OWNERS:
                own = board.own(session, Scope(DEVICE, puzzle), owner)
                assert [own] == ([row for row in rows if row.owner == owner] or [None])

    happen(store, history, tuple(range(len(history.sent))))
    with store.write() as session:
        assert people.table(session) == table
        assert [people.whole(session, DEVICE, puzzle) for puzzle in (None, *PUZZLES)] == boards
        standings.rebuild(session, OWNERS[0])
        standings.rebuild(session)
        assert people.table(session) == table
        assert [people.whole(session, DEVICE, puzzle) for puzzle in (None, *PUZZLES)] == boards


def _overall(history: History) -> list[tuple[object, ...]]:
    rows = []
    for owner in OWNERS:
        counted = [first for puzzle in PUZZLES if (first := _counts(history, owner, puzzle)) is not None]
        if counted:
            attempts = sum(len(_attempts(history, owner, puzzle)) for puzzle in PUZZLES)
            rows.append(((-len(counted), max(counted)), owner, (len(counted), attempts, at(max(counted)))))
    return _ranked(rows)


def _of_puzzle(history: History, puzzle: str) -> list[tuple[object, ...]]:
    rows = []
    for owner in OWNERS:
        first = _counts(history, owner, puzzle)
        if first is None:
            continue
        tried = _attempts(history, owner, puzzle)
        scores = [
            each.moved
            for each in tried
            if each.outcome is Outcome.passed and each.moved is not None and not _copied(history, each)
        ]
        moved = min(scores, default=None)
        key = (1, 0, first) if moved is None else (0, moved, first)
        rows.append((key, owner, (moved, len(tried), at(first))))
    return _ranked(rows)


def _ranked(rows: list[tuple[tuple[int, ...], str, tuple[object, ...]]]) -> list[tuple[object, ...]]:
    return [(owner, 1 + sum(key < mine for key, _, _ in rows), *shown) for mine, owner, shown in sorted(rows)]


def _counts(history: History, owner: str, puzzle: str) -> int | None:
    """When it was solved, in hours; None where it was not, or does not count."""
    passed = [each for each in _attempts(history, owner, puzzle) if each.outcome is Outcome.passed]
    first = min((each.at for each in passed), default=None)
    if first is None or history.gave_up.get((owner, puzzle), 99) < first:
        return None
    return first if any(not _copied(history, each) for each in passed if each.at == first) else None


def _attempts(history: History, owner: str, puzzle: str) -> list[Sent]:
    uncounted = (Outcome.cancelled, Outcome.internal_error)
    return [
        each
        for each in history.sent
        if (each.owner, each.puzzle, each.device) == (owner, puzzle, DEVICE)
        and each.seed is None
        and each.outcome not in uncounted
    ]


def _copied(history: History, sent: Sent) -> bool:
    if sent.source in (REFERENCE, DRESSED):
        return True
    return sent.source == SHARED and history.seen.get((sent.owner, sent.puzzle), 99) < sent.at
