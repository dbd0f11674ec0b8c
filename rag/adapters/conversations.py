"""The checkpoints of conversations as the data duties see them: found by whose they are, or age.

A conversation is named workspace|thread|audience. What somebody said carries their id, so that it
is found in the stored bytes; the columns are those of LangGraph's savers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

_GREGORIAN = 0x01B21DD213814000  # 100 ns from 1582, where UUIDs count from, to 1970
_OLD = "SELECT thread_id FROM checkpoints GROUP BY thread_id HAVING MAX(checkpoint_id) < {0}"
_OF_WORKSPACE = "SELECT DISTINCT thread_id FROM checkpoints WHERE substr(thread_id, 1, {0}) = {1}"
_SAYS = {
    "sqlite": "SELECT thread_id FROM checkpoints WHERE instr(checkpoint, {0}) > 0"
    " UNION SELECT thread_id FROM writes WHERE instr(value, {0}) > 0",
    "postgres": "SELECT thread_id FROM checkpoint_blobs WHERE position({0}::bytea in blob) > 0"
    " UNION SELECT thread_id FROM checkpoint_writes WHERE position({0}::bytea in blob) > 0",
}


@dataclass(frozen=True, slots=True)
class CheckpointConversations:
    """`Conversations` of LangGraph's savers on SQLite and PostgreSQL."""

    saver: BaseCheckpointSaver[str]

    async def forget(self, conversations: Sequence[str]) -> int:
        """Drops all that is kept of them; returns how many there were."""
        for conversation in conversations:
            await self.saver.adelete_thread(conversation)
        return len(conversations)

    async def of_workspace(self, workspace: str) -> list[str]:
        """The names of a workspace's conversations."""
        prefix = f"{workspace}|"
        return await self._names(_OF_WORKSPACE, len(prefix), prefix)

    async def of_person(self, workspace: str, person: str) -> list[str]:
        """Those that a person had by themselves, or in which they said something."""
        says = set(await self._saying(person.encode()))
        own = f"|person:{person}"
        return [
            name
            for name in await self.of_workspace(workspace)
            if name in says or name.endswith(own)
        ]

    async def quiet_since(self, moment: datetime) -> list[str]:
        """Those in which nothing was said from then on."""
        return await self._names(_OLD, _oldest_id(moment))

    async def _saying(self, words: bytes) -> list[str]:
        kind = "sqlite" if isinstance(self.saver, AsyncSqliteSaver) else "postgres"
        places = _SAYS[kind].count("{0}")
        return await self._names(_SAYS[kind], *[words] * places)

    async def _names(self, query: str, *values: object) -> list[str]:
        """Placeholders only are put into the query, each driver's own."""
        mark = "?" if isinstance(self.saver, AsyncSqliteSaver) else "%s"
        text = query.replace("{0}", mark).replace("{1}", mark)
        return [str(row[0]) for row in await self._rows(text, values)]

    async def _rows(self, query: str, values: Sequence[object]) -> Sequence[Any]:
        if isinstance(self.saver, AsyncSqliteSaver):
            async with self.saver.lock, self.saver.conn.execute(query, values) as cursor:
                return list(await cursor.fetchall())
        if isinstance(self.saver, AsyncPostgresSaver):
            async with self.saver._cursor() as remote:  # the one way to its locked connection
                await remote.execute(query.encode(), values)
                return [tuple(row.values()) for row in await remote.fetchall()]
        return []


def _oldest_id(moment: datetime) -> str:
    """What every id of a checkpoint from that moment on sorts behind: they are UUIDs version 6."""
    ticks = f"{int(moment.timestamp() * 10_000_000) + _GREGORIAN:015x}"
    return f"{ticks[:8]}-{ticks[8:12]}-6{ticks[12:]}"
