"""Which workspace an event belongs to, and who the bot is there."""

from slack_bolt.context.async_context import AsyncBoltContext

from bot.tenants import workspace_of

__all__ = ["bot_user_of", "workspace_of"]


def bot_user_of(context: AsyncBoltContext) -> str:
    """The bot's user id in the event's workspace."""
    return context.bot_user_id or ""
