"""Shortcuts on messages: they work in threads, where slash commands don't."""

from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.workspaces import workspace_of
from bot.work.orders import mark_of
from bot.work.places import address

SHOW_TRACE = "show_trace"


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """What a message's menu offers; answered to the person alone."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for the shortcuts of the manifest."""
        app.shortcut(SHOW_TRACE)(self.on_show_trace)

    async def on_show_trace(
        self, ack: AsyncAck, shortcut: dict[str, Any], context: AsyncBoltContext
    ) -> None:
        """On a message of the bot: how the answer in it came about."""
        message = shortcut["message"]
        channel = shortcut["channel"]["id"]
        workspace = workspace_of(context)
        payload = {
            "workspace": workspace,
            "channel": channel,
            "thread_ts": message.get("thread_ts") or message["ts"],
            "user": shortcut["user"]["id"],
            "response_url": shortcut["response_url"],
            "words": ["trace", address(channel, message["ts"])],
        }
        job = f"command:{workspace}:{shortcut['trigger_id']}"
        await self.jobs.submit("command", job, mark_of(payload["user"]), payload)
        await ack()
