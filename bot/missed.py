"""What was missed while Slack wasn't heard is looked for: after a start and on each new connection."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import structlog

from bot.jobs import Jobs
from bot.ports import Engine

_LOG = structlog.get_logger(__name__)
_DAY = 86_400.0  # what lies longer is not gone through
_MARGIN = 60.0  # a connection may have been dead before it brought nothing any more
_SPAN = 10.0  # looks within it are one
_EVENTS = frozenset({"events_api", "interactive", "slash_commands"})
# These are made by the clock, so they tell nothing of when Slack was heard.
_OWN = frozenset({"survey", "problem", "leave", "catch_up"})


@dataclass(slots=True)
class Missed:
    """Notes when Slack was heard last. Before that was ever so, nothing can have been missed."""

    engine: Engine
    jobs: Jobs
    clock: Callable[[], float] = time.time
    heard: float = 0.0
    _began: float = field(init=False)

    def __post_init__(self) -> None:
        """Made before the jobs that were left are taken up, since those make others."""
        self._began = self.clock()

    async def begin(self) -> None:
        """Looks for what was dropped while no process of the bot ran."""
        kinds = [kind.name for kind in self.jobs.kinds if kind.name not in _OWN]
        self.heard = await self.jobs.newest(kinds, self._began)
        await self._look()

    async def hear(self, message: Any) -> None:  # noqa: ANN401 - aiohttp's, of which only the text counts
        """Called with each message of a socket, in their order: ``hello`` is the first of each."""
        kind = json.loads(message.data).get("type")
        if kind == "hello":
            await self._look()
        if kind in _EVENTS or not self.heard:
            self.heard = self.clock()

    async def _look(self) -> None:
        now = self.clock()
        if not self.heard:
            return
        since = max(self.heard - _MARGIN, now - _DAY)
        _LOG.info("looking for what was missed", seconds=round(now - since))
        for found in await self.engine.duties.installations.all():
            if found.left_at is None:
                job = f"catch_up:{found.workspace}:{int(now / _SPAN)}"
                payload = {"workspace": found.workspace, "since": since}
                await self.jobs.submit("catch_up", job, "catch_up", payload)
