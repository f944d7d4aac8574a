"""Classes: teachers, members, assignments, notes, the audit trail, judging again."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_time = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("submissions", sa.Column("diagnosis", sa.String(200)))
    op.create_table(
        "classrooms",
        _id(),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("time_zone", sa.String(64), nullable=False),
        sa.Column("join_code", sa.String(12), nullable=False),
        sa.Column("closed_at", _time),
        sa.Column("archived_at", _time),
        sa.Column("created_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_classrooms"),
        sa.UniqueConstraint("join_code", name="uq_classrooms_join_code"),
    )
    op.create_table(
        "teachers",
        _owner(),
        _id(),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("owner", name="pk_teachers"),
        sa.UniqueConstraint("id", name="uq_teachers_id"),
        _to("teachers", "owner", "identities"),
    )
    op.create_table(
        "invitations",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("classroom", sa.String(32)),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("made_by", sa.String(80), nullable=False),
        sa.Column("created_at", _time, nullable=False),
        sa.Column("expires_at", _time, nullable=False),
        sa.Column("used_at", _time),
        sa.PrimaryKeyConstraint("sha256", name="pk_invitations"),
        _to("invitations", "classroom", "classrooms"),
    )
    op.create_index("ix_invitations_classroom", "invitations", ["classroom"])
    op.create_table(
        "members",
        _id(),
        sa.Column("classroom", sa.String(32), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("name_key", sa.String(400), nullable=False),
        sa.Column("email", sa.String(200)),
        sa.Column("number", sa.String(40)),
        sa.Column("code", sa.String(12)),
        sa.Column("from_roster", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("created_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_members"),
        sa.UniqueConstraint("code", name="uq_members_code"),
        _to("members", "classroom", "classrooms"),
    )
    op.create_index("ix_members_classroom", "members", ["classroom"])
    op.create_table(
        "seats",
        sa.Column("classroom", sa.String(32), nullable=False),
        _owner(),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("joined_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("classroom", "owner", name="pk_seats"),
        _to("seats", "classroom", "classrooms"),
        _to("seats", "owner", "identities"),
        _to("seats", "member", "members"),
    )
    op.create_index("ix_seats_owner", "seats", ["owner"])
    op.create_index("ix_seats_member", "seats", ["member"])
    _make_assignments()
    _make_trails()


def _make_assignments() -> None:
    op.create_table(
        "assignments",
        _id(),
        sa.Column("classroom", sa.String(32), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("opens_at", _time),
        sa.Column("due_at", _time),
        sa.Column("late", sa.String(10), nullable=False),
        sa.Column("allows_hints", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("allows_solutions", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("device", sa.String(20), nullable=False),
        sa.Column("is_exam", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("created_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_assignments"),
        _to("assignments", "classroom", "classrooms"),
    )
    op.create_index("ix_assignments_classroom", "assignments", ["classroom"])
    op.create_table(
        "assignment_items",
        sa.Column("assignment", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("puzzle", sa.String(100), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("assignment", "place", name="pk_assignment_items"),
        _to("assignment_items", "assignment", "assignments"),
    )
    op.create_table(
        "extensions",
        sa.Column("assignment", sa.String(32), nullable=False),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("due_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("assignment", "member", name="pk_extensions"),
        _to("extensions", "assignment", "assignments"),
        _to("extensions", "member", "members"),
    )
    op.create_index("ix_extensions_member", "extensions", ["member"])
    op.create_table(
        "notes",
        _id(),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("written_by", sa.String(80), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("puzzle", sa.String(100)),
        sa.Column("created_at", _time, nullable=False),
        sa.Column("read_at", _time),
        sa.PrimaryKeyConstraint("id", name="pk_notes"),
        _to("notes", "member", "members"),
    )
    op.create_index("ix_notes_member", "notes", ["member"])


def _make_trails() -> None:
    op.create_table(
        "audit",
        _id(),
        sa.Column("classroom", sa.String(32), nullable=False),
        sa.Column("at", _time, nullable=False),
        sa.Column("done_by", sa.String(80), nullable=False),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("what", sa.String(500), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        _to("audit", "classroom", "classrooms"),
    )
    op.create_index("ix_audit_classroom", "audit", ["classroom", "at", "id"])
    op.create_table(
        "rejudges",
        _id(),
        sa.Column("assignment", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(100), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("done_by", sa.String(80), nullable=False),
        sa.Column("created_at", _time, nullable=False),
        sa.Column("applied_at", _time),
        sa.PrimaryKeyConstraint("id", name="pk_rejudges"),
        _to("rejudges", "assignment", "assignments"),
    )
    op.create_index("ix_rejudges_assignment", "rejudges", ["assignment"])
    op.create_table(
        "rejudged_runs",
        _id(),
        sa.Column("rejudge", sa.String(32), nullable=False),
        sa.Column("submission", sa.String(32), nullable=False),
        sa.Column("before", sa.String(20), nullable=False),
        sa.Column("after", sa.String(20)),
        sa.Column("verdict", sa.JSON(none_as_null=True)),
        sa.Column("queued_at", _time),
        sa.PrimaryKeyConstraint("id", name="pk_rejudged_runs"),
        _to("rejudged_runs", "rejudge", "rejudges"),
        _to("rejudged_runs", "submission", "submissions"),
    )
    op.create_index("ix_rejudged_runs_rejudge", "rejudged_runs", ["rejudge"])
    op.create_index("ix_rejudged_runs_submission", "rejudged_runs", ["submission"])


def _id() -> sa.Column[str]:
    return sa.Column("id", sa.String(32), nullable=False)


def _owner() -> sa.Column[str]:
    return sa.Column("owner", sa.String(64), nullable=False)


def _to(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{table}_{column}_{other}", ondelete="CASCADE")
