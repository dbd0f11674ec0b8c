"""Durable jobs: what was taken on is finished, once, also after a crash. Alone knows DBOS.

A job is written down before the listener returns. Jobs of one lane run one at a time and in the
order of their ids; lanes run side by side. A process that was killed takes its jobs up again.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import structlog
from dbos import DBOS, DBOSConfig, SetEnqueueOptions, SetWorkflowID

_LOG = structlog.get_logger(__name__)

# Changed only when jobs of the version before can't be continued: DBOS leaves those of another
# version alone, and its own default changes with every edit of the source.
_APPLICATION_VERSION = "1"
_MAX_RECOVERIES = 20
_UNFINISHED = frozenset({"ENQUEUED", "PENDING", "DELAYED"})
_LOOK_SECONDS = 5.0  # how late a job hears that another process has cancelled it

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """One execution of a job. ``again`` tells that an earlier one was cut off."""

    job: str
    again: bool


Handler = Callable[[Run, Payload], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of job: what does it, how many may run at a time, and whether `cancel` ends it."""

    name: str
    handler: Handler
    concurrency: int
    cancellable: bool = False
    per_lane: int = 1
    """More than one keeps the order in which jobs of a lane begin, not that in which they end."""
    poll: float = 0.3
    """Seconds between looks at its queue, half of which a job waits on average. Each kind has a
    queue of its own: two dozen looked at ten times a second took half a core of an idle bot."""


@dataclass(slots=True)
class Jobs:
    """The queue of this process. DBOS allows one a process."""

    database_url: str
    executor: str
    kinds: tuple[Kind, ...] = ()
    """Given before `start`; handlers that hand on jobs are made after the queue."""
    _started: dict[str, Any] = field(default_factory=dict)
    _running: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def start(self) -> None:
        """Opens the queue and takes up what was left."""
        if self.database_url.startswith("sqlite:///"):
            await asyncio.to_thread(_use_wal, Path(self.database_url.removeprefix("sqlite:///")))
        config: DBOSConfig = {
            "name": "footnote",
            "system_database_url": self.database_url,
            "application_version": _APPLICATION_VERSION,
            "executor_id": self.executor,
            "log_level": "WARNING",
            "enable_otlp": False,
        }
        DBOS(config=config)
        self._started = {kind.name: self._workflow(kind) for kind in self.kinds}
        DBOS.launch()
        for kind in self.kinds:
            await DBOS.register_queue_async(
                kind.name,
                partition_concurrency=kind.per_lane,
                worker_concurrency=kind.concurrency,
                polling_interval_sec=kind.poll,
                on_conflict="always_update",
            )

    async def submit(self, kind: str, job: str, lane: str, payload: Payload) -> None:
        """Writes a job down; one with the same id is the same job and is not done twice.

        Ids and lanes of two workspaces never meet: the id has its workspace in it already.
        """
        own_lane = f"{payload['workspace']}/{lane}"
        with SetWorkflowID(job), SetEnqueueOptions(queue_partition_key=own_lane):
            await DBOS.enqueue_workflow_async(kind, self._started[kind], dict(payload))

    async def waiting(self, kind: str) -> int:
        """How many jobs of a kind are not finished."""
        queued = await DBOS.list_queued_workflows_async(queue_name=kind)
        return len(queued)

    async def exists(self, job: str) -> bool:
        """Whether a job was written down, whatever became of it."""
        return await DBOS.get_workflow_status_async(job) is not None

    async def finished(self, job: str) -> bool:
        """Whether nothing more will come of a job, however it ended."""
        status = await DBOS.get_workflow_status_async(job)
        return status is None or status.status not in _UNFINISHED

    async def cancel(self, job: str) -> bool:
        """Ends a job for good, also one that another process runs; returns when it has let go.

        False if there is none or it was finished already: then what it did stands.
        """
        await DBOS.cancel_workflow_async(job)  # leaves a finished one as it is
        if task := self._running.get(job):
            task.cancel()
            await asyncio.wait({task})
        return await _is_cancelled(job)

    async def stop(self, patience: int) -> None:
        """Lets running jobs end for ``patience`` seconds; the others are taken up next time."""
        with ThreadPoolExecutor(max_workers=1) as outside:  # its own pool goes with it
            await asyncio.get_running_loop().run_in_executor(
                outside, lambda: DBOS.destroy(workflow_completion_timeout_sec=patience)
            )
        _own_threads()

    def _workflow(self, kind: Kind) -> Callable[[dict[str, Any]], Awaitable[None]]:
        async def run(payload: dict[str, Any]) -> None:
            job = str(DBOS.workflow_id)
            first: list[bool] = []

            async def begin() -> bool:
                first.append(True)  # a finished step is not run again when a job is taken up
                return True

            await DBOS.run_step_async({"name": "begin"}, begin)
            again = not first
            _LOG.info("job started", kind=kind.name, job=job, again=again)
            work = kind.handler(Run(job, again), payload)
            if not kind.cancellable:
                await work
            elif not await self._until_cancelled(job, work):
                _LOG.info("job cancelled", kind=kind.name, job=job)
                return
            _LOG.info("job finished", kind=kind.name, job=job)

        run.__qualname__ = kind.name
        decorated: Callable[[dict[str, Any]], Awaitable[None]] = DBOS.workflow(
            name=kind.name, max_recovery_attempts=_MAX_RECOVERIES
        )(run)
        return decorated

    async def _until_cancelled(self, job: str, work: Coroutine[Any, Any, None]) -> bool:
        """Runs a job in a task that `cancel` finds; False if the job was cancelled."""
        task = self._running[job] = asyncio.create_task(work)
        try:
            while not (await asyncio.wait({task}, timeout=_LOOK_SECONDS))[0]:
                if await _is_cancelled(job):  # by another process
                    task.cancel()
            if not task.cancelled():
                task.result()
            return not task.cancelled()
        finally:
            task.cancel()  # this process is ending
            del self._running[job]


async def _is_cancelled(job: str) -> bool:
    status = await DBOS.get_workflow_status_async(job)
    return status is not None and status.status == "CANCELLED"


def _own_threads() -> None:
    """DBOS had made its pool the loop's default; what is closed after it needs another."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())


def _use_wal(path: Path) -> None:
    """DBOS does not set the journal mode; a step costs 5 ms with WAL and 55 ms without."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()


def in_order(ts: str) -> str:
    """A Slack ts that sorts as text: SQLite keeps whole seconds, so ids decide the order."""
    seconds, _, rest = ts.partition(".")
    return f"{seconds:0>12}.{rest:0<6}"
