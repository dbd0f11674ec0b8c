"""Mentions and direct messages become questions; files in messages are taken up for reading."""

from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs, in_order
from bot.listeners.workspaces import workspace_of
from bot.slack.incoming import mentions

Event = dict[str, Any]

_SUBTYPES = frozenset({None, "file_share", "thread_broadcast"})


@dataclass(frozen=True, slots=True)
class Messages:
    """Slack sends a mention twice, as app_mention and as message; both are one job."""

    jobs: Jobs
    bot_user: str

    def register(self, app: AsyncApp) -> None:
        """Registers for both."""
        app.event("app_mention")(self.on_mention)
        app.event("message")(self.on_message)

    async def on_mention(self, event: Event, context: AsyncBoltContext) -> None:
        """A mention in a channel, group or thread."""
        if _is_from_a_person(event) and mentions(event.get("text", ""), self.bot_user):
            await self._ask(event, workspace_of(context))

    async def on_message(self, event: Event, context: AsyncBoltContext) -> None:
        """Any message that the bot can see; edits, deletions and other bots are let pass."""
        if not _is_from_a_person(event) or event.get("subtype") not in _SUBTYPES:
            return
        workspace = workspace_of(context)
        is_direct = event.get("channel_type") == "im"
        addressed = is_direct or mentions(event.get("text", ""), self.bot_user)
        files = event.get("files") or []
        for file in files:
            await self._read(event, file["id"], workspace)
        if addressed and files:
            await self._note(event, files, workspace)
        if addressed and not (files and _says_nothing(event, self.bot_user)):
            await self._ask(event, workspace)

    async def _ask(self, event: Event, workspace: str) -> None:
        channel, ts = event["channel"], event["ts"]
        thread_ts = event.get("thread_ts") or ts
        is_direct = event.get("channel_type") == "im"
        await self.jobs.submit(
            "answer",
            f"answer:{workspace}:{channel}:{in_order(ts)}",
            f"{channel}/{'direct' if is_direct else thread_ts}",
            {
                "workspace": workspace,
                "channel": channel,
                "thread_ts": thread_ts,
                "ts": ts,
                "user": event["user"],
                "text": event.get("text", ""),
            },
        )

    async def _read(self, event: Event, file: str, workspace: str) -> None:
        await self.jobs.submit("ingest", *ingest_job(workspace, event["channel"], file))

    async def _note(self, event: Event, files: list[Event], workspace: str) -> None:
        channel, ts = event["channel"], event["ts"]
        await self.jobs.submit(
            "note",
            f"note:{workspace}:{channel}:{in_order(ts)}",
            channel,
            {
                "channel": channel,
                "thread_ts": event.get("thread_ts") or ts,
                "names": [file.get("name") or file["id"] for file in files],
            },
        )


def ingest_job(workspace: str, channel: str, file: str) -> tuple[str, str, dict[str, str]]:
    """Id, lane and payload of reading a file; message and file_shared give the same job."""
    payload = {"workspace": workspace, "channel": channel, "file": file}
    return f"ingest:{workspace}:{channel}:{file}", channel, payload


def _is_from_a_person(event: Event) -> bool:
    return bool(event.get("user")) and not event.get("bot_id") and not event.get("edited")


def _says_nothing(event: Event, bot_user: str) -> bool:
    return not event.get("text", "").replace(f"<@{bot_user}>", "").strip()
