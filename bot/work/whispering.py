"""The one line that only the asker sees: how far the answer is, and then the answer."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.jobs import Run
from bot.sentences import has, say
from bot.slack.message import Message
from bot.slack.replying import respond
from bot.views.answer import looking_message
from rag.types import Language

_EVERY = 3.0  # seconds: who reads wants to see a line for longer than that
# A response_url is good for five uses: the wait for a turn has one (or what is said at first where
# no line takes the place of another), the answer has one, and one is in reserve.
_MOST = 2


@dataclass(slots=True)
class Whisper:
    """``url`` is the command's response_url, good for half an hour and five uses.

    ``stop`` is the value of the line's Stop button.
    """

    run: Run
    url: str
    language: Language
    thread_ts: str = ""
    stop: str = ""
    in_place: bool = True
    """Whether the line may take the place of what was acted on: never of what others read too."""
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _left: int = field(default=_MOST)
    _told_at: float = field(init=False)

    def __post_init__(self) -> None:
        """What takes a moment shows nothing but the answer."""
        self._told_at = self.clock()

    async def begin(self) -> None:
        """Says that an answer is looked for where no line can take the place of another."""
        if not (self.in_place or self.run.again):
            await self._say(say("asking", self.language))

    async def progress(self, node: str, numbers: Mapping[str, object]) -> None:
        """A word now and then; none by a job that is done again, since its uses are not known."""
        key = f"private_{node}"
        is_time = self.clock() - self._told_at >= _EVERY
        if self.run.again or not (self.in_place and self._left and is_time and has(key)):
            return
        self._left -= 1
        self._told_at = self.clock()
        await self._say(say(key, self.language, **numbers))

    async def end(self, message: Message) -> bool:
        """The answer, in place of the line; the reserve is for one that did not get through."""
        if await respond(self.url, message, self.thread_ts, replace=self.in_place):
            return True
        await self.sleep(_EVERY)
        return await respond(self.url, message, self.thread_ts, replace=self.in_place)

    async def _say(self, words: str) -> None:
        message = looking_message(words, self.language, self.stop)
        await respond(self.url, message, self.thread_ts, replace=self.in_place)
