"""The app is removed from a workspace: a while later the workspace's data is deleted."""

from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.workspaces import workspace_of


@dataclass(frozen=True, slots=True)
class Leaving:
    """Slack sends both events when the app is removed, in any order; they are one job each."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for both."""
        app.event("app_uninstalled")(self.on_uninstalled)
        app.event("tokens_revoked")(self.on_revoked)

    async def on_uninstalled(self, body: dict[str, Any], context: AsyncBoltContext) -> None:
        """The app was removed."""
        await self._leave(body, workspace_of(context))

    async def on_revoked(
        self, body: dict[str, Any], event: dict[str, Any], context: AsyncBoltContext
    ) -> None:
        """Tokens ended; only without the bot's own is there nothing left to serve with."""
        if (event.get("tokens") or {}).get("bot"):
            await self._leave(body, workspace_of(context))

    async def _leave(self, body: dict[str, Any], workspace: str) -> None:
        payload = {"workspace": workspace, "at": body.get("event_time") or 0}
        job = f"leave:{workspace}:{body.get('event_id') or payload['at']}"
        await self.jobs.submit("leave", job, "leave", payload)
