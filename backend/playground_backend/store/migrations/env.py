"""How Alembic runs here: on a connection that the caller has opened, in its transaction."""

from alembic import context

from playground_backend.store.lti_tables import LtiPlatform

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=LtiPlatform.metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
