"""The schema: what the revisions make is what the tables say."""

from collections.abc import Callable

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from rag.adapters.sql import database, tables


async def test_an_empty_database_is_not_current_until_it_is_migrated(
    fresh_url: Callable[[], str],
) -> None:
    url = fresh_url()
    assert not await database.is_current(url)
    await database.migrate(url)
    assert await database.is_current(url)


async def test_migrating_again_changes_nothing(migrated: str) -> None:
    await database.migrate(migrated)
    assert await database.is_current(migrated)


def test_the_revisions_make_the_tables_that_the_code_uses(migrated: str) -> None:
    engine = create_engine(database.sync_url(migrated))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        found = compare_metadata(context, tables.metadata)
        existing = set(inspect(connection).get_table_names())
    engine.dispose()
    assert found == []
    assert existing == set(tables.metadata.tables) | {"alembic_version"}


def test_a_url_gets_the_driver_that_we_bring() -> None:
    assert database.async_url("sqlite:///x.db").drivername == "sqlite+aiosqlite"
    assert database.async_url("postgres://h/d").drivername == "postgresql+psycopg"
    assert database.async_url("postgresql+asyncpg://h/d").drivername == "postgresql+psycopg"
    assert database.sync_url("sqlite:///x.db").drivername == "sqlite"
