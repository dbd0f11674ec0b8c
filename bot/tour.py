"""What a newcomer sees first: the samples dropped in, the sample questions asked and answered."""

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp

from bot.samples import DOCUMENTS, QUESTIONS, sample_path
from bot.sentences import LANGUAGES
from bot.sentences import say as say_in

Say = Callable[[str], None]
Json = dict[str, Any]

_LIBRARY = "library"
_NEWCOMER = "ada"
_PATIENCE = 120.0
_PROGRESS = tuple(
    say_in(key, language, name="\0", done=0, total=0, place="").split("\0", maxsplit=1)[0]
    for key in ("reading", "reading_pages", "reading_embedding", "reading_waits")
    for language in LANGUAGES
)


class Visitor:
    """A person in the local workspace, by its documented HTTP API."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self._url, self._session = url, session
        self.user = self.library = self.bot = ""

    async def arrive(self) -> None:
        """Finds out who is who."""
        users = (await self._get("users"))["users"]
        self.user = next(u["id"] for u in users if u["name"] == _NEWCOMER)
        self.bot = next(u["name"] for u in users if u.get("is_bot"))
        channels = (await self._get("channels", user=self.user))["channels"]
        self.library = next(c["id"] for c in channels if c.get("name") == _LIBRARY)

    async def said(self) -> list[Json]:
        """Everything in the library channel."""
        return list((await self._get(f"messages/{self.library}", user=self.user))["messages"])

    async def post(self, text: str, thread_ts: str = "", file: str = "") -> str:
        """Writes a message, with a sample if one is named; returns its ts."""
        form = aiohttp.FormData(quote_fields=False)  # quoted, a Chinese name would stay quoted
        for name, value in {
            "user": self.user,
            "channel": self.library,
            "text": text,
            "thread_ts": thread_ts,
        }.items():
            form.add_field(name, value)
        if file:
            content = await asyncio.to_thread(sample_path(file).read_bytes)
            form.add_field("files", content, filename=file)
        async with self._session.post(f"{self._url}/local/messages", data=form) as response:
            return str((await response.json())["ts"])

    async def reply(self, thread_ts: str, after: str) -> str:
        """The bot's words in the thread after a message, once it has finished with them."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                thread = await self._get(f"messages/{self.library}/{thread_ts}", user=self.user)
                for message in thread["messages"]:
                    if message.get("bot_id") and message["ts"] > after and _is_final(message):
                        return str(message["text"])
                await self._get("wait", since=thread["revision"], timeout=5)

    async def _get(self, path: str, **query: object) -> Json:
        params = {name: str(value) for name, value in query.items()}
        async with self._session.get(f"{self._url}/local/{path}", params=params) as response:
            answer: Json = await response.json()
            return answer


async def take_tour(url: str, say: Say) -> None:
    """Plays the samples unless they have been played in this workspace, and says what happens."""
    async with aiohttp.ClientSession() as session:
        visitor = Visitor(url, session)
        await visitor.arrive()
        if await visitor.said():
            return
        for name in DOCUMENTS:
            say(f"\n{_NEWCOMER} drops {name} into #{_LIBRARY}")
            ts = await visitor.post("", file=name)
            say(_indented(await visitor.reply(ts, ts)))
        thread = ""
        for question in (q for asked in QUESTIONS.values() for q in asked):
            in_thread = thread if question.kind == "follow_up" else ""
            say(f"\n{_NEWCOMER}: @{visitor.bot} {question.text}")
            ts = await visitor.post(f"@{visitor.bot} {question.text}", thread_ts=in_thread)
            thread = in_thread or ts
            say(_indented(await visitor.reply(thread, ts)))


def _is_final(message: Json) -> bool:
    """A receipt is first a word of progress, which is edited until the file is read."""
    return not str(message["text"]).startswith(_PROGRESS)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in _unescaped(text).splitlines())


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
