"""Learning platforms: registrations, courses, their people, gradebook columns and scores."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_time = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "lti_platforms",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("issuer", sa.String(500), nullable=False),
        sa.Column("client_id", sa.String(255), nullable=False),
        sa.Column("deployments", sa.JSON(), nullable=False),
        sa.Column("auth_url", sa.String(500), nullable=False),
        sa.Column("token_url", sa.String(500), nullable=False),
        sa.Column("jwks_url", sa.String(500), nullable=False),
        sa.Column("site", sa.String(500)),
        sa.Column("created_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lti_platforms"),
        sa.UniqueConstraint("issuer", "client_id", name="uq_lti_platforms_issuer"),
    )
    op.create_table(
        "lti_courses",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("platform", sa.String(32), nullable=False),
        sa.Column("deployment", sa.String(255), nullable=False),
        sa.Column("context", sa.String(255), nullable=False),
        sa.Column("classroom", sa.String(32), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("lineitems", sa.String(1000)),
        sa.Column("memberships", sa.String(1000)),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("sends_grades", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("created_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lti_courses"),
        sa.UniqueConstraint("classroom", name="uq_lti_courses_classroom"),
        sa.UniqueConstraint("platform", "deployment", "context", name="uq_lti_courses_platform"),
        _to("lti_courses", "platform", "lti_platforms"),
        _to("lti_courses", "classroom", "classrooms"),
    )
    op.create_table(
        "lti_people",
        sa.Column("course", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("course", "subject", name="pk_lti_people"),
        _to("lti_people", "course", "lti_courses"),
        _to("lti_people", "member", "members"),
    )
    op.create_index("ix_lti_people_member", "lti_people", ["member"])
    op.create_table(
        "lti_line_items",
        sa.Column("course", sa.String(32), nullable=False),
        sa.Column("assignment", sa.String(32), nullable=False),
        sa.Column("url", sa.String(1000), nullable=False),
        sa.PrimaryKeyConstraint("course", "assignment", name="pk_lti_line_items"),
        _to("lti_line_items", "course", "lti_courses"),
        _to("lti_line_items", "assignment", "assignments"),
    )
    op.create_index("ix_lti_line_items_assignment", "lti_line_items", ["assignment"])
    op.create_table(
        "lti_scores",
        sa.Column("course", sa.String(32), nullable=False),
        sa.Column("assignment", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("most", sa.Float(), nullable=False),
        sa.Column("is_done", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("problem", sa.String(300)),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_at", _time, nullable=False),
        sa.Column("changed_at", _time, nullable=False),
        sa.Column("sent_points", sa.Float()),
        sa.Column("sent_at", _time),
        sa.PrimaryKeyConstraint("course", "assignment", "subject", name="pk_lti_scores"),
        _to("lti_scores", "assignment", "assignments"),
        sa.ForeignKeyConstraint(
            ["course", "subject"],
            ["lti_people.course", "lti_people.subject"],
            name="fk_lti_scores_course_lti_people",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_lti_scores_assignment", "lti_scores", ["assignment"])
    op.create_index("ix_lti_scores_due", "lti_scores", ["state", "next_at"])


def _to(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{table}_{column}_{other}", ondelete="CASCADE")
