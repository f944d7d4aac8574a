"""How Alembic runs here: on a connection that the caller has opened, in its transaction."""

from alembic import context

from playground_backend.store import lti_tables, own_tables  # noqa: F401  # all tables are known once these are
from playground_backend.store.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
