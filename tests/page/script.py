"""A Bolt app that does as the tests need it, over a real socket."""

import re
from typing import Any

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspace.page.offers import FOOTNOTE, Command, Offers, Shortcut, Suggestion
from bot.workspace.server import LocalWorkspace
from bot.workspace.timings import Timings

TIMINGS = Timings(retry_delays=(8.0, 8.0, 8.0), answer=2.0, last_wait=0.2)
OFFERS = Offers(
    suggestions=(
        Suggestion("How much leave do I get?", "en", hint="answered"),
        Suggestion("And for contractors?", "en", is_follow_up=True, hint="follow-up"),
        Suggestion("Is there parking?", "en", hint="refused"),
        Suggestion("有几天年假？", "zh"),
        Suggestion("那外包人员呢？", "zh", is_follow_up=True),
        Suggestion("有停车位吗？", "zh"),
    ),
    commands=(FOOTNOTE, Command("/weather", "Says what it is like", "[place]")),
    shortcuts=(Shortcut("explain", "Explain this answer"),),
)
Json = dict[str, Any]


def words(text: str, kind: str = "plain_text") -> Json:
    return {"type": kind, "text": text}


def option(text: str, value: str) -> Json:
    return {"text": words(text), "value": value}


def form(title: str = "Report a page") -> Json:
    page = {"type": "plain_text_input", "action_id": "number"}
    reasons = [option("The number", "number"), option("The quote", "quote")]
    return {
        "type": "modal",
        "callback_id": "form",
        "title": words(title),
        "submit": words("Send"),
        "close": words("Cancel"),
        "blocks": [
            {
                "type": "input",
                "block_id": "page",
                "label": words("Which page?"),
                "hint": words("As it is printed"),
                "element": page,
            },
            {
                "type": "input",
                "block_id": "reason",
                "optional": True,
                "label": words("What is wrong?"),
                "element": {"type": "radio_buttons", "action_id": "reason", "options": reasons},
            },
        ],
    }


HOME = {
    "type": "home",
    "blocks": [
        {"type": "header", "text": words("Your library")},
        {
            "type": "actions",
            "elements": [{"type": "button", "action_id": "home", "text": words("Ask from home")}],
        },
    ],
}


class Script:
    def __init__(self, workspace: LocalWorkspace) -> None:
        self.client = AsyncWebClient(
            token=workspace.bot_token, base_url=workspace.api_base_url, timeout=10
        )
        self.app = AsyncApp(client=self.client, signing_secret="unused")
        self.actions: list[Json] = []
        self.submitted: list[Json] = []
        self.commands: list[Json] = []
        self.mentions: list[Json] = []
        self.shortcuts: list[Json] = []
        self.stopped: list[Json] = []
        self.redelivered = 0
        self._listen(workspace)

    async def connect(self) -> None:
        await self.handler.connect_async()

    async def close(self) -> None:
        await self.handler.close_async()

    def _listen(self, workspace: LocalWorkspace) -> None:
        self.handler = AsyncSocketModeHandler(self.app, workspace.app_token, ping_interval=1)
        for kind in (
            "message file_shared file_deleted file_unshared reaction_added reaction_removed "
            "member_joined_channel member_left_channel"
        ).split():
            self.app.event(kind)(self.on_other)
        self.app.event("app_mention")(self.on_mention)
        self.app.event("agent_session_stopped")(self.on_stop)
        self.app.event("app_home_opened")(self.on_home)
        self.app.command(re.compile("/.*"))(self.on_command)
        self.app.action(re.compile(".*"))(self.on_action)
        self.app.view("form")(self.on_form)
        self.app.shortcut("explain")(self.on_shortcut)

    async def on_other(self, request) -> None:
        self.redelivered += "x-slack-retry-num" in request.headers

    async def on_stop(self, event) -> None:
        self.stopped.append(event)

    async def on_mention(self, event, say) -> None:
        self.mentions.append(event)
        thread = event.get("thread_ts", event["ts"])
        await say(text=f"Answer {len(self.mentions)}: 25 days [1]", thread_ts=thread)

    async def on_home(self, event) -> None:
        if event["tab"] == "home":
            await self.client.views_publish(user_id=event["user"], view=HOME)

    async def on_command(self, ack, command) -> None:
        self.commands.append(command)
        await ack(text=f"Help for <@{command['user_id']}>")

    async def on_action(self, ack, body) -> None:
        await ack()
        self.actions.append(body)
        if body["actions"][0]["action_id"] == "open":
            await self.client.views_open(trigger_id=body["trigger_id"], view=form())

    async def on_shortcut(self, ack, body) -> None:
        await ack()
        self.shortcuts.append(body)

    async def on_form(self, ack, body) -> None:
        number = body["view"]["state"]["values"]["page"]["number"]["value"]
        if number == "0":
            await ack(response_action="errors", errors={"page": "There is no page 0."})
        elif number == "more":
            await ack(response_action="push", view=form("One more thing"))
        elif number == "other":
            await ack(response_action="update", view=form("Something else"))
        else:
            self.submitted.append(body["view"]["state"]["values"])
            await ack()
