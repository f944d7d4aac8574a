"""How Alembic runs here: on a connection that the caller has opened, in its transaction."""

from alembic import context

from playground_backend.store.own_tables import OwnPuzzle

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=OwnPuzzle.metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
