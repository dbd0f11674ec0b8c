"""The one message of a question: shown while it is written, if so asked, and then put right."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError

from bot.jobs import Run
from bot.slack.message import Message, Place
from bot.slack.posting import Details, Poster
from bot.slack.settling import settle
from bot.views.answer import draft_message
from rag.types import Answer, Language

_LOG = structlog.get_logger(__name__)
_EDIT_SECONDS = 3.0  # Slack allows one edit of a message in three seconds
_PATIENCE = 5.0  # how long the last word of a draft may keep the answer waiting
_DRAFT: Details = {"draft": True}
_MARKERS_AND_SPACES = re.compile(r"\[[\d\s,，、;–-]*\]?|\s+")


@dataclass(slots=True)
class Draft:
    """Edits run beside the writing: Slack's limits must not hold up the model."""

    poster: Poster
    run: Run
    place: Place
    language: Language
    every: float = _EDIT_SECONDS
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _ts: str = ""
    _text: str = ""
    _shown: str = ""
    _is_replaced: bool = False
    _task: "asyncio.Task[None] | None" = field(default=None)
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def show(self, text: str) -> None:
        """What is written so far; shown at most every few seconds, the newest then."""
        self._text = text
        if text.strip() and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._follow())

    def is_corrected_by(self, answer: Answer) -> bool:
        """Whether somebody has read what is not in the answer."""
        return self._is_replaced or _bare(self._shown) not in _bare(answer.text)

    async def stop(self) -> None:
        """Shows nothing more; a word that is on its way comes before whatever follows."""
        task, self._task = self._task, None
        if task is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE), self._writing:
                task.cancel()
        task.cancel()

    async def settle(self, message: Message, details: Details) -> str:
        """Puts the message in the draft's place, or posts it; returns its ts."""
        await self.stop()
        job = self.run.job
        ts = self._ts or await self._earlier()
        if not ts:
            # A draft whose posting was given up may be there all the same.
            again = self.run.again or bool(self._shown)
            ts = await self.poster.post_once(self.place, message, job, again=again, details=details)
            if not self._shown:
                return ts
        return await settle(self.poster, (self.place, ts), message, (job, details), self.sleep)

    async def _earlier(self) -> str:
        """The draft of an execution that was cut off; "" if its message is no draft any more."""
        if not self.run.again:
            return ""
        ts = await self.poster.find(self.place, self.run.job)
        kept = await self.poster.details_of(self.place, ts) if ts else {}
        return ts if kept.get("draft") else ""

    async def _follow(self) -> None:
        """The last words are shown too, while they are checked."""
        while self._text != self._shown:
            async with self._writing:
                await self._write()
            await asyncio.sleep(self.every)

    async def _write(self) -> None:
        text, message = self._text, draft_message(self._text, self.language)
        before, now = _bare(self._shown), _bare(text)
        self._is_replaced |= not (now.startswith(before) or before.startswith(now))
        self._shown = text
        try:
            if self._ts:
                await self.poster.refresh(self.place.channel, self._ts, message)
            else:
                job, again = self.run.job, self.run.again
                self._ts = await self.poster.post_once(
                    self.place, message, job, again=again, details=_DRAFT
                )
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _LOG.warning("draft not shown", job=self.run.job, error=type(error).__name__)


def _bare(text: str) -> str:
    """Without citations, which are numbered anew at last, and however it is spaced."""
    return _MARKERS_AND_SPACES.sub("", text)
