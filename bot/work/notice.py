"""The one message of an ingest job: words of progress at first, at last what became of the file."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.jobs import Run
from bot.sentences import say
from bot.slack.files import SharedFile
from bot.slack.message import Message, Place
from bot.slack.posting import Details, Poster
from bot.slack.settling import settle
from bot.views.buttons import key_of
from bot.views.receipt import reading_message
from rag.text.language import detect

_EDIT_SECONDS = 3.0  # Slack allows one edit of a message in three seconds


@dataclass(slots=True)
class Notice:
    """``is_quiet`` is of a file that may not have changed: then nothing is said until it has."""

    poster: Poster
    run: Run
    workspace: str
    place: Place
    file: SharedFile
    is_quiet: bool
    clock: Callable[[], float] = time.monotonic
    ts: str = ""
    _edited: float = field(default=0.0)

    async def begin(self, words: str) -> None:
        """Says at once that the file is taken up."""
        if not self.is_quiet:
            await self._post(self._progress(words))

    async def tell(self, words: str) -> None:
        """A word of progress, at most every few seconds."""
        if not self.ts:
            await self._post(self._progress(words))
        elif self.clock() - self._edited >= _EDIT_SECONDS:
            self._edited = self.clock()
            await self.poster.refresh(self.place.channel, self.ts, self._progress(words))

    async def settle(self, message: Message, questions: Sequence[str] = ()) -> None:
        """What became of the file; its buttons have no room for long questions."""
        details = self._details() | ({"questions": list(questions)} if questions else {})
        if self.ts:
            at, mark = (self.place, self.ts), (self.run.job, details)
            self.ts = await settle(self.poster, at, message, mark)
        else:
            await self._post(message, details)

    def words(self, key: str, **numbers: object) -> str:
        """A sentence about the file, in the language of its name."""
        return say(key, detect(self.file.name), name=self.file.name, **numbers)

    def _progress(self, words: str) -> Message:
        key = key_of(self.workspace, self.place.channel, self.run.job)
        return reading_message(words, key, detect(self.file.name))

    async def _post(self, message: Message, details: Details | None = None) -> None:
        """The message carries what a click on its button needs, or what a taken up job does."""
        again, job = self.run.again, self.run.job
        known = details or self._details()
        self.ts = await self.poster.post_once(self.place, message, job, again=again, details=known)
        self._edited = self.clock()

    def _details(self) -> dict[str, Any]:
        return {"file": self.file.id, "name": self.file.name}
