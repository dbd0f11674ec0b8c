"""Thumbs on answers."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.workspaces import bot_user_of, workspace_of
from bot.work.orders import mark_of
from bot.work.places import address

_THUMBS = {"+1": 1, "thumbsup": 1, "thumbsup_all": 1, "-1": -1, "thumbsdown": -1}
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Reactions:
    """Only thumbs on the bot's own messages are taken up."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for both."""
        app.event("reaction_added")(self.on_added)
        app.event("reaction_removed")(self.on_removed)

    async def on_added(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """Counts a thumb; other reactions and other messages are let pass."""
        await self._vote(event, context, withdrawn=False)

    async def on_removed(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """Takes that thumb back."""
        await self._vote(event, context, withdrawn=True)

    async def _vote(
        self, event: dict[str, Any], context: AsyncBoltContext, *, withdrawn: bool
    ) -> None:
        value = thumb(event.get("reaction", ""))
        item = event.get("item") or {}
        is_ours = event.get("item_user") in {None, bot_user_of(context)}
        if not value or item.get("type") != "message" or not is_ours:
            return
        workspace, where = workspace_of(context), address(item["channel"], item["ts"])
        payload = {
            "workspace": workspace,
            "address": where,
            "user": event["user"],
            "value": value,
            "at": int(Decimal(event["event_ts"]) * _MICROSECONDS),
            "withdrawn": withdrawn,
        }
        voter = mark_of(event["user"])
        job = f"vote:{workspace}:{where}:{voter}:{event['event_ts']}"
        await self.jobs.submit("vote", job, f"{where}:{voter}", payload)


def thumb(reaction: str) -> int:
    """1, -1, or 0 for anything else; skin tones and aliases are the same thumb."""
    return _THUMBS.get(reaction.split("::", maxsplit=1)[0], 0)
