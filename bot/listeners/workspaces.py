"""Which workspace an event belongs to."""

from slack_bolt.context.async_context import AsyncBoltContext


def workspace_of(context: AsyncBoltContext) -> str:
    """The enterprise for an installation on all of it, else the team."""
    if context.is_enterprise_install and context.enterprise_id:
        return context.enterprise_id
    return context.team_id or ""
