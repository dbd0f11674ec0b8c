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
from bot.work.sketching import Sketch
from rag.types import Answer, Language

_LOG = structlog.get_logger(__name__)
_EDIT_SECONDS = 3.0  # Slack allows one edit of a message in three seconds
_STREAM_SECONDS = 1.5  # and a hundred additions to streams a minute in a workspace
_LATE_SECONDS = 6.0  # from when on somebody who waits may want to stop it
_PATIENCE = 5.0  # how long the last word of a draft may keep the answer waiting
_MARKERS_AND_SPACES = re.compile(r"\[[\d\s,，、;–-]*\]?|\s+")


@dataclass(slots=True)
class Draft:
    """It is drawn beside the writing: Slack's limits must not hold up the model."""

    poster: Poster
    run: Run
    place: Place
    language: Language
    every: float = _EDIT_SECONDS
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    sketch: Sketch | None = None
    late: float = _LATE_SECONDS
    _doing: str = ""
    _text: str = ""
    _shown: str = ""
    _drawn: tuple[str, str] = ("", "")
    _is_replaced: bool = False
    _task: "asyncio.Task[None] | None" = field(default=None)
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _hurry: asyncio.Event = field(default_factory=asyncio.Event)

    async def show(self, text: str) -> None:
        """What is written so far; shown at most every few seconds, the newest then."""
        self._text = text
        if text.strip():
            self._hurry.set()
            self._draw()

    async def tell(self, doing: str) -> None:
        """What is being done; shown, with a Stop button, only once it takes a while."""
        self._doing = doing
        self._draw()

    def is_corrected_by(self, answer: Answer) -> bool:
        """Whether somebody has read what is not in the answer."""
        return self._is_replaced or _bare(self._shown) not in _bare(answer.text)

    async def stop(self) -> None:
        """Shows nothing more; a word that is on its way comes before whatever follows."""
        task, self._task = self._task, None
        if task is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE), self._writing:
                    task.cancel()
            task.cancel()
        await self._sketch().close()

    async def settle(self, message: Message, details: Details) -> str:
        """Puts the message in the draft's place, or posts it; returns its ts."""
        await self.stop()
        job, sketch = self.run.job, self._sketch()
        ts = sketch.ts or await sketch.earlier()
        if not ts:
            # A draft whose posting was given up may be there all the same.
            has_drawn = any(self._drawn)
            again = self.run.again or has_drawn
            ts = await self.poster.post_once(self.place, message, job, again=again, details=details)
            if not has_drawn:
                return ts
        return await settle(self.poster, (self.place, ts), message, (job, details), self.sleep)

    def _sketch(self) -> Sketch:
        if self.sketch is None:
            self.sketch = Sketch(self.poster, self.run, self.place, self.language)
        return self.sketch

    def _draw(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        """The last words are shown too, while they are checked."""
        sketch = self._sketch()
        if not sketch.ts:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.late):
                    await self._hurry.wait()
        while (self._doing, self._text) != self._drawn:
            async with self._writing:
                await self._write()
            await asyncio.sleep(
                min(self.every, _STREAM_SECONDS) if sketch.is_streaming else self.every
            )

    async def _write(self) -> None:
        doing, text = self._doing, self._text
        before, now = _bare(self._shown), _bare(text)
        self._is_replaced |= not (now.startswith(before) or before.startswith(now))
        self._shown, self._drawn = text, (doing, text)
        try:
            await self._sketch().draw(doing, text)
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _LOG.warning("draft not shown", job=self.run.job, error=type(error).__name__)


def _bare(text: str) -> str:
    """Without citations, which are numbered anew at last, and however it is spaced."""
    return _MARKERS_AND_SPACES.sub("", text)
