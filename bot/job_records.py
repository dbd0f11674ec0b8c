"""What jobs leave behind: their payloads hold questions and names, so they don't stay for ever.

DBOS's own client looks them through, also beside a running bot.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from dbos import DBOSClient, WorkflowStatus
from sqlalchemy import Engine, create_engine, inspect, make_url

_PAGE = 500
_OVER = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]
_ACTIVE = frozenset({"ENQUEUED", "PENDING", "DELAYED"})
_BUSY_SECONDS = 30
_LET_GO_SECONDS = 6.0  # how late a running job hears that another process has cancelled it

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class JobRecords:
    """The records of all jobs in a database that a bot has opened before."""

    dbos: DBOSClient

    async def collect(self, before: datetime) -> int:
        """Deletes what is kept of jobs that were finished before; returns how many."""
        return await self._delete(
            lambda _payload: True, status=_OVER, completed_before=before.isoformat()
        )

    async def uncollected(self, before: datetime) -> int:
        """How many finished jobs `collect` would delete."""
        found = await self.dbos.list_workflows_async(
            status=_OVER,
            completed_before=before.isoformat(),
            load_input=False,
            load_output=False,
        )
        return len(found)

    async def of_person(self, workspace: str, person: str) -> list[Payload]:
        """The payloads of jobs that a person gave."""
        belongs = _given_by(workspace, person)
        return [p async for _, p in self._all() if belongs(p)]

    async def erase(self, workspace: str, person: str) -> int:
        """Ends the jobs of a person and deletes what is kept of them; returns how many."""
        belongs = _given_by(workspace, person)
        await self._end(belongs)
        mine = [(status.workflow_id, p) async for status, p in self._all() if belongs(p)]
        names = {name for name, _ in mine}
        # A question that was taken back is named by the job that took it back, with its text.
        names |= {
            status.workflow_id
            async for status, payload in self._all()
            if payload.get("job") in names
        }
        await self.dbos.delete_workflows_async(sorted(names))
        return len(names)

    async def delete_workspace(self, workspace: str) -> int:
        """Ends the jobs of a workspace and deletes what is kept of them."""

        def belongs(payload: Payload) -> bool:
            return bool(payload.get("workspace") == workspace)

        await self._end(belongs)
        return await self._delete(belongs)

    async def _end(self, belongs: Callable[[Payload], bool]) -> None:
        active = [
            status.workflow_id
            async for status, payload in self._all(status=sorted(_ACTIVE))
            if belongs(payload)
        ]
        running = [
            status.workflow_id
            async for status, payload in self._all(status=["PENDING"])
            if belongs(payload)
        ]
        await self.dbos.cancel_workflows_async(active)
        if running:
            await asyncio.sleep(_LET_GO_SECONDS)

    async def _delete(self, belongs: Callable[[Payload], bool], **among: Any) -> int:  # noqa: ANN401 - DBOS's own arguments
        found = [
            status.workflow_id async for status, payload in self._all(**among) if belongs(payload)
        ]
        for start in range(0, len(found), _PAGE):
            await self.dbos.delete_workflows_async(found[start : start + _PAGE])
        return len(found)

    async def _all(self, **among: Any) -> AsyncIterator[tuple[WorkflowStatus, Payload]]:  # noqa: ANN401 - DBOS's own arguments
        offset = 0
        while True:
            page = await self.dbos.list_workflows_async(
                limit=_PAGE, offset=offset, load_output=False, **among
            )
            for status in page:
                arguments = status.input["args"] if status.input else ()
                yield status, arguments[0] if arguments else {}
            if len(page) < _PAGE:
                return
            offset += _PAGE


@asynccontextmanager
async def open_job_records(database_url: str) -> AsyncIterator[JobRecords | None]:
    """The records, or None if no bot has ever run on this database."""
    engine = await asyncio.to_thread(_engine_of_jobs, database_url)
    if engine is None:
        yield None
        return
    client = await asyncio.to_thread(DBOSClient, system_database_engine=engine)
    try:
        yield JobRecords(client)
    finally:
        await asyncio.to_thread(client.destroy)
        await asyncio.to_thread(engine.dispose)


def _engine_of_jobs(database_url: str) -> Engine | None:
    """None where the tables are missing, which the client does not make."""
    url = make_url(database_url)
    is_file = url.get_backend_name() == "sqlite"
    if is_file and not Path(url.database or "").exists():
        return None
    more: dict[str, Any] = {"connect_args": {"timeout": _BUSY_SECONDS}} if is_file else {}
    engine = create_engine(url if is_file else url.set(drivername="postgresql+psycopg"), **more)
    if inspect(engine).has_table("workflow_status", schema=None if is_file else "dbos"):
        return engine
    engine.dispose()
    return None


def finished_before(days: int) -> datetime:
    """Jobs that were finished before are kept no longer."""
    return datetime.now(UTC) - timedelta(days=days)


def _given_by(workspace: str, person: str) -> Callable[[Payload], bool]:
    def belongs(payload: Payload) -> bool:
        return payload.get("workspace") == workspace and person in {
            payload.get("user"),
            payload.get("by"),
        }

    return belongs
