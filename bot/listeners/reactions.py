"""Thumbs on answers."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.workspaces import workspace_of
from bot.work.places import address

_THUMBS = {"+1": 1, "thumbsup": 1, "-1": -1, "thumbsdown": -1}
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Reactions:
    """Only thumbs on the bot's own messages are taken up."""

    jobs: Jobs
    bot_user: str

    def register(self, app: AsyncApp) -> None:
        """Registers for both."""
        app.event("reaction_added")(self.on_added)
        app.event("reaction_removed")(self.on_removed)

    async def on_added(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """Counts a thumb; other reactions and other messages are let pass."""
        await self._vote(event, workspace_of(context), withdrawn=False)

    async def on_removed(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """Takes that thumb back."""
        await self._vote(event, workspace_of(context), withdrawn=True)

    async def _vote(self, event: dict[str, Any], workspace: str, *, withdrawn: bool) -> None:
        value = thumb(event.get("reaction", ""))
        item = event.get("item") or {}
        is_ours = event.get("item_user") in {None, self.bot_user}
        if not value or item.get("type") != "message" or not is_ours:
            return
        where = address(item["channel"], item["ts"])
        payload = {
            "workspace": workspace,
            "address": where,
            "user": event["user"],
            "value": value,
            "at": int(Decimal(event["event_ts"]) * _MICROSECONDS),
            "withdrawn": withdrawn,
        }
        job = f"vote:{workspace}:{where}:{event['user']}:{event['event_ts']}"
        await self.jobs.submit("vote", job, f"{where}:{event['user']}", payload)


def thumb(reaction: str) -> int:
    """1, -1, or 0 for anything else; skin tones and aliases are the same thumb."""
    return _THUMBS.get(reaction.split("::", maxsplit=1)[0], 0)
