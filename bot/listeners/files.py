"""Files shared, changed, taken back and deleted."""

from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.workspaces import bot_user_of, workspace_of
from bot.work.orders import unshare_order

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Files:
    """file_shared comes beside the message that shares the file, or alone for a large one."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for all of them."""
        app.event("file_shared")(self.on_shared)
        app.event("file_change")(self.on_changed)
        app.event("file_unshared")(self.on_unshared)
        app.event("file_deleted")(self.on_deleted)

    async def on_shared(self, event: Event, context: AsyncBoltContext) -> None:
        """Takes the file up for reading; the bot's own uploads are not documents."""
        if event.get("user_id") == bot_user_of(context) or not event.get("channel_id"):
            return
        workspace, channel, file = workspace_of(context), event["channel_id"], event["file_id"]
        by = event.get("user_id") or ""
        payload = {"workspace": workspace, "channel": channel, "file": file, "by": by}
        job = f"follow:{workspace}:{channel}:{file}:{event['event_ts']}"
        await self.jobs.submit("follow", job, file, payload)

    async def on_changed(self, event: Event, context: AsyncBoltContext) -> None:
        """Looks at the content again; a new title alone comes here too, and changes nothing."""
        if event.get("user_id") == bot_user_of(context):
            return
        workspace, file, stamp = workspace_of(context), event["file_id"], event["event_ts"]
        payload = {"workspace": workspace, "file": file, "stamp": stamp}
        await self.jobs.submit("follow", f"follow:{workspace}:{file}:{stamp}", file, payload)

    async def on_unshared(self, event: Event, context: AsyncBoltContext) -> None:
        """What the file said is not to be cited in that channel any more."""
        workspace, channel = workspace_of(context), event.get("channel_id")
        if channel:
            order = unshare_order(workspace, channel, event["file_id"], "", event["event_ts"])
            await self.jobs.submit(*order)

    async def on_deleted(self, event: Event, context: AsyncBoltContext) -> None:
        """What the file said is not to be cited any more."""
        workspace, file = workspace_of(context), event["file_id"]
        payload = {"workspace": workspace, "file": file}
        await self.jobs.submit("forget", f"forget:{workspace}:{file}", file, payload)
