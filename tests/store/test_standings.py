"""Standings of an older database, of a catalogue that changes, and of what an administrator hides."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select, text, update

from playground_backend.store import board, help, standings
from playground_backend.store.board import Scope
from playground_backend.store.database import Database
from playground_backend.store.tables import Published, Rank, Source, Standing, Submission
from playground_puzzles.catalogue import Catalogue, load
from playground_puzzles.models import SANDBOX, Device, Kind, Outcome
from tests.store import people
from tests.store.people import DRESSED, PUZZLES, REFERENCE, Sent

DEVICE = Device.interpreter
HISTORY = (
    Sent("ada", at=1, outcome=Outcome.wrong_answer),
    Sent("ada", at=2, moved=300),
    Sent("ada", at=3, moved=200),
    Sent("ada", at=4, moved=10, source=REFERENCE),  # after solving, so it is no copy's standing, nor its score
    Sent("ada", PUZZLES[1], at=5, seed=9),
    Sent("ada", SANDBOX, at=5),
    Sent("bo", at=1, source=DRESSED),
    Sent("bo", "demo-1", at=1),
    Sent("bo", PUZZLES[1], at=3, moved=None),
    Sent("cy", at=1, outcome=Outcome.cancelled),
    Sent("cy", at=2, outcome=Outcome.internal_error),
)


def judged(database: Database, history: tuple[Sent, ...] = HISTORY) -> None:
    with database.write() as session:
        people.empty(session)
        for owner in sorted({sent.owner for sent in history}):
            people.person(session, owner)
        for submission, sent in zip(people.send(session, history), history, strict=True):
            assert people.judge(session, submission, sent)


def test_what_counts_is_in_the_standing(database: Database):
    judged(database)
    with database.read() as session:
        (ada,) = standings.of_owner(session, "ada")
        assert (ada.puzzle, ada.attempts, ada.solved_at, ada.tried_at) == (PUZZLES[0], 4, people.at(2), people.at(4))
        assert (ada.moved, ada.copied, ada.given_up, ada.band) == (200, False, False, 0)
        bo = {each.puzzle: each for each in standings.of_owner(session, "bo")}
        assert (bo[PUZZLES[0]].copied, bo[PUZZLES[0]].band) == (True, None)
        assert (bo[PUZZLES[1]].moved, bo[PUZZLES[1]].band) == (None, 1)
        assert bo["demo-1"].solved_at is not None
        assert bo["demo-1"].band is None
        assert standings.of_owner(session, "cy") == []
        assert [(row.owner, row.solved) for row in people.whole(session)] == [("ada", 1), ("bo", 1)]


def test_an_older_database_gets_its_standings_when_the_service_starts(database: Database):
    known = load()
    judged(database)
    with database.write() as session:
        before = people.table(session)
        ranks = sorted(session.execute(select(Rank.owner, Rank.behind, Rank.last_at, Rank.attempts)).all())
        for table in (Standing, Rank, Published):
            session.query(table).delete()
        session.execute(update(Submission).values(copied=None, moved=None))
        # As a version wrote it that knew less, and one that cannot be read at all.
        session.execute(text("UPDATE submissions SET verdict = '{}' WHERE puzzle = 'long-sum'"))
        copied = update(Source).where(Source.text.in_([DRESSED, REFERENCE]))
        session.execute(copied.values(text=known.solution(PUZZLES[0]).source + "# mine"))
    with database.write() as session:
        standings.publish(session, known)
    with database.read() as session:
        assert people.table(session) == before
        assert sorted(session.execute(select(Rank.owner, Rank.behind, Rank.last_at, Rank.attempts)).all()) == ranks
        assert {each.puzzle for each in session.scalars(select(Published))} == {
            puzzle.slug for puzzle in known.puzzles if puzzle.kind is not Kind.demo
        }


def test_starting_again_changes_nothing_and_a_puzzle_less_does(database: Database):
    judged(database)
    known = load()
    with database.write() as session:
        standings.publish(session, known)
        before = people.table(session)
        standings.publish(session, known)
        assert people.table(session) == before
        fewer = tuple(puzzle for puzzle in known.puzzles if puzzle.slug != PUZZLES[1])
        standings.publish(session, Catalogue(fewer, {puzzle.slug: known.folder(puzzle.slug) for puzzle in fewer}))
        assert [row.owner for row in people.whole(session)] == ["ada"]
        standings.publish(session, known)
        assert people.table(session) == before


def test_a_passing_run_sent_before_giving_up_counts(database: Database):
    with database.write() as session:
        people.empty(session)
        people.person(session, "ada")
        people.person(session, "bo")
        people.give_up(session, "ada", PUZZLES[0], 3)
        people.give_up(session, "bo", PUZZLES[0], 3)
        history = (Sent("ada", at=2), Sent("bo", at=4))
        for submission, sent in zip(people.send(session, history), history, strict=True):
            people.judge(session, submission, sent)
        assert [row.owner for row in people.whole(session)] == ["ada"]
        assert help.solved(session, "bo", PUZZLES[0])  # it is solved all the same


def test_ones_own_shared_solution_is_no_copy(database: Database):
    with database.write() as session:
        people.empty(session)
        people.person(session, "ada")
        people.share(session, "mine", "ada", PUZZLES[0], people.OWN)
        people.see(session, "mine", "ada", 0)
        history = (Sent("ada", at=1), Sent("ada", at=2, device=Device.gpu))
        for submission, sent in zip(people.send(session, history), history, strict=True):
            people.judge(session, submission, sent)
        assert [each.copied for each in standings.of_owner(session, "ada")] == [False, False]
        assert len(people.whole(session, Device.gpu)) == 1


def test_pages_are_of_fifty_and_ties_share_a_rank_across_them(database: Database):
    history = tuple(Sent(f"p{n:03}", at=0 if n < 48 else 1 if n < 53 else 2) for n in range(104))
    judged(database, history)
    with database.read() as session:
        pages = [board.page(session, Scope(DEVICE), start) for start in (0, 50, 100, 150)]
        assert [len(page) for page in pages] == [50, 50, 4, 0]
        assert [row.rank for row in pages[0][-3:]] == [1, 49, 49]
        assert [row.rank for row in pages[1][:5]] == [49, 49, 49, 54, 54]
        mine = board.own(session, Scope(DEVICE), "p052")
        assert mine is not None
        assert (mine.rank, mine.at) == (49, 52)


def test_a_large_board_is_counted_once_a_minute_and_a_small_one_always(database: Database, monkeypatch):
    judged(database, tuple(Sent(f"p{n}", at=n) for n in range(4)))
    now = [0.0]
    censuses = board.Censuses(lambda: now[0])

    def size(puzzle: str | None = None) -> int:
        return censuses.of(session, Scope(DEVICE, puzzle)).size

    with database.write() as session:
        assert size() == 4
        monkeypatch.setattr(board, "COUNTED_ALWAYS", 3)
        assert size() == 4
        board.hide(session, "p0", True)
        assert size() == 4
        assert size(PUZZLES[0]) == 3
        board.hide(session, "p1", True)
        assert size(PUZZLES[0]) == 2
        now[0] = 60.0
        assert size() == 2


def test_a_census_skips_to_the_same_rows_and_ranks(database: Database):
    history = tuple(
        Sent(f"p{n:03}", puzzle, at=n // 3)
        for n in range(130)
        for place, puzzle in enumerate(PUZZLES)
        if n % 3 >= place
    )
    judged(database, history)
    with database.read() as session:
        scope = Scope(DEVICE)
        census = board.take_census(session, scope)
        assert census.size == 130
        for start in (0, 7, 50, 99, 129, 130, 500):
            assert board.page(session, scope, start, census) == board.page(session, scope, start)
        for owner in ("p000", "p064", "p129"):
            assert board.own(session, scope, owner, census) == board.own(session, scope, owner)


def test_hiding_takes_a_row_off_every_board_and_keeps_it(database: Database):
    judged(database)
    with database.write() as session:
        before = people.table(session)
        board.hide(session, "ada", True)
        assert [row.owner for row in people.whole(session)] == ["bo"]
        assert people.whole(session, DEVICE, PUZZLES[0]) == []
        assert board.own(session, Scope(DEVICE), "ada") is None
        assert list(board.hidden(session)) == ["ada"]
        assert "ada" in board.candidates(session)
        (late,) = people.send(session, [Sent("ada", PUZZLES[1], at=9)])
        people.judge(session, late, Sent("ada", PUZZLES[1], at=9))
        assert len(standings.of_owner(session, "ada")) == 2
        assert [row.owner for row in people.whole(session)] == ["bo"]
        board.hide(session, "ada", False)
        assert [(row.owner, row.solved) for row in people.whole(session)] == [("ada", 2), ("bo", 1)]
        assert set(before) < set(people.table(session))


@pytest.mark.parametrize(
    ("minutes", "days"),
    [
        (0, [("2026-03-01", 2, 1), ("2026-03-02", 2, 2)]),
        (13 * 60, [("2026-03-02", 4, 3)]),
        (-5 * 60 - 30, [("2026-03-01", 4, 3)]),
        (345, [("2026-03-01", 1, 1), ("2026-03-02", 3, 2)]),
    ],
)
def test_days_are_those_of_the_visitors_zone(database: Database, minutes: int, days: list[Any]):
    history = (
        Sent("ada", at=0),
        Sent("ada", at=10, outcome=Outcome.wrong_answer),
        Sent("ada", at=12),
        Sent("ada", PUZZLES[1], at=13),
        Sent("ada", at=13, seed=1),
        Sent("ada", at=13, outcome=Outcome.cancelled),
        Sent("bo", at=13),
    )
    judged(database, history)
    with database.read() as session:
        found = standings.activity(session, "ada", date(2026, 3, 1), timedelta(minutes=minutes))
        assert [(str(each.day), each.attempts, each.passed) for each in found] == days
        assert standings.activity(session, "ada", date(2026, 3, 3), timedelta(minutes=minutes)) == []
