"""Puzzles of teachers' own: drafts, versions, the classes that have them; which version a submission was judged by."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_time = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("submissions", sa.Column("own_version", sa.Integer()))
    op.add_column("rejudges", sa.Column("own_version", sa.Integer()))
    op.create_table(
        "own_puzzles",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("created_at", _time, nullable=False),
        sa.Column("edited_at", _time, nullable=False),
        sa.Column("published", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="pk_own_puzzles"),
        _to("own_puzzles", "owner", "identities"),
    )
    op.create_index("ix_own_puzzles_owner", "own_puzzles", ["owner"])
    op.create_table(
        "own_versions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("created_at", _time, nullable=False),
        sa.Column("checked_at", _time),
        sa.Column("report", sa.JSON(none_as_null=True)),
        sa.Column("parsed", sa.JSON(none_as_null=True)),
        sa.PrimaryKeyConstraint("id", name="pk_own_versions"),
        sa.UniqueConstraint("puzzle", "number", name="uq_own_versions_puzzle"),
        _to("own_versions", "puzzle", "own_puzzles"),
    )
    op.create_table(
        "own_uses",
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("classroom", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", "classroom", name="pk_own_uses"),
        _to("own_uses", "puzzle", "own_puzzles"),
        _to("own_uses", "classroom", "classrooms"),
    )
    op.create_index("ix_own_uses_classroom", "own_uses", ["classroom"])


def _to(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{table}_{column}_{other}", ondelete="CASCADE")
