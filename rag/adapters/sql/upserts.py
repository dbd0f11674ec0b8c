"""Insertions that two writers may make at once: SQL settles it, in one statement."""

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Insert = sqlite.Insert | postgresql.Insert


def inserting(connection: AsyncConnection, table: Table) -> Insert:
    """An insertion that can say ``ON CONFLICT``, in the database's own dialect."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)
