"""Each test runs on SQLite and on PostgreSQL, in an empty, migrated database."""

from collections.abc import AsyncIterator, Callable

import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql import database, tables
from rag.adapters.sql.answers import SqlAnswerStore
from rag.adapters.sql.documents import SqlDocumentStore
from rag.adapters.sql.vectors import SqlVectorCache

FreshUrl = Callable[[], str]


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def fresh_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> FreshUrl:
    """Makes empty databases of one kind."""
    if request.param == "sqlite":
        return lambda: f"sqlite:///{tmp_path_factory.mktemp('sql') / 'footnote.db'}"
    fresh: FreshUrl = request.getfixturevalue("postgres").fresh_database
    return fresh


@pytest.fixture(scope="session")
def migrated(fresh_url: FreshUrl) -> str:
    url = fresh_url()
    database.upgrade(url)
    return url


@pytest.fixture
async def engine(migrated: str) -> AsyncIterator[AsyncEngine]:
    opened = database.open_engine(migrated)
    yield opened
    async with opened.begin() as connection:
        for table in reversed(tables.metadata.sorted_tables):
            await connection.execute(delete(table))
    await opened.dispose()


@pytest.fixture
def store(engine: AsyncEngine) -> SqlDocumentStore:
    return SqlDocumentStore(engine)


@pytest.fixture
def answers(engine: AsyncEngine) -> SqlAnswerStore:
    return SqlAnswerStore(engine)


@pytest.fixture
def cache(engine: AsyncEngine) -> SqlVectorCache:
    return SqlVectorCache(engine)
