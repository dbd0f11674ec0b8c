"""A channel has another id: what was dropped and answered there goes on under it."""

from dataclasses import dataclass

import structlog

from bot.jobs import Payload, Run
from rag.duties import Records

_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Moving:
    """The work of a move job; done again it finds nothing more."""

    records: Records

    async def run(self, run: Run, payload: Payload) -> None:
        """Moves all that is kept under the old id."""
        count = await self.records.move_channel(
            payload["workspace"], payload["old"], payload["new"]
        )
        _LOG.info("channel moved", job=run.job, documents=count)
