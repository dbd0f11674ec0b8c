"""The checkpoints of conversations: read by this release, pruned to the newest."""

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import BaseMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from psycopg import AsyncConnection
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool

_LOG = logging.getLogger(__name__)
_CHANNEL = "messages"
_CONNECTIONS = 4  # the saver uses one at a time; the others stand in for one that was lost


@asynccontextmanager
async def postgres_saver(url: str) -> AsyncIterator[AsyncPostgresSaver]:
    """A saver on a small pool: a connection that was lost is replaced before it is used."""
    pool: AsyncConnectionPool[AsyncConnection[DictRow]] = AsyncConnectionPool(
        url,
        min_size=1,
        max_size=_CONNECTIONS,
        open=False,
        # What the saver expects of a connection.
        kwargs={"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row},
        check=AsyncConnectionPool.check_connection,
    )
    async with pool:
        saver = AsyncPostgresSaver(pool)
        await saver.setup()
        yield saver


@dataclass(frozen=True, slots=True)
class CheckpointMemory:
    """`Memory` of LangGraph's savers on SQLite and PostgreSQL."""

    saver: BaseCheckpointSaver[str]

    async def readable(self, conversation: str) -> bool:
        """Whether it loads, and holds messages and nothing else."""
        try:
            kept = await self.saver.aget_tuple({"configurable": {"thread_id": conversation}})
        except Exception:  # noqa: BLE001 - a format of another release fails in any way
            return False
        return kept is None or _holds_messages(kept.checkpoint.get("channel_values", {}))

    async def forget(self, conversation: str) -> None:
        """Drops all that is kept of it."""
        await self.saver.adelete_thread(conversation)

    async def prune(self, conversation: str) -> None:
        """Keeps its newest checkpoint; a failure costs space, so it is only logged."""
        try:
            if isinstance(self.saver, AsyncSqliteSaver):
                await _prune_sqlite(self.saver, conversation)
            elif isinstance(self.saver, AsyncPostgresSaver):
                await _prune_postgres(self.saver, conversation)
        except Exception:  # noqa: BLE001 - see above
            _LOG.exception("checkpoints could not be pruned")


def _holds_messages(values: Mapping[str, Any]) -> bool:
    messages = values.get(_CHANNEL, [])
    return isinstance(messages, list) and all(isinstance(m, BaseMessage) for m in messages)


# Checkpoint ids are UUIDs version 6: they sort by time, and the savers rely on that too. The
# saver's own aprune does this on PostgreSQL alone, and reads every state on the way. Writes go
# first: which checkpoint is the newest must still be known.
_SQLITE = (
    "DELETE FROM writes WHERE thread_id = ? AND checkpoint_id <"
    " (SELECT MAX(checkpoint_id) FROM checkpoints WHERE thread_id = ?)",
    "DELETE FROM checkpoints WHERE thread_id = ? AND checkpoint_id <"
    " (SELECT MAX(checkpoint_id) FROM checkpoints WHERE thread_id = ?)",
)
_POSTGRES = (
    b"DELETE FROM checkpoint_writes WHERE thread_id = %s AND checkpoint_id <"
    b" (SELECT MAX(checkpoint_id) FROM checkpoints WHERE thread_id = %s)",
    b"DELETE FROM checkpoints WHERE thread_id = %s AND checkpoint_id <"
    b" (SELECT MAX(checkpoint_id) FROM checkpoints WHERE thread_id = %s)",
)
_UNUSED_BLOBS = (
    b"DELETE FROM checkpoint_blobs WHERE thread_id = %s AND NOT EXISTS (SELECT 1"
    b" FROM checkpoints c WHERE c.thread_id = checkpoint_blobs.thread_id"
    b" AND c.checkpoint_ns = checkpoint_blobs.checkpoint_ns"
    b" AND c.checkpoint -> 'channel_versions' ->> checkpoint_blobs.channel"
    b" = checkpoint_blobs.version)"
)


async def _prune_sqlite(saver: AsyncSqliteSaver, conversation: str) -> None:
    async with saver.lock, saver.conn.cursor() as cursor:
        for query in _SQLITE:
            await cursor.execute(query, (conversation, conversation))
        await saver.conn.commit()


async def _prune_postgres(saver: AsyncPostgresSaver, conversation: str) -> None:
    async with saver._cursor() as cursor:  # the one way to its locked connection
        for query in _POSTGRES:
            await cursor.execute(query, (conversation, conversation))
        await cursor.execute(_UNUSED_BLOBS, (conversation,))
