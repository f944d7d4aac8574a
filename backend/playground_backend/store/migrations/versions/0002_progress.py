"""What help a visitor took with a puzzle: hints, giving up, the solution seen."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_time = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "progress",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(100), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("gave_up_at", _time),
        sa.Column("solution_seen_at", _time),
        sa.PrimaryKeyConstraint("owner", "puzzle", name="pk_progress"),
        sa.ForeignKeyConstraint(["owner"], ["identities.id"], name="fk_progress_owner_identities", ondelete="CASCADE"),
    )
