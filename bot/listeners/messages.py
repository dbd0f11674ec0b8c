"""Mentions and direct messages become questions; files in messages are taken up for reading."""

from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs, in_order
from bot.listeners.workspaces import bot_user_of, workspace_of
from bot.slack.incoming import mentions
from bot.work.orders import (
    answer_job,
    answer_order,
    ingest_order,
    unshare_order,
    withdraw_order,
)

Event = dict[str, Any]

_CHANGES = frozenset({"message_changed", "message_deleted"})
_SUBTYPES = frozenset({None, "file_share", "thread_broadcast"})


@dataclass(frozen=True, slots=True)
class Messages:
    """Slack sends a mention twice, as app_mention and as message; both are one job."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for both."""
        app.event("app_mention")(self.on_mention)
        app.event("message")(self.on_message)

    async def on_mention(self, event: Event, context: AsyncBoltContext) -> None:
        """A mention in a channel, group or thread."""
        if _is_from_a_person(event) and mentions(event.get("text", ""), bot_user_of(context)):
            await self._ask(event, workspace_of(context))

    async def on_message(self, event: Event, context: AsyncBoltContext) -> None:
        """Any message that the bot can see; of edits and deletions only what they take back."""
        workspace = workspace_of(context)
        if event.get("subtype") in _CHANGES:
            await self._unshare(event, workspace)
            await self._withdraw(event, workspace)
        elif _is_from_a_person(event) and event.get("subtype") in _SUBTYPES:
            await self._written(event, workspace, bot_user_of(context))

    async def _written(self, event: Event, workspace: str, bot_user: str) -> None:
        is_direct = event.get("channel_type") == "im"
        addressed = is_direct or mentions(event.get("text", ""), bot_user)
        files = event.get("files") or []
        for file in files:
            await self._read(event, file["id"], workspace)
        if addressed and files:
            await self._note(event, files, workspace)
        if addressed and not (files and _says_nothing(event, bot_user)):
            await self._ask(event, workspace)

    async def _ask(self, event: Event, workspace: str) -> None:
        channel, ts = event["channel"], event["ts"]
        thread_ts = event.get("thread_ts") or ts
        is_direct = event.get("channel_type") == "im"
        place = (workspace, channel, thread_ts)
        lane = "direct" if is_direct else thread_ts
        order = answer_order(place, ts, event["user"], event.get("text", ""), lane)
        await self.jobs.submit(*order)

    async def _read(self, event: Event, file: str, workspace: str) -> None:
        channel, ts, by = event["channel"], event["ts"], event["user"]
        await self.jobs.submit(*ingest_order(workspace, channel, file, ts, by))

    async def _unshare(self, event: Event, workspace: str) -> None:
        files, gone = _taken_back(event)
        for file in files:
            order = unshare_order(workspace, event["channel"], file, gone, event["event_ts"])
            await self.jobs.submit(*order)

    async def _withdraw(self, event: Event, workspace: str) -> None:
        """A question that is deleted while it is worked on needs no answer."""
        before, (_, gone) = event.get("previous_message") or {}, _taken_back(event)
        channel = event["channel"]
        if gone and await self.jobs.exists(answer_job(workspace, channel, gone)):
            place = (workspace, channel, before.get("thread_ts") or gone)
            await self.jobs.submit(*withdraw_order(place, gone, before.get("text", "")))

    async def _note(self, event: Event, files: list[Event], workspace: str) -> None:
        channel, ts = event["channel"], event["ts"]
        await self.jobs.submit(
            "note",
            f"note:{workspace}:{channel}:{in_order(ts)}",
            channel,
            {
                "workspace": workspace,
                "channel": channel,
                "user": event["user"],
                "thread_ts": event.get("thread_ts") or ts,
                "names": [file.get("name") or file["id"] for file in files],
            },
        )


def _taken_back(event: Event) -> tuple[list[str], str]:
    """The files that a message no longer shares, and the message's ts if it is gone itself."""
    before = event.get("previous_message") or {}
    after = event.get("message") or {}
    if event.get("subtype") == "message_deleted" or after.get("subtype") == "tombstone":
        after = {}
    kept = {file["id"] for file in after.get("files") or []}
    lost = [f["id"] for f in before.get("files") or [] if f["id"] not in kept]
    return lost, "" if after else before.get("ts") or event.get("deleted_ts", "")


def _is_from_a_person(event: Event) -> bool:
    return bool(event.get("user")) and not event.get("bot_id") and not event.get("edited")


def _says_nothing(event: Event, bot_user: str) -> bool:
    return not event.get("text", "").replace(f"<@{bot_user}>", "").strip()
