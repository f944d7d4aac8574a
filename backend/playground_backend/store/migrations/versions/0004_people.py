"""People: names, sessions, tokens, sign-in, share links, standings and ranks."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_time = sa.DateTime(timezone=True)


def upgrade() -> None:
    # One by one: SQLite would else copy the table, and dropping the old one takes along whatever hangs on it.
    for column in (
        sa.Column("name", sa.String(40)),
        sa.Column("name_key", sa.String(120)),
        sa.Column("is_listed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("password", sa.String(200)),
        sa.Column("hidden_at", _time),
        sa.Column("name_hidden_at", _time),
        sa.Column("seen_at", _time),
        sa.Column("first_cookie_until", _time),
    ):
        op.add_column("identities", column)
    # Cookies held the identity itself until now, for as many days as this.
    identities = sa.table("identities", sa.column("first_cookie_until", _time))
    op.execute(sa.update(identities).values(first_cookie_until=datetime.now(UTC) + timedelta(days=400)))
    op.create_index("ix_identities_name_key", "identities", ["name_key"], unique=True)
    op.add_column("submissions", sa.Column("trimmed_at", _time))
    op.create_index(
        "ix_submissions_untrimmed",
        "submissions",
        ["finished_at"],
        sqlite_where=sa.text("trimmed_at IS NULL"),
        postgresql_where=sa.text("trimmed_at IS NULL"),
    )
    op.create_index(
        "ix_submissions_owner_open",
        "submissions",
        ["owner"],
        sqlite_where=sa.text("status <> 'done'"),
        postgresql_where=sa.text("status <> 'done'"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), nullable=False),
        _owner(),
        sa.Column("created_at", _time, nullable=False),
        sa.Column("seen_at", _time, nullable=False),
        sa.Column("expires_at", _time, nullable=False),
        sa.Column("admin_until", _time),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        _to_owner("sessions"),
    )
    op.create_index("ix_sessions_owner", "sessions", ["owner"])
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), nullable=False),
        _owner(),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("created_at", _time, nullable=False),
        sa.Column("seen_at", _time),
        sa.Column("expires_at", _time),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("sha256", name="uq_tokens_sha256"),
        _to_owner("tokens"),
    )
    op.create_index("ix_tokens_owner", "tokens", ["owner"])
    op.create_table(
        "tickets",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(10), nullable=False),
        _owner(nullable=True),
        sa.Column("created_at", _time, nullable=False),
        sa.Column("expires_at", _time, nullable=False),
        sa.Column("used_at", _time),
        sa.PrimaryKeyConstraint("sha256", name="pk_tickets"),
        _to_owner("tickets"),
    )
    op.create_index("ix_tickets_owner", "tickets", ["owner"])
    op.create_table(
        "logins",
        sa.Column("provider", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        _owner(),
        sa.Column("created_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("provider", "subject", name="pk_logins"),
        _to_owner("logins"),
    )
    op.create_index("ix_logins_owner", "logins", ["owner"])
    op.add_column("submissions", sa.Column("copied", sa.Boolean()))
    op.add_column("submissions", sa.Column("moved", sa.BigInteger()))
    counted = sa.text("copied IS NOT NULL")
    op.create_index(
        "ix_submissions_counted",
        "submissions",
        ["owner", "puzzle", "device", "created_at", "outcome", "copied", "moved"],
        sqlite_where=counted,
        postgresql_where=counted,
    )
    # Filled when the service next starts, as the standings and ranks then are: only it knows the catalogue.
    op.create_table(
        "published",
        sa.Column("puzzle", sa.String(100), nullable=False),
        sa.Column("kernel", sa.String(100), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_published"),
    )
    op.create_table(
        "standings",
        _owner(),
        sa.Column("puzzle", sa.String(100), nullable=False),
        sa.Column("device", sa.String(20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("tried_at", _time, nullable=False),
        sa.Column("solved_at", _time),
        sa.Column("moved", sa.BigInteger()),
        sa.Column("copied", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("given_up", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("band", sa.SmallInteger()),
        sa.PrimaryKeyConstraint("owner", "puzzle", "device", name="pk_standings"),
        _to_owner("standings"),
    )
    op.create_index("ix_standings_board", "standings", ["puzzle", "device", "band", "moved", "solved_at", "owner"])
    op.create_table(
        "ranks",
        _owner(),
        sa.Column("device", sa.String(20), nullable=False),
        sa.Column("behind", sa.Integer(), nullable=False),
        sa.Column("last_at", _time, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "device", name="pk_ranks"),
        _to_owner("ranks"),
    )
    op.create_index("ix_ranks_order", "ranks", ["device", "behind", "last_at", "owner"])
    op.create_table(
        "shares",
        sa.Column("id", sa.String(11), nullable=False),
        _owner(nullable=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("puzzle", sa.String(100), nullable=False),
        sa.Column("device", sa.String(20), nullable=False),
        sa.Column("source", sa.String(64)),
        sa.Column("launch", sa.JSON(none_as_null=True)),
        sa.Column("verdict", sa.JSON(none_as_null=True)),
        sa.Column("created_at", _time, nullable=False),
        sa.Column("unlisted_at", _time),
        sa.Column("deleted_at", _time),
        sa.PrimaryKeyConstraint("id", name="pk_shares"),
        _to_owner("shares", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["source"], ["sources.sha256"], name="fk_shares_source_sources"),
    )
    op.create_index("ix_shares_owner", "shares", ["owner"])
    op.create_index("ix_shares_listed", "shares", ["puzzle", "kind", "created_at"])
    op.create_index("ix_shares_source", "shares", ["source"])
    op.create_table(
        "share_views",
        sa.Column("viewer", sa.String(64), nullable=False),
        sa.Column("share", sa.String(11), nullable=False),
        sa.Column("seen_at", _time, nullable=False),
        sa.PrimaryKeyConstraint("viewer", "share", name="pk_share_views"),
        sa.ForeignKeyConstraint(
            ["viewer"], ["identities.id"], name="fk_share_views_viewer_identities", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["share"], ["shares.id"], name="fk_share_views_share_shares", ondelete="CASCADE"),
    )


def _owner(nullable: bool = False) -> sa.Column[str]:
    return sa.Column("owner", sa.String(64), nullable=nullable)


def _to_owner(table: str, ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["owner"], ["identities.id"], name=f"fk_{table}_owner_identities", ondelete=ondelete)
