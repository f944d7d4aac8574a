"""Identities, sources, batches and submissions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_time = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "identities",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("created_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_identities"),
    )
    op.create_table(
        "sources",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_sources"),
    )
    op.create_table(
        "batches",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("created_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_batches"),
        sa.ForeignKeyConstraint(["owner"], ["identities.id"], name="fk_batches_owner_identities", ondelete="CASCADE"),
    )
    op.create_index("ix_batches_owner", "batches", ["owner"])
    op.create_table(
        "submissions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(100), nullable=False),
        sa.Column("device", sa.String(20), nullable=False),
        sa.Column("source", sa.String(64), nullable=False),
        sa.Column("case_name", sa.String(100)),
        sa.Column("seed", sa.BigInteger()),
        sa.Column("batch", sa.String(32)),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("created_at", _time, nullable=False),
        sa.Column("started_at", _time),
        sa.Column("finished_at", _time),
        sa.Column("outcome", sa.String(20)),
        sa.Column("verdict", sa.JSON(none_as_null=True)),
        sa.PrimaryKeyConstraint("id", name="pk_submissions"),
        sa.ForeignKeyConstraint(
            ["owner"], ["identities.id"], name="fk_submissions_owner_identities", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["source"], ["sources.sha256"], name="fk_submissions_source_sources"),
        sa.ForeignKeyConstraint(["batch"], ["batches.id"], name="fk_submissions_batch_batches", ondelete="CASCADE"),
    )
    op.create_index("ix_submissions_owner_puzzle", "submissions", ["owner", "puzzle"])
    op.create_index("ix_submissions_source", "submissions", ["source"])
    op.create_index("ix_submissions_batch", "submissions", ["batch"])
    op.create_index(
        "ix_submissions_open",
        "submissions",
        ["created_at"],
        sqlite_where=sa.text("status <> 'done'"),
        postgresql_where=sa.text("status <> 'done'"),
    )
