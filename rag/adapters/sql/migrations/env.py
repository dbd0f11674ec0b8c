"""Alembic's entry: runs the revisions against the URL that the caller gave."""

from alembic import context
from sqlalchemy import create_engine, pool

from rag.adapters.sql.tables import metadata


def _run() -> None:
    engine = create_engine(context.config.attributes["url"], poolclass=pool.NullPool)
    with engine.connect() as connection:
        context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
        with context.begin_transaction():
            context.run_migrations()
    engine.dispose()


_run()
