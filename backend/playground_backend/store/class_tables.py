"""The tables of classes, beside those of `tables`: who teaches, who is in, what is assigned, what was done."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Float, ForeignKey, Index, String, Text, false, true
from sqlalchemy.orm import Mapped, mapped_column

from playground_backend.store.tables import Base


class Teacher(Base):
    """Who may make classes. name: as the administrator knows them."""

    __tablename__ = "teachers"

    owner: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[str] = mapped_column(String(32), unique=True)
    name: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime]


class Invitation(Base):
    """A one-time link into a class's staff; without a class, to making classes. sha256: an HMAC, as of a ticket.

    by: what the audit trail calls who made it.
    """

    __tablename__ = "invitations"

    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    classroom: Mapped[str | None] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(80))
    by: Mapped[str] = mapped_column("made_by", String(80))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class Classroom(Base):
    """A class. join_code: without spaces, in capitals. closed_at: nobody joins by the class's code since."""

    __tablename__ = "classrooms"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(100))
    time_zone: Mapped[str] = mapped_column(String(64))
    join_code: Mapped[str] = mapped_column(String(12), unique=True)
    closed_at: Mapped[datetime | None]
    archived_at: Mapped[datetime | None]
    created_at: Mapped[datetime]


class Member(Base):
    """Somebody in a class, or a roster's place that nobody has taken yet: then no seat refers to it.

    name_key: equal for names that look alike. email, number: as the roster has them. code: personal, good once.
    """

    __tablename__ = "members"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    classroom: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(80))
    name_key: Mapped[str] = mapped_column(String(400))
    email: Mapped[str | None] = mapped_column(String(200))
    number: Mapped[str | None] = mapped_column(String(40))
    code: Mapped[str | None] = mapped_column(String(12), unique=True)
    from_roster: Mapped[bool] = mapped_column(default=False, server_default=false())
    created_at: Mapped[datetime]


class Seat(Base):
    """An identity in a class, as a member of it: one member may have come with several browsers or accounts.

    What any of them sends counts as the member's; none of them comes into another by it.
    """

    __tablename__ = "seats"

    classroom: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"), primary_key=True)
    owner: Mapped[str] = mapped_column(ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True)
    member: Mapped[str] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    joined_at: Mapped[datetime]

    __table_args__ = (Index("ix_seats_owner", "owner"),)


class Assignment(Base):
    """Puzzles that a class is given. opens_at: null for at once; due_at: null for never. late: `shown` or `closed`."""

    __tablename__ = "assignments"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    classroom: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(100))
    opens_at: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    late: Mapped[str] = mapped_column(String(10))
    allows_hints: Mapped[bool] = mapped_column(default=True, server_default=true())
    allows_solutions: Mapped[bool] = mapped_column(default=True, server_default=true())
    device: Mapped[str] = mapped_column(String(20))
    is_exam: Mapped[bool] = mapped_column(default=False, server_default=false())
    created_at: Mapped[datetime]


class AssignmentItem(Base):
    """One puzzle of an assignment. place: its place in the order, from 0."""

    __tablename__ = "assignment_items"

    assignment: Mapped[str] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    puzzle: Mapped[str] = mapped_column(String(100))
    points: Mapped[float] = mapped_column(Float)


class Extension(Base):
    """Another due time for one member."""

    __tablename__ = "extensions"

    assignment: Mapped[str] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"), primary_key=True)
    member: Mapped[str] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), primary_key=True, index=True)
    due_at: Mapped[datetime]


class Note(Base):
    """What staff wrote to a student. by: their name at that time. read_at: when the student closed it."""

    __tablename__ = "notes"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    member: Mapped[str] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    by: Mapped[str] = mapped_column("written_by", String(80))
    text: Mapped[str] = mapped_column("body", Text)
    puzzle: Mapped[str | None] = mapped_column(String(100))
    created_at: Mapped[datetime]
    read_at: Mapped[datetime | None]


class AuditEntry(Base):
    """That somebody changed something in a class. by: their name at that time; what: in words."""

    __tablename__ = "audit"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    classroom: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    at: Mapped[datetime]
    by: Mapped[str] = mapped_column("done_by", String(80))
    action: Mapped[str] = mapped_column(String(40))
    what: Mapped[str] = mapped_column(String(500))

    __table_args__ = (Index("ix_audit_classroom", "classroom", "at", "id"),)


class Rejudge(Base):
    """A puzzle that is judged again for a class. state: `running`, `judged`, `applied` or `dropped`.

    own_version: of a puzzle of a teacher's own, the version that judges.
    """

    __tablename__ = "rejudges"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    assignment: Mapped[str] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"), index=True)
    puzzle: Mapped[str] = mapped_column(String(100))
    state: Mapped[str] = mapped_column(String(10))
    by: Mapped[str] = mapped_column("done_by", String(80))
    created_at: Mapped[datetime]
    applied_at: Mapped[datetime | None]
    own_version: Mapped[int | None]


class RejudgedRun(Base):
    """One run that is judged again. id: of its job. before: its outcome until then.

    after, verdict: null until they are here. queued_at: null until it is in the queue.
    """

    __tablename__ = "rejudged_runs"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    rejudge: Mapped[str] = mapped_column(ForeignKey("rejudges.id", ondelete="CASCADE"), index=True)
    submission: Mapped[str] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), index=True)
    before: Mapped[str] = mapped_column(String(20))
    after: Mapped[str | None] = mapped_column(String(20))
    verdict: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    queued_at: Mapped[datetime | None]
