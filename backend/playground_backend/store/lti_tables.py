"""The tables of learning platforms: who is registered, which course is which class, what gradebooks get."""

from datetime import datetime

from sqlalchemy import (
    JSON,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    UniqueConstraint,
    false,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column

from playground_backend.store.tables import Base


class LtiPlatform(Base):
    """A learning platform as the administrator entered it. client_id: what it calls us. deployments: ids, as text.

    site: an address at which people open it, where that is another than the issuer; its pages may frame one of ours.
    """

    __tablename__ = "lti_platforms"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    issuer: Mapped[str] = mapped_column(String(500))
    client_id: Mapped[str] = mapped_column(String(255))
    deployments: Mapped[list[str]] = mapped_column(JSON)
    auth_url: Mapped[str] = mapped_column(String(500))
    token_url: Mapped[str] = mapped_column(String(500))
    jwks_url: Mapped[str] = mapped_column(String(500))
    site: Mapped[str | None] = mapped_column(String(500))
    created_at: Mapped[datetime]

    __table_args__ = (UniqueConstraint("issuer", "client_id"),)


class LtiCourse(Base):
    """A course of a platform and the class that it is. context: the course's id there.

    lineitems, memberships: addresses of the platform's services, as the last launch told them; null where it offers
    none. scopes: what it lets us do there.
    """

    __tablename__ = "lti_courses"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    platform: Mapped[str] = mapped_column(ForeignKey("lti_platforms.id", ondelete="CASCADE"))
    deployment: Mapped[str] = mapped_column(String(255))
    context: Mapped[str] = mapped_column(String(255))
    classroom: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"), unique=True)
    title: Mapped[str] = mapped_column(String(100))
    lineitems: Mapped[str | None] = mapped_column(String(1000))
    memberships: Mapped[str | None] = mapped_column(String(1000))
    scopes: Mapped[list[str]] = mapped_column(JSON)
    sends_grades: Mapped[bool] = mapped_column(default=True, server_default=true())
    created_at: Mapped[datetime]

    __table_args__ = (UniqueConstraint("platform", "deployment", "context"),)


class LtiPerson(Base):
    """Somebody of a course, and who they are in the class. subject: their id at the platform.

    role: what the platform last said; as long as the member's is the same, it follows the platform's.
    """

    __tablename__ = "lti_people"

    course: Mapped[str] = mapped_column(ForeignKey("lti_courses.id", ondelete="CASCADE"), primary_key=True)
    subject: Mapped[str] = mapped_column(String(255), primary_key=True)
    member: Mapped[str] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(10))


class LtiLineItem(Base):
    """The column of the platform's gradebook that an assignment has. url: its address there."""

    __tablename__ = "lti_line_items"

    course: Mapped[str] = mapped_column(ForeignKey("lti_courses.id", ondelete="CASCADE"), primary_key=True)
    assignment: Mapped[str] = mapped_column(
        ForeignKey("assignments.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    url: Mapped[str] = mapped_column(String(1000))


class LtiScore(Base):
    """What the gradebook is to have of one person for one assignment, and whether it has it.

    points of most; is_done: all of it is solved. state: `waiting`, `sent` or `failed`; problem: why not yet, or not at
    all, in words. tries: since it last changed. next_at: when it is tried again; sent_points: what the platform has.
    """

    __tablename__ = "lti_scores"

    course: Mapped[str] = mapped_column(String(32), primary_key=True)
    assignment: Mapped[str] = mapped_column(
        ForeignKey("assignments.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    subject: Mapped[str] = mapped_column(String(255), primary_key=True)
    points: Mapped[float] = mapped_column(Float)
    most: Mapped[float] = mapped_column(Float)
    is_done: Mapped[bool] = mapped_column(default=False, server_default=false())
    state: Mapped[str] = mapped_column(String(10))
    problem: Mapped[str | None] = mapped_column(String(300))
    tries: Mapped[int]
    next_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    sent_points: Mapped[float | None] = mapped_column(Float)
    sent_at: Mapped[datetime | None]

    __table_args__ = (
        ForeignKeyConstraint(["course", "subject"], ["lti_people.course", "lti_people.subject"], ondelete="CASCADE"),
        Index("ix_lti_scores_due", "state", "next_at"),
    )
