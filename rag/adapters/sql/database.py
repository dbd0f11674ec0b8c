"""The connection to SQL, and its schema."""

import asyncio
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

_MIGRATIONS = Path(__file__).with_name("migrations")
_BUSY_SECONDS = 30


def async_url(url: str) -> URL:
    """The URL with the driver that we bring: aiosqlite or psycopg."""
    parsed = make_url(url)
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        return parsed.set(drivername="sqlite+aiosqlite")
    if backend in {"postgresql", "postgres"}:
        return parsed.set(drivername="postgresql+psycopg")
    return parsed


def sync_url(url: str) -> URL:
    """The same database for Alembic, which works synchronously."""
    parsed = async_url(url)
    return parsed.set(drivername="sqlite") if "sqlite" in parsed.drivername else parsed


def open_engine(url: str) -> AsyncEngine:
    """An engine; on SQLite with WAL, foreign keys and patience with other writers.

    The texts of its errors tell no values: they may be logged.
    """
    target = async_url(url)
    if not target.drivername.startswith("sqlite"):
        return create_async_engine(target, pool_pre_ping=True, hide_parameters=True)
    patient = {"timeout": _BUSY_SECONDS}
    engine = create_async_engine(target, connect_args=patient, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


async def migrate(url: str) -> None:
    """Brings the schema to the newest revision; does nothing when it is there."""
    await asyncio.to_thread(upgrade, url)


def upgrade(url: str, revision: str = "head") -> None:
    """`migrate` without an event loop."""
    command.upgrade(_config(url), revision)


async def is_current(url: str) -> bool:
    """Whether the schema is at the newest revision."""
    return await asyncio.to_thread(_is_current, url)


def _is_current(url: str) -> bool:
    engine = create_engine(sync_url(url))
    try:
        with engine.connect() as connection:
            heads = MigrationContext.configure(connection).get_current_heads()
    finally:
        engine.dispose()
    return set(heads) == set(ScriptDirectory.from_config(_config(url)).get_heads())


def _config(url: str) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["url"] = sync_url(url)
    return config
