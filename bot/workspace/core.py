"""The parts of a workspace, put together once and handed to every operation."""

from dataclasses import dataclass
from pathlib import Path

from bot.workspace.calls import CallLog
from bot.workspace.events import Events
from bot.workspace.faults import Faults
from bot.workspace.feed import Feed
from bot.workspace.ids import Clock
from bot.workspace.outbox import Outbox
from bot.workspace.seed import TEAM, seed
from bot.workspace.shapes import Shapes
from bot.workspace.shelf import Shelf
from bot.workspace.sockets import Hub
from bot.workspace.state import State
from bot.workspace.statuses import Statuses
from bot.workspace.store import Store
from bot.workspace.tickets import ResponseUrls, Triggers
from bot.workspace.timings import Timings


@dataclass(frozen=True)
class Workspace:
    """Everything an operation may need."""

    timings: Timings
    clock: Clock
    store: Store
    state: State
    shapes: Shapes
    shelf: Shelf
    faults: Faults
    calls: CallLog
    feed: Feed
    hub: Hub
    outbox: Outbox
    events: Events
    statuses: Statuses
    triggers: Triggers
    responses: ResponseUrls


async def open_workspace(state_dir: Path, timings: Timings, team: str = TEAM) -> Workspace:
    """Restore the workspace kept in a folder, or seed a new one there."""
    store, clock = Store(state_dir / "workspace.sqlite3"), Clock()
    state = State(store, clock)
    state.restore(await store.open())
    seed(state, team)
    await store.flush()
    faults, hub = Faults(), Hub(state.identity.app_id)
    shapes = Shapes(state, faults)
    outbox = Outbox(state, store, hub, faults, timings)
    return Workspace(
        timings=timings,
        clock=clock,
        store=store,
        state=state,
        shapes=shapes,
        shelf=Shelf(state_dir / "files"),
        faults=faults,
        calls=CallLog(),
        feed=Feed(),
        hub=hub,
        outbox=outbox,
        events=Events(state, shapes, outbox, faults),
        statuses=Statuses(timings.status),
        triggers=Triggers(timings),
        responses=ResponseUrls(timings),
    )
