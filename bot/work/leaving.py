"""A workspace has removed the app: noted, and its data deleted when the days of grace are over."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog

from bot.jobs import Payload, Run
from rag.duties import Duties

_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Leaving:
    """The work of a leave job."""

    duties: Duties
    forget: Callable[[str], Awaitable[None]]
    grace_days: int

    async def run(self, run: Run, payload: Payload) -> None:
        """Notes it, unless the app was installed again after that event."""
        workspace, at = payload["workspace"], datetime.fromtimestamp(payload["at"], UTC)
        known = await self.duties.installations.get(workspace)
        # The event tells whole seconds.
        if known is None or known.installed_at > at + timedelta(seconds=1):
            _LOG.info("not left", job=run.job, workspace=workspace)
            return
        if await self.duties.installations.leave(workspace, datetime.now(UTC)):
            _LOG.info("workspace left", workspace=workspace, deleted_after_days=self.grace_days)
        await self.forget(workspace)
