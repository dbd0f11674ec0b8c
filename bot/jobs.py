"""Durable jobs: what was taken on is finished, once, also after a crash. Alone knows DBOS.

A job is written down before the listener returns. Jobs of one lane run one at a time and in the
order of their ids; lanes run side by side. A process that was killed takes its jobs up again.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import structlog
from dbos import DBOS, DBOSConfig, SetEnqueueOptions, SetWorkflowID

_LOG = structlog.get_logger(__name__)

# Changed only when jobs of the version before can't be continued: DBOS leaves those of another
# version alone, and its own default changes with every edit of the source.
_APPLICATION_VERSION = "1"
_MAX_RECOVERIES = 20
_UNFINISHED = frozenset({"ENQUEUED", "PENDING", "DELAYED"})
_LOOK_SECONDS = 5.0  # how late a job hears that another process has cancelled it
_OLD_AT_ONCE = 32  # jobs of an earlier version's queue

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """One execution of a job. ``again`` tells that an earlier one was cut off."""

    job: str
    again: bool


Handler = Callable[[Run, Payload], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Queue:
    """Where jobs wait. Kinds share it: a queue for each, looked at often, took half a core."""

    name: str
    poll: float
    """Seconds between looks, half of which a job waits on average."""
    concurrency: int
    """How many jobs may have begun."""
    per_lane: int = 1
    """More than one keeps the order in which jobs of a lane begin, not that in which they end."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of job: what does it, where it waits, and whether `cancel` ends it.

    ``at_once`` bounds how many of those that have begun do their work at a time.
    """

    name: str
    handler: Handler
    queue: Queue
    at_once: int = 0
    cancellable: bool = False


@dataclass(slots=True)
class Jobs:
    """The queue of this process. DBOS allows one a process."""

    database_url: str
    executor: str
    kinds: tuple[Kind, ...] = ()
    """Given before `start`; handlers that hand on jobs are made after the queue."""
    _started: dict[str, tuple[str, Any]] = field(default_factory=dict)
    _writing: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """A lane's lock, as long as somebody writes a job of it down."""
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
        self._started = {k.name: (k.queue.name, self._workflow(k)) for k in self.kinds}
        DBOS.launch()
        queues = {kind.queue.name: kind.queue for kind in self.kinds}
        for queue in queues.values():
            await _register(queue)
        await _drop_queues_but(queues)

    async def submit(self, kind: str, job: str, lane: str, payload: Payload) -> None:
        """Writes a job down; one with the same id is the same job and is not done twice.

        Ids and lanes of two workspaces never meet: the id has its workspace in it already.
        """
        own_lane = f"{kind}/{payload['workspace']}/{lane}"  # kinds don't wait for each other
        queue, workflow = self._started[kind]
        # Under load a later one could overtake an earlier one on its way to the database.
        async with self._writing.setdefault(own_lane, asyncio.Lock()):
            with SetWorkflowID(job), SetEnqueueOptions(queue_partition_key=own_lane):
                await DBOS.enqueue_workflow_async(queue, workflow, dict(payload))

    async def newest(self, kinds: Collection[str], before: float) -> float:
        """When the newest job of these kinds was written down before a time; 0 if there is none."""
        found = await DBOS.list_workflows_async(
            name=list(kinds),
            end_time=datetime.fromtimestamp(before, UTC).isoformat(),
            sort_desc=True,
            limit=1,
            load_input=False,
            load_output=False,
        )
        return (found[0].created_at or 0) / 1000 if found else 0.0

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
        room = asyncio.Semaphore(kind.at_once) if kind.at_once else nullcontext()

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
                async with room:
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


async def _register(queue: Queue) -> None:
    await DBOS.register_queue_async(
        queue.name,
        partition_concurrency=queue.per_lane,
        worker_concurrency=queue.concurrency,
        polling_interval_sec=queue.poll,
        on_conflict="always_update",
    )


async def _drop_queues_but(names: Collection[str]) -> None:
    """Those of earlier versions cost a look each, and go when nothing waits in them any more."""
    for queue in await DBOS.list_queues_async():
        if queue.name in names:
            continue
        if await DBOS.list_queued_workflows_async(queue_name=queue.name, limit=1):
            await _register(Queue(queue.name, _LOOK_SECONDS, _OLD_AT_ONCE))
        else:
            await DBOS.delete_queue_async(queue.name)


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
