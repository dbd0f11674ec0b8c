"""Clicks under answers. What a click may do is decided in its job; a form must open at once."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.jobs import Jobs
from bot.listeners.forms import open_form
from bot.listeners.workspaces import workspace_of
from bot.views.answer_buttons import DOWN, FEEDBACK, MENU, MORE, PAGE, TRACE, UP
from bot.views.feedback import FORM, form, said, thanks
from bot.work.orders import mark_of
from rag.text.language import detect

LOOKS = (PAGE, MORE, TRACE, MENU)
VOTES = (FEEDBACK, UP, DOWN)
_SPAN_SECONDS = 3  # clicks of one person on one thing within it (and up to twice it) are one click
_MICROSECONDS = 1_000_000
_VALUES = {"up": 1, "down": -1}

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AnswerClicks:
    """A click is written down before it is acknowledged; so is a form."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for everything under an answer."""
        for name in LOOKS:
            app.action(name)(self.on_look)
        for name in VOTES:
            app.action(name)(self.on_vote)
        app.view(FORM)(self.on_form)

    async def on_look(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """A page, the longer form, the trace, or one of the menu."""
        click = click_of(body, workspace_of(context))
        if click:
            names = ("workspace", "channel", "ts", "action", "answer", "word")
            who = mark_of(click["user"])
            job = ":".join(["look", *(click[name] for name in names), who])
            span = int(float(click["at"])) // _SPAN_SECONDS
            if not await self.jobs.exists(f"{job}:{span - 1}"):
                await self.jobs.submit("look", f"{job}:{span}", f"{job}", click)
        await ack()

    async def on_vote(
        self, ack: AsyncAck, body: Json, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        """A thumb; one down asks why, which the person need not say."""
        click = click_of(body, workspace_of(context))
        if click and click["word"] in _VALUES:
            opinion = _opinion(click)
            await self._submit(opinion)
            if click["word"] == "down":
                # A nicety: the thumb is counted whether or not it can be asked.
                view = form(opinion, opinion["language"])
                await open_form(client, body["trigger_id"], view)
        await ack()

    async def on_form(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """Why, in the words of the form."""
        opinion, reason, words = said(body["view"])
        mine = {"workspace": workspace_of(context), "user": body["user"]["id"]}
        await self._submit({**opinion, **mine, "reason": reason, "words": words})
        await ack(response_action="update", view=thanks(opinion["language"]))

    async def _submit(self, opinion: Json) -> None:
        names, who = ("workspace", "answer", "at"), mark_of(opinion["user"])
        job = ":".join(["opinion", *(str(opinion[name]) for name in names), who])
        lane = f"opinion/{opinion['answer']}/{who}"
        kind = "form" if opinion["reason"] else "click"
        await self.jobs.submit("opinion", f"{job}:{kind}", lane, opinion)


def click_of(body: Json, workspace: str) -> Json:
    """Who clicked on what and where; empty if nothing was chosen.

    An ephemeral message is not in what Slack sends, only its place: it is its reader's alone.
    """
    action, container = body["actions"][0], body.get("container") or {}
    chosen = action.get("selected_option") or {}
    answer, _, word = str(action.get("value") or chosen.get("value") or "").partition(":")
    message = body.get("message") or {}
    ts = message.get("ts") or container.get("message_ts")
    if not answer or not ts or not body.get("channel"):
        return {}
    return {
        "workspace": workspace,
        "channel": body["channel"]["id"],
        "thread_ts": message.get("thread_ts") or container.get("thread_ts") or "",
        "ts": ts,
        "user": body["user"]["id"],
        "action": action["action_id"],
        "answer": answer,
        "word": word,
        "at": action["action_ts"],
        "private": not message or bool(container.get("is_ephemeral")),
        "language": detect(str(message.get("text") or "")),
        "response_url": body.get("response_url", ""),
    }


def _opinion(click: Json) -> Json:
    kept = ("workspace", "channel", "ts", "thread_ts", "user", "answer", "private", "language")
    return {name: click[name] for name in kept} | {
        "response_url": click["response_url"],
        "value": _VALUES[click["word"]],
        "at": int(Decimal(click["at"]) * _MICROSECONDS),
        "reason": "",
        "words": "",
    }
