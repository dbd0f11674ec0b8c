"""Keeps entities in one SQLite file, written by a thread of its own."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS entity (kind TEXT, key TEXT, body TEXT NOT NULL,"
    " PRIMARY KEY (kind, key))"
)
_PUT = (
    "INSERT INTO entity VALUES (?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body"
)
_DELETE = "DELETE FROM entity WHERE kind = ? AND key = ?"

Row = tuple[str, str, str]
Changes = dict[tuple[str, str], str | None]
T = TypeVar("T")


class Store:
    """Collects changes and writes them together.

    A request is answered only after `flush`, so whatever a caller has been told survives a kill.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="workspace-store")
        self._changes: Changes = {}
        self._connection: sqlite3.Connection | None = None

    async def open(self) -> list[Row]:
        """Open the file and return all that was kept."""
        return await self.in_thread(self._open)

    def put(self, kind: str, key: str, body: str) -> None:
        """Remember at the next flush."""
        self._changes[kind, key] = body

    def delete(self, kind: str, key: str) -> None:
        """Forget at the next flush."""
        self._changes[kind, key] = None

    async def flush(self) -> None:
        """Return when all changes so far are in the file."""
        changes, self._changes = self._changes, {}
        # Even with nothing of its own to write, a caller waits for the flush before it: the thread is one.
        await self.in_thread(lambda: self._write(changes))

    async def close(self) -> None:
        """Write what is left and let go of the file."""
        await self.flush()
        await self.in_thread(self._close)
        self._thread.shutdown()

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run blocking work on the store's thread, in order with its writes."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _open(self) -> list[Row]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path, timeout=0.2, check_same_thread=False)
        # Two workspaces on one folder would undo each other; the second fails to open it.
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            connection.close()
            raise RuntimeError(f"another workspace uses {self._path.parent}") from error
        # A killed process loses nothing that was committed; only a power cut could.
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(_SCHEMA)
        connection.commit()
        self._connection = connection
        return list(connection.execute("SELECT kind, key, body FROM entity ORDER BY rowid"))

    def _write(self, changes: Changes) -> None:
        if not changes or self._connection is None:
            return
        with self._connection as connection:
            for (kind, key), body in changes.items():
                if body is None:
                    connection.execute(_DELETE, (kind, key))
                else:
                    connection.execute(_PUT, (kind, key, body))

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
