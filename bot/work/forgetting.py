"""A file that was deleted in Slack is not cited any more."""

from dataclasses import dataclass

import structlog

from bot.jobs import Payload, Run
from bot.ports import Engine

_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """The work of a forget job."""

    engine: Engine

    async def run(self, run: Run, payload: Payload) -> None:
        """Removes the placements of the file; their content goes with the last one."""
        gone = await self.engine.forget_file(payload["workspace"], payload["file"])
        _LOG.info("file forgotten", job=run.job, placements=len(gone))
