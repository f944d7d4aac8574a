"""The tables, in types that SQLite and PostgreSQL share. Times are UTC."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    ForeignKey,
    Index,
    MetaData,
    SmallInteger,
    String,
    Text,
    false,
    text,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """An aware datetime in UTC, also from SQLite, which keeps no zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    # Constraints with names, since a migration can only change what it can name.
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
        }
    )
    type_annotation_map = {datetime: UtcDateTime, dict[str, Any]: JSON}  # noqa: RUF012 - SQLAlchemy's own form


class Identity(Base):
    """A visitor, anonymous until they say otherwise. The id is never shown to others.

    name: what others may see where `is_listed`; name_key: its skeleton, by which look-alike names are found.
    password: an argon2 hash. hidden_at: left out of the leaderboard by an administrator, and kept; name_hidden_at:
    shown without its name. seen_at: the last visit, to the hour. first_cookie_until: how long a cookie of the first
    release, which held this id itself, is still taken; null for an identity that never had one.
    """

    __tablename__ = "identities"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    created_at: Mapped[datetime]
    name: Mapped[str | None] = mapped_column(String(40))
    name_key: Mapped[str | None] = mapped_column(String(120), unique=True, index=True)
    is_listed: Mapped[bool] = mapped_column(default=False, server_default=false())
    password: Mapped[str | None] = mapped_column(String(200))
    hidden_at: Mapped[datetime | None]
    name_hidden_at: Mapped[datetime | None]
    seen_at: Mapped[datetime | None]
    first_cookie_until: Mapped[datetime | None]


class BrowserSession(Base):
    """A browser that is signed in as an identity. id: the SHA-256 of what its cookie holds, in hexadecimal.

    seen_at: to the hour. admin_until: how long this browser, and no other of the identity's, is the administrator's.
    """

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    owner: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    admin_until: Mapped[datetime | None]


class Token(Base):
    """A bearer token for scripts. sha256: of the token, which is shown once and kept nowhere."""

    __tablename__ = "tokens"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), index=True)
    sha256: Mapped[str] = mapped_column(String(64), unique=True)
    label: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]


class Ticket(Base):
    """A link or code that is good once. purpose: `move` to another browser, or `admin`, which has no owner.

    sha256: an HMAC of it with the host's secret, since a short code could be guessed from a plain hash.
    """

    __tablename__ = "tickets"

    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(10))
    owner: Mapped[str | None] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class Login(Base):
    """An account elsewhere that an identity signs in by. provider: its key, as `providers` makes it; subject: its id
    there."""

    __tablename__ = "logins"

    provider: Mapped[str] = mapped_column(String(40), primary_key=True)
    subject: Mapped[str] = mapped_column(String(255), primary_key=True)
    owner: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]


class Source(Base):
    """A normalised source, kept once however often it is sent. sha256: hex, of its UTF-8 text."""

    __tablename__ = "sources"

    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]


class Batch(Base):
    __tablename__ = "batches"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]


class Submission(Base):
    """status: `queued` until the verdict is here, then `done`; that it runs is known to Redis alone.

    case, seed: where either is set this is a replay, never counted. launch: of a free run, never counted either; null
    for a puzzle's. attempts: how often it was queued.
    outcome: the verdict's, in a column of its own to count by. started_at: reckoned from the verdict's timings.
    diagnosis: what went wrong in a few words, by which a class's board groups; null for what passed.

    copied: set once it is in the standings, and null for what never will be; true where it passed with what is a
    published reference, or a shared solution seen before. moved: elements loaded and stored, as the verdict's memory
    score of the first case says, of what passed; null where it says none.
    trimmed_at: when the verdict's details were deleted, since their time was over.
    own_version: of a puzzle of a teacher's own, the version that it is judged by; null for others.
    """

    __tablename__ = "submissions"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"))
    puzzle: Mapped[str] = mapped_column(String(100))
    device: Mapped[str] = mapped_column(String(20))
    source: Mapped[str] = mapped_column(ForeignKey("sources.sha256"), index=True)
    case: Mapped[str | None] = mapped_column("case_name", String(100))
    seed: Mapped[int | None] = mapped_column(BigInteger)
    launch: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    batch: Mapped[str | None] = mapped_column(ForeignKey("batches.id", ondelete="CASCADE"), index=True)
    status: Mapped[str] = mapped_column(String(10))
    attempts: Mapped[int]
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    outcome: Mapped[str | None] = mapped_column(String(20))
    diagnosis: Mapped[str | None] = mapped_column(String(200))
    verdict: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    copied: Mapped[bool | None]
    moved: Mapped[int | None] = mapped_column(BigInteger)
    trimmed_at: Mapped[datetime | None]
    own_version: Mapped[int | None]

    __table_args__ = (
        Index(None, "owner", "puzzle"),
        # All that standings and calendars are made from, so that neither reads the verdicts beside it.
        Index(
            "ix_submissions_counted",
            *("owner", "puzzle", "device", "created_at", "outcome", "copied", "moved"),
            sqlite_where=text("copied IS NOT NULL"),
            postgresql_where=text("copied IS NOT NULL"),
        ),
        # The sweeper asks for what is not done, which is few among many.
        Index(
            "ix_submissions_open",
            "created_at",
            sqlite_where=text("status <> 'done'"),
            postgresql_where=text("status <> 'done'"),
        ),
        Index(
            "ix_submissions_untrimmed",
            "finished_at",
            sqlite_where=text("trimmed_at IS NULL"),
            postgresql_where=text("trimmed_at IS NULL"),
        ),
        Index(
            "ix_submissions_owner_open",
            "owner",
            sqlite_where=text("status <> 'done'"),
            postgresql_where=text("status <> 'done'"),
        ),
    )


class Progress(Base):
    """What help a visitor took with a puzzle. hints: the most opened. gave_up_at: null for who solved it first."""

    __tablename__ = "progress"

    owner: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(100), primary_key=True)
    hints: Mapped[int]
    gave_up_at: Mapped[datetime | None]
    solution_seen_at: Mapped[datetime | None]


class Published(Base):
    """A puzzle that counts on the leaderboard: one with a reference solution, as the catalogue has it.

    kernel: the name that the puzzle's kernel must have. reference: the source of the published solution.
    """

    __tablename__ = "published"

    puzzle: Mapped[str] = mapped_column(String(100), primary_key=True)
    kernel: Mapped[str] = mapped_column(String(100))
    reference: Mapped[str] = mapped_column(Text)


class Standing(Base):
    """What all counted submissions of one owner to one puzzle on one device come to.

    attempts: judged, no replays. tried_at: when the last of them was sent. solved_at: when the first that passed was.
    copied: that first one was what `Submission.copied` says. given_up: the owner had given up before sending it. moved:
    the least `Submission.moved` of those that passed and were not copied.
    band: null where this is on no board; 0 where it has a memory score, 1 where it has none and stands below.
    """

    __tablename__ = "standings"

    owner: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(100), primary_key=True)
    device: Mapped[str] = mapped_column(String(20), primary_key=True)
    attempts: Mapped[int]
    tried_at: Mapped[datetime]
    solved_at: Mapped[datetime | None]
    moved: Mapped[int | None] = mapped_column(BigInteger)
    copied: Mapped[bool] = mapped_column(default=False, server_default=false())
    given_up: Mapped[bool] = mapped_column(default=False, server_default=false())
    band: Mapped[int | None] = mapped_column(SmallInteger)

    __table_args__ = (Index("ix_standings_board", "puzzle", "device", "band", "moved", "solved_at", "owner"),)


class Rank(Base):
    """One row of the leaderboard: what an owner's standings come to on one device. Made anew from them at any time.

    There is none for who has solved nothing that counts, nor for who is hidden. behind: minus the number of puzzles
    solved, neither copied nor given up, so that one ascending index is the board's order. last_at: when the last of
    them was first solved. attempts: at all published puzzles.
    """

    __tablename__ = "ranks"

    owner: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True)
    device: Mapped[str] = mapped_column(String(20), primary_key=True)
    behind: Mapped[int]
    last_at: Mapped[datetime]
    attempts: Mapped[int]

    __table_args__ = (Index("ix_ranks_order", "device", "behind", "last_at", "owner"),)


class Share(Base):
    """A link to one of an owner's submissions, as it was then. A deleted one keeps its id and nothing else.

    id: 11 characters that nobody can guess and that the same source of the same owner always gets. kind: `solution`,
    `failure` or `run`. unlisted_at: still at its link, but in no list.
    """

    __tablename__ = "shares"

    id: Mapped[str] = mapped_column(String(11), primary_key=True)
    owner: Mapped[str | None] = mapped_column(ForeignKey("identities.id", ondelete="SET NULL"), index=True)
    kind: Mapped[str] = mapped_column(String(10))
    puzzle: Mapped[str] = mapped_column(String(100))
    device: Mapped[str] = mapped_column(String(20))
    source: Mapped[str | None] = mapped_column(ForeignKey("sources.sha256"))
    launch: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    verdict: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    created_at: Mapped[datetime]
    unlisted_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]

    __table_args__ = (Index("ix_shares_listed", "puzzle", "kind", "created_at"), Index("ix_shares_source", "source"))


class ShareView(Base):
    """That an identity has seen the source behind a link, and when first: an identical solution later is marked."""

    __tablename__ = "share_views"

    viewer: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True)
    share: Mapped[str] = mapped_column(ForeignKey("shares.id", ondelete="CASCADE"), primary_key=True)
    seen_at: Mapped[datetime]
