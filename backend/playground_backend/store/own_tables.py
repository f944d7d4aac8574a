"""The tables of puzzles that teachers write in the browser, beside those of `class_tables`."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from playground_backend.store.tables import Base


class OwnPuzzle(Base):
    """A puzzle, with its draft. files: by name, as a puzzle folder has them. published: the number of a version."""

    __tablename__ = "own_puzzles"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(100))
    files: Mapped[dict[str, Any]]
    created_at: Mapped[datetime]
    edited_at: Mapped[datetime]
    published: Mapped[int | None]


class OwnVersion(Base):
    """A draft as it was when it was checked; never changed. id: of the check's job.

    sha256: of the files. checked_at, report: null until the check is done. parsed: the puzzle, where it may be
    published.
    """

    __tablename__ = "own_versions"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    puzzle: Mapped[str] = mapped_column(ForeignKey("own_puzzles.id", ondelete="CASCADE"))
    number: Mapped[int]
    files: Mapped[dict[str, Any]]
    sha256: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime]
    checked_at: Mapped[datetime | None]
    report: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    parsed: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))

    __table_args__ = (UniqueConstraint("puzzle", "number", name="uq_own_versions_puzzle"),)


class OwnUse(Base):
    """That a class may be given a puzzle."""

    __tablename__ = "own_uses"

    puzzle: Mapped[str] = mapped_column(ForeignKey("own_puzzles.id", ondelete="CASCADE"), primary_key=True)
    classroom: Mapped[str] = mapped_column(
        ForeignKey("classrooms.id", ondelete="CASCADE"), primary_key=True, index=True
    )
