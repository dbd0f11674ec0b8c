"""Clicks on the bot's buttons. What a click may do is decided in its job, not here."""

import re
from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.workspaces import workspace_of
from bot.views.buttons import (
    CANCEL,
    COMPARE,
    EARLIER,
    FORGET,
    LATER,
    PATH,
    PRIVATELY,
    QUESTION,
    RESTORE,
    SPLIT,
    STOP,
    STOP_PRIVATE,
)
from bot.work.offering import accept_order
from bot.work.orders import mark_of

ACTIONS = (re.compile(rf"^{QUESTION}_\d$"), SPLIT, COMPARE, FORGET, RESTORE)
_SPAN_SECONDS = 4  # clicks of one person on one button within it (and up to twice it) are one click

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Actions:
    """A double click is one job. If it can't be written down, Slack shows the person an error."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for every button of the bot."""
        for name in ACTIONS:
            app.action(name)(self.on_click)
        app.action(CANCEL)(self.on_cancel)
        app.action(STOP)(self.on_stop)
        app.action(STOP_PRIVATE)(self.on_stop_private)
        app.action(PATH)(self.on_path)
        for name in (EARLIER, LATER):
            app.action(name)(self.on_turn)
        app.action(PRIVATELY)(self.on_privately)

    async def on_click(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """A button under a receipt."""
        payload = click_of(body, workspace_of(context))
        if payload:
            await self._submit_once("click", payload)
        await ack()

    async def on_cancel(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """The button under a word of progress."""
        payload = click_of(body, workspace_of(context))
        if payload:
            await self._submit_once("cancel", payload)
        await ack()

    async def on_stop(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """The button under a question's word of progress."""
        payload = click_of(body, workspace_of(context))
        if payload:
            words = str((body.get("message") or {}).get("text") or "")
            await self._submit_once("stop", {**payload, "text": words})
        await ack()

    async def on_stop_private(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """The same under one that only its asker sees."""
        payload = whisper_click_of(body, workspace_of(context))
        if payload:
            at = {"ts": body["container"]["message_ts"], "action": STOP_PRIVATE}
            await self._submit_once("stop", {**payload, **at, "text": "", "private": "yes"})
        await ack()

    async def on_path(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """The button under a trace."""
        words = ["path", body["actions"][0]["value"]]
        await submit_command(self.jobs, body, workspace_of(context), {"words": words})
        await ack()

    async def on_turn(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """The next or previous documents, in place of those that are shown."""
        first, _, words = body["actions"][0]["value"].partition(":")
        more = {"words": ["docs", *words.split()], "first": int(first), "instead": True}
        await submit_command(self.jobs, body, workspace_of(context), more)
        await ack()

    async def on_privately(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """The button of a message that one person sees."""
        payload = whisper_click_of(body, workspace_of(context))
        if payload:
            await self.jobs.submit(*accept_order(payload))
        await ack()

    async def _submit_once(self, kind: str, payload: dict[str, str]) -> None:
        names = ("workspace", "channel", "ts", "action", "value")
        job = ":".join([kind, *(payload[name] for name in names), mark_of(payload["user"])])
        span = int(float(payload["at"])) // _SPAN_SECONDS
        if await self.jobs.exists(f"{job}:{span - 1}"):
            return
        lane = f"{payload['channel']}/{payload['ts']}"
        await self.jobs.submit(kind, f"{job}:{span}", lane, payload)


async def submit_command(jobs: Jobs, body: Json, workspace: str, more: Json) -> None:
    """A button under an ephemeral message, of which Slack sends no text: a command's work."""
    user, action, container = body["user"]["id"], body["actions"][0], body["container"]
    payload = {
        "workspace": workspace,
        "channel": container["channel_id"],
        "thread_ts": container.get("thread_ts", ""),
        "user": user,
        "response_url": body["response_url"],
        **more,
    }
    span = int(float(action["action_ts"])) // _SPAN_SECONDS
    who = mark_of(user)
    chosen = action.get("selected_option")  # to and fro in a moment is not a double click
    value = f"{chosen['value']}@{action['action_ts']}" if chosen else action["value"]
    what = ":".join((action["action_id"], who, container["message_ts"], value))
    await jobs.submit("command", f"command:{workspace}:{what}:{span}", who, payload)


def place_of(body: Json, workspace: str) -> dict[str, str]:
    """Who clicked and where, on a message of whatever kind."""
    return click_of(body, workspace) or whisper_click_of(body, workspace)


def click_of(body: Json, workspace: str) -> dict[str, str]:
    """Who clicked on what and where; empty if nothing was chosen or it is no message of a channel."""
    action, message = body["actions"][0], body.get("message") or {}
    chosen = action.get("selected_option") or {}
    value = action.get("value") or chosen.get("value") or ""
    if not value or not message or not body.get("channel"):
        return {}
    return {
        "workspace": workspace,
        "channel": body["channel"]["id"],
        "thread_ts": message.get("thread_ts") or message["ts"],
        "ts": message["ts"],
        "user": body["user"]["id"],
        "action": action["action_id"],
        "value": value,
        "at": action["action_ts"],
        "response_url": body.get("response_url", ""),
    }


def whisper_click_of(body: Json, workspace: str) -> dict[str, str]:
    """The same on an ephemeral message, which Slack tells nothing of but its place."""
    action, container = body["actions"][0], body.get("container") or {}
    if not action.get("value") or not body.get("channel"):
        return {}
    return {
        "workspace": workspace,
        "channel": body["channel"]["id"],
        "thread_ts": container.get("thread_ts") or "",
        "user": body["user"]["id"],
        "value": action["value"],
        "at": action["action_ts"],
        "response_url": body.get("response_url", ""),
    }
