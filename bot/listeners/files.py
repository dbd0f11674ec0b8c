"""Files shared and deleted."""

from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.messages import ingest_job
from bot.listeners.workspaces import workspace_of


@dataclass(frozen=True, slots=True)
class Files:
    """file_shared comes beside the message that shares the file, or alone for a large one."""

    jobs: Jobs
    bot_user: str

    def register(self, app: AsyncApp) -> None:
        """Registers for both."""
        app.event("file_shared")(self.on_shared)
        app.event("file_deleted")(self.on_deleted)

    async def on_shared(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """Takes the file up for reading; the bot's own uploads are not documents."""
        if event.get("user_id") == self.bot_user or not event.get("channel_id"):
            return
        job = ingest_job(workspace_of(context), event["channel_id"], event["file_id"])
        await self.jobs.submit("ingest", *job)

    async def on_deleted(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """What the file said is not to be cited any more."""
        workspace, file = workspace_of(context), event["file_id"]
        payload = {"workspace": workspace, "file": file}
        await self.jobs.submit("forget", f"forget:{workspace}:{file}", file, payload)
