"""Case E32: a rate limit is waited out, whichever of the Web API's methods meets it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.jobs import Run
from bot.listeners.forms import open_form
from bot.slack.client import build_client
from bot.slack.message import Place
from bot.slack.posting import Poster
from bot.views.question import question_form
from bot.views.receipt import note
from bot.work.drafting import Draft
from bot.work.sketching import Sketch
from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from tests.bot.test_manifest import AGENT_METHODS, called_methods
from tests.support.people import Desk
from tests.support.workspace_fixtures import desk, workspace

__all__ = ["desk", "workspace"]

HOME = {"type": "home", "blocks": [{"type": "divider"}]}
NAMED = ("files.info", "conversations.history", "chat.update", "views.open")
UPLOADS = ("files.getUploadURLExternal", "files.completeUploadExternal")

Call = Callable[[], Awaitable[Any]]


@dataclass
class Slack:
    """The bot's own client, and what there is to call about."""

    workspace: LocalWorkspace
    desk: Desk
    client: AsyncWebClient
    file: str
    messages: list[str]
    streams: list[str]

    def trigger(self) -> str:
        """As a click gives it."""
        return self.workspace.core.triggers.new(seed.ADA)

    async def limited(self, methods: Iterable[str], seconds: int) -> None:
        """The next call of each method is refused."""
        one = {"kind": "ratelimited", "calls": 1, "retry_after": seconds}
        await self.desk.faults(calls=[{**one, "methods": [method]} for method in methods])

    async def results(self, method: str) -> list[str | None]:
        return [call["error"] for call in await self.desk.calls(method)]

    def calls(self) -> dict[str, Call]:
        """One call of each method that the bot calls, by its name in the client."""
        c = self.client
        here: dict[str, Any] = {"channel": seed.LIBRARY}
        edited, deleted, asked = self.messages
        thread = {**here, "thread_ts": asked}
        text: dict[str, Any] = {"text": "x"}
        chunks: list[dict[str, Any]] = [{"type": "markdown_text", "text": "x"}]
        who = {"recipient_user_id": seed.ADA, "recipient_team_id": seed.TEAM}
        return {
            "apps_connections_open": lambda: c.apps_connections_open(
                app_token=self.workspace.app_token
            ),
            "assistant_threads_setStatus": lambda: c.assistant_threads_setStatus(
                channel_id=seed.LIBRARY, thread_ts=asked, status="is reading"
            ),
            "auth_test": c.auth_test,
            "chat_appendStream": lambda: c.chat_appendStream(
                **here, ts=self.streams[0], chunks=chunks
            ),
            "chat_delete": lambda: c.chat_delete(**here, ts=deleted),
            "chat_getPermalink": lambda: c.chat_getPermalink(**here, message_ts=asked),
            "chat_postEphemeral": lambda: c.chat_postEphemeral(**here, user=seed.ADA, **text),
            "chat_postMessage": lambda: c.chat_postMessage(**here, **text),
            "chat_startStream": lambda: c.chat_startStream(**thread, **who, chunks=chunks),
            "chat_stopStream": lambda: c.chat_stopStream(**here, ts=self.streams[1]),
            "chat_update": lambda: c.chat_update(**here, ts=edited, **text),
            "conversations_history": lambda: c.conversations_history(**here),
            "conversations_info": lambda: c.conversations_info(**here),
            "conversations_members": lambda: c.conversations_members(**here),
            "conversations_open": lambda: c.conversations_open(users=seed.ADA),
            "conversations_replies": lambda: c.conversations_replies(**here, ts=asked),
            "files_info": lambda: c.files_info(file=self.file),
            "files_list": lambda: c.files_list(**here),
            "files_upload_v2": lambda: c.files_upload_v2(**here, content=b"x", filename="x.png"),
            "users_conversations": c.users_conversations,
            "users_info": lambda: c.users_info(user=seed.ADA),
            "users_list": c.users_list,
            "views_open": lambda: c.views_open(
                trigger_id=self.trigger(), view=question_form({}, "en")
            ),
            "views_publish": lambda: c.views_publish(user_id=seed.ADA, view=HOME),
        }


@pytest.fixture
async def slack(workspace: LocalWorkspace, desk: Desk) -> Slack:
    client = build_client(workspace.bot_token, workspace.api_base_url)
    ada = desk.person(seed.ADA)
    dropped = await ada.upload(seed.LIBRARY, {"a.pdf": b"%PDF-1.7"})
    messages = [
        (await client.chat_postMessage(channel=seed.LIBRARY, text="x"))["ts"] for _ in range(2)
    ]
    messages.append((await ada.post(seed.LIBRARY, "How long?"))["ts"])
    streams = [
        (
            await client.chat_startStream(
                channel=seed.LIBRARY,
                thread_ts=messages[2],
                recipient_user_id=seed.ADA,
                recipient_team_id=seed.TEAM,
                chunks=[{"type": "markdown_text", "text": "x"}],
            )
        )["ts"]
        for _ in range(2)
    ]
    await desk.ask("DELETE", "calls")
    return Slack(workspace, desk, client, dropped["files"][0]["id"], messages, streams)


def known_as(name: str) -> tuple[str, ...]:
    """``files_info`` is ``files.info``; an upload is two methods."""
    if name == "files_upload_v2":
        return UPLOADS
    head, _, last = name.rpartition("_")
    return (f"{head.replace('_', '.')}.{last}",)


async def test_every_method_that_the_bot_calls_waits_and_is_done(slack: Slack):
    calls = slack.calls()
    assert calls.keys() == called_methods() - AGENT_METHODS.keys()
    methods = [method for name in calls for method in known_as(name)]
    await slack.limited(methods, 0)
    await asyncio.gather(*(call() for call in calls.values()))
    results = {method: await slack.results(method) for method in methods}
    assert results == {method: ["ratelimited", None] for method in methods}


async def test_as_long_as_slack_asks(slack: Slack):
    await slack.limited(NAMED, 2)

    async def seconds(call: Call) -> float:
        began = time.monotonic()
        await call()
        return time.monotonic() - began

    calls = slack.calls()
    waited = await asyncio.gather(*(seconds(calls[name.replace(".", "_")]) for name in NAMED))
    assert min(waited) >= 2.0
    assert [await slack.results(name) for name in NAMED] == [["ratelimited", None]] * 4


async def test_a_form_opens_all_the_same_while_its_click_counts(slack: Slack):
    await slack.limited(["views.open"], 1)
    assert await open_form(slack.client, slack.trigger(), question_form({}, "en"))
    [view] = await slack.desk.person(seed.ADA).views()
    assert view["callback_id"] == "question_form"


async def test_a_form_that_would_come_too_late_is_given_up_in_time(slack: Slack):
    await slack.limited(["views.open"], 30)
    began = time.monotonic()
    assert not await open_form(slack.client, slack.trigger(), question_form({}, "en"))
    assert time.monotonic() - began < 3.0, "Slack waits no longer for the acknowledgement"


async def test_an_answer_takes_two_posts_and_both_wait(slack: Slack):
    """A word of progress that becomes the answer: limited at each step, nothing is lost or doubled."""
    asked, poster = slack.messages[2], Poster(slack.client)
    run, place = Run("answer:1", again=False), Place(seed.LIBRARY, asked)
    draft = Draft(poster, run, place, "en", sketch=Sketch(poster, run, place, "en"), late=0.0)
    await slack.limited(["chat.postMessage", "chat.update"], 0)
    await draft.tell("is searching 4 documents…")

    async def is_shown() -> bool:
        return None in await slack.results("chat.postMessage")

    await slack.desk.until(is_shown, 10)
    await draft.settle(note("It is 140 euros."), {"answer": "a1"})
    said = await slack.desk.person(seed.ADA).thread(seed.LIBRARY, asked)
    mine = [message["text"] for message in said if message["ts"] not in slack.streams]
    assert mine == ["How long?", "It is 140 euros."]
    assert await slack.results("chat.postMessage") == ["ratelimited", None]
    assert await slack.results("chat.update") == ["ratelimited", None]
