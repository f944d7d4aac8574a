"""What is deleted when its time is over, and what is not, on both databases."""

import asyncio
import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from playground_backend.janitor import Janitor
from playground_backend.settings import Settings
from playground_backend.store import records, retention, standings
from playground_backend.store.database import Database
from playground_backend.store.records import Wanted
from playground_backend.store.tables import (
    BrowserSession,
    Identity,
    Login,
    Progress,
    Share,
    Source,
    Submission,
    Ticket,
    Token,
)
from playground_puzzles.models import CaseVerdict, MemoryScore, Outcome, OutputBlock, Problem
from tests.api.conftest import a_verdict

NOW = datetime.now(UTC)
LONG_AGO = NOW - timedelta(days=500)


def days(count: float) -> datetime:
    return NOW - timedelta(days=count)


class Past:
    """Makes rows that look as if they were made then."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def visitor(self, id: str, made: datetime, **fields: Any) -> str:
        with self.database.write() as session:
            session.add(Identity(id=id, created_at=made, **fields))
        return id

    def admin(self, name: str) -> None:
        self.visitor(name, LONG_AGO)
        later = NOW + timedelta(days=1)
        with self.database.write() as session:
            session.add(
                BrowserSession(id=name, owner=name, created_at=NOW, seen_at=NOW, expires_at=later, admin_until=later)
            )

    def submission(self, owner: str, at: datetime, outcome: Outcome | None, source: str = "pass", **wanted: Any) -> str:
        with self.database.write() as session:
            (row,) = records.add(session, owner, source, [Wanted("constant-add", **wanted)])
            if outcome is not None:
                case = CaseVerdict(
                    name="first", title="First", sizes={}, blocks={}, grid=[1], seed=1, outcome=outcome,
                    reason="why", memory=MemoryScore(loaded=3, stored=4, least_loaded=3, least_stored=4),
                )  # fmt: skip
                verdict = a_verdict(
                    outcome, cases=[case], output=[OutputBlock(case="first", program=None, text="secret")],
                    error=Problem(kind="x", message="your line says secret", line=3),
                )  # fmt: skip
                records.finish(session, row.id, verdict)
            found = row.id
            session.execute(
                update(Submission)
                .where(Submission.id == found)
                .values(created_at=at, finished_at=None if outcome is None else at)
            )
            session.execute(update(Source).where(Source.sha256 == digest(source)).values(created_at=at))
        return found

    def names(self) -> set[str]:
        with self.database.read() as session:
            return set(session.scalars(select(Identity.id)))


def digest(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()


def clean(database: Database, **settings: Any) -> None:
    asyncio.run(Janitor(database, Settings(**settings)).clean())


@pytest.fixture
def past(database: Database) -> Past:
    return Past(database)


def test_who_never_solved_anything_goes_after_thirty_days_unseen(past: Past):
    past.visitor("old", days(31))
    past.visitor("old and tried", days(40))
    past.submission("old and tried", days(31), Outcome.wrong_answer)
    past.visitor("solved one case again", days(40))
    past.submission("solved one case again", days(35), Outcome.passed, case="first", seed=1)
    with past.database.write() as session:
        session.add(Progress(owner="old and tried", puzzle="long-sum", hints=1))
    past.visitor("new", days(29))
    past.visitor("old but seen", days(90), seen_at=days(3))
    past.visitor("old but sends", days(90))
    past.submission("old but sends", days(2), Outcome.wrong_answer)
    past.visitor("waits", days(90))
    past.submission("waits", days(89), None)
    past.visitor("solved", days(90))
    past.submission("solved", days(89), Outcome.passed)
    clean(past.database)
    assert past.names() == {"new", "old but seen", "old but sends", "waits", "solved"}
    with past.database.read() as session:
        assert session.scalar(select(func.count()).select_from(Progress)) == 0
        assert set(session.scalars(select(Submission.owner))) == {"old but sends", "waits", "solved"}


def test_who_can_come_back_or_is_known_to_others_is_kept(past: Past):
    past.admin("admin")
    past.visitor("password", LONG_AGO, password="hash")
    past.visitor("listed", LONG_AGO, is_listed=True, name="Mira", name_key="mira")
    for name in ("login", "token", "share", "deleted share"):
        past.visitor(name, LONG_AGO)
    with past.database.write() as session:
        session.add(Login(provider="p", subject="s", owner="login", created_at=LONG_AGO))
        session.add(Token(id="t", owner="token", sha256="h", label="l", created_at=LONG_AGO))
        for place, name in enumerate(("share", "deleted share")):
            session.add(
                Share(
                    id=str(place), owner=name, kind="failure", puzzle="constant-add", device="interpreter",
                    created_at=LONG_AGO, deleted_at=LONG_AGO if place else None,
                )
            )  # fmt: skip
    clean(past.database)
    assert past.names() == {"admin", "password", "listed", "login", "token", "share"}
    with past.database.read() as session:
        assert session.get_one(Share, "1").owner is None  # deleted stays deleted


def test_all_others_go_only_where_the_host_says_so(past: Past):
    past.visitor("solved", LONG_AGO, password="hash")
    past.submission("solved", LONG_AGO, Outcome.passed)
    past.admin("admin")
    past.visitor("here", LONG_AGO, seen_at=days(10))
    past.submission("here", LONG_AGO, Outcome.passed)
    with past.database.write() as session:
        for owner in ("solved", "here"):
            fields = {"kind": "solution", "puzzle": "constant-add", "device": "interpreter", "source": digest("pass")}
            session.add(Share(id=owner, owner=owner, verdict={"outcome": "passed"}, created_at=LONG_AGO, **fields))
    clean(past.database)
    assert past.names() == {"solved", "admin", "here"}
    clean(past.database, keep_identities_days=365)
    assert past.names() == {"admin", "here"}
    with past.database.read() as session:
        # Nobody could delete a link that stayed behind.
        left, kept = session.get_one(Share, "solved"), session.get_one(Share, "here")
        assert (left.owner, left.source, left.verdict) == (None, None, None)
        assert left.deleted_at is not None
        assert (kept.owner, kept.source, kept.deleted_at) == ("here", digest("pass"), None)


def test_zero_keeps_everything(past: Past):
    past.visitor("old", LONG_AGO)
    past.submission("old", LONG_AGO, Outcome.wrong_answer, "def secret(): pass")
    clean(past.database, keep_idle_days=0, keep_sources_days=0)
    assert past.names() == {"old"}
    with past.database.read() as session:
        assert session.get_one(Source, digest("def secret(): pass")).text == "def secret(): pass"


def test_sources_and_details_go_and_progress_stays(past: Past):
    past.visitor("mira", LONG_AGO)
    old = past.submission("mira", days(401), Outcome.passed, "old secret")
    new = past.submission("mira", days(399), Outcome.passed, "new")
    both = past.submission("mira", days(450), Outcome.wrong_answer, "both secret")
    past.submission("mira", days(1), Outcome.wrong_answer, "both secret")
    shared = past.submission("mira", days(450), Outcome.passed, "shared secret")
    with past.database.write() as session:
        session.add(
            Share(
                id="s", owner="mira", kind="solution", puzzle="constant-add", device="interpreter",
                source=digest("shared secret"), created_at=LONG_AGO,
            )
        )  # fmt: skip
        before = progress(session, "mira")
    clean(past.database)
    clean(past.database)
    with past.database.read() as session:
        texts = {source: session.get_one(Source, digest(source)).text for source in ("old secret", "new")}
        assert texts == {"old secret": "", "new": "new"}
        assert session.get_one(Source, digest("both secret")).text == "both secret"
        assert session.get_one(Source, digest("shared secret")).text == "shared secret"
        assert progress(session, "mira") == before
        for gone in (old, both, shared):
            row = session.get_one(Submission, gone)
            assert row.trimmed_at is not None
            assert "secret" not in str(row.verdict)
        verdict = records.verdict_of(session, old)
        assert verdict is not None
        assert verdict.notes == [retention.TRIMMED]
        assert verdict.cases[0].memory is not None
        assert session.get_one(Submission, new).trimmed_at is None
        assert "secret" in str(session.get_one(Submission, new).verdict)


def progress(session: Session, owner: str) -> list[tuple[Any, ...]]:
    tried = standings.of_owner(session, owner)
    return sorted((each.puzzle, each.attempts, each.solved_at, each.moved) for each in tried)


def test_a_source_that_is_sent_again_is_whole_again(past: Past):
    past.visitor("mira", LONG_AGO)
    past.submission("mira", LONG_AGO, Outcome.passed, "come back")
    clean(past.database)
    with past.database.write() as session:
        (row,) = records.add(session, "mira", "come back", [Wanted("constant-add")])
        assert records.job_of(session, row).source == "come back"


def test_sources_that_nothing_names_go(past: Past):
    past.visitor("gone", days(60))
    past.submission("gone", days(50), Outcome.wrong_answer, "theirs")
    past.visitor("mira", days(60))
    past.submission("mira", days(50), Outcome.passed, "mine")
    clean(past.database)
    with past.database.read() as session:
        assert set(session.scalars(select(Source.text))) == {"mine"}


def test_sessions_tickets_and_tokens_end(past: Past):
    past.visitor("mira", NOW)
    with past.database.write() as session:
        for name, ends in (("old", days(1)), ("good", NOW + timedelta(days=1))):
            session.add(BrowserSession(id=name, owner="mira", created_at=NOW, seen_at=NOW, expires_at=ends))
            session.add(Ticket(sha256=name, purpose="move", owner="mira", created_at=NOW, expires_at=ends))
            session.add(Token(id=name, owner="mira", sha256=name, label="l", created_at=NOW, expires_at=ends))
        session.add(Token(id="for ever", owner="mira", sha256="f", label="l", created_at=NOW))
    clean(past.database)
    with past.database.read() as session:
        assert set(session.scalars(select(BrowserSession.id))) == {"good"}
        assert set(session.scalars(select(Ticket.sha256))) == {"good"}
        assert set(session.scalars(select(Token.id))) == {"good", "for ever"}


def test_more_than_one_piece_is_done(past: Past, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(retention, "PIECE", 3)
    for number in range(10):
        past.visitor(f"old {number}", LONG_AGO)
        past.submission(f"old {number}", LONG_AGO, Outcome.wrong_answer, f"source {number}")
        past.visitor(f"solved {number}", LONG_AGO)
        past.submission(f"solved {number}", LONG_AGO, Outcome.passed, f"right {number}")
    clean(past.database)
    assert past.names() == {f"solved {number}" for number in range(10)}
    with past.database.read() as session:
        assert set(session.scalars(select(Source.text))) == {""}
        assert len(list(session.scalars(select(Source.sha256)))) == 10
        assert not list(session.scalars(select(Submission.id).where(Submission.trimmed_at.is_(None))))
