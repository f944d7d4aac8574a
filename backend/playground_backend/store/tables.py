"""The tables, in types that SQLite and PostgreSQL share. Times are UTC."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, ForeignKey, Index, MetaData, String, Text, text
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
        }
    )
    type_annotation_map = {datetime: UtcDateTime, dict[str, Any]: JSON}  # noqa: RUF012 - SQLAlchemy's own form


class Identity(Base):
    __tablename__ = "identities"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
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
    verdict: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))

    __table_args__ = (
        Index(None, "owner", "puzzle"),
        # The sweeper asks for what is not done, which is few among many.
        Index(
            "ix_submissions_open",
            "created_at",
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
