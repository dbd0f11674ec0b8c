"""The message of a question while it is worked on: streamed where Slack streams, else edited."""

from dataclasses import dataclass, field

from bot.jobs import Run
from bot.sentences import say
from bot.slack.message import Place
from bot.slack.posting import Details, Poster
from bot.slack.streaming import Chunk, Stream, StreamOver, Streams
from bot.views.answer import draft_message, working_message
from bot.views.buttons import stop_block
from bot.views.literal import streamed
from rag.types import Language

DRAFT: Details = {"draft": True}
_MOST_STREAMED = 10_000  # Slack takes 12,000 characters with what is around them
_MOST_TITLE = 256


@dataclass(slots=True)
class Sketch:
    """Only what is marked as not checked is shown. ``stop`` is the value of its Stop button."""

    poster: Poster
    run: Run
    place: Place
    language: Language
    user: str = ""
    stop: str = ""
    streams: Streams | None = None
    ts: str = ""
    _stream: Stream | None = field(default=None)
    _doing: str = ""
    _tasks: int = 0
    _streamed: str = ""

    @property
    def is_streaming(self) -> bool:
        """Whether more can be shown without an edit."""
        return self._stream is not None

    async def draw(self, doing: str, text: str) -> None:
        """Shows what is being done, or what is written so far."""
        if not self.ts:
            await self._begin()
        if self._stream is not None:
            try:
                await self._extend(self._stream, doing, text)
            except StreamOver:
                await self.close()
            else:
                return
        await self._edit(doing, text)

    async def close(self) -> None:
        """Ends the stream; what has been shown stays, and can be edited."""
        stream, self._stream = self._stream, None
        if stream is not None:  # a task that is left open would spin for ever
            last = [self._task(self._doing, "complete")] if self._doing else []
            await stream.stop(self.run.job, DRAFT, last)

    async def earlier(self) -> str:
        """What an execution that was cut off has left; "" if its message is no draft any more.

        A stream is marked as a job's only when it ends, so one that was cut off is told by its words.
        """
        if not self.run.again:
            return ""
        job = self.run.job
        if ts := await self.poster.find(self.place, job):
            kept = await self.poster.details_of(self.place, ts)
            return ts if kept.get("draft") else ""
        if self.streams is None:
            return ""
        words = say("stream_label", self.language)
        ts = await self.poster.find_unmarked(self.place, job, words)
        if ts:
            await self.streams.stop(self.place.channel, ts, (job, DRAFT))
        return ts

    async def _begin(self) -> None:
        """Starts a stream, unless an earlier execution has shown something already."""
        self.ts = await self.earlier()
        if self.streams is None or self.ts:
            return
        label = f"_{say('stream_label', self.language)}_\n\n"
        chunks: list[Chunk] = [{"type": "markdown_text", "text": label}]
        if self.stop:
            chunks.insert(0, {"type": "blocks", "blocks": [stop_block(self.stop, self.language)]})
        stream = await self.streams.start(self.place, self.user, self.run.job, chunks)
        if stream is not None:
            self._stream, self.ts = stream, stream.ts

    async def _extend(self, stream: Stream, doing: str, text: str) -> None:
        chunks: list[Chunk] = []
        if doing != self._doing:
            if self._doing:
                chunks.append(self._task(self._doing, "complete"))
                self._tasks += 1
            if doing:
                chunks.append(self._task(doing, "in_progress"))
            self._doing = doing
        words = streamed(text)[:_MOST_STREAMED]
        if not words.startswith(self._streamed):  # begun anew: a stream takes nothing back
            raise StreamOver("rewritten")
        if more := words[len(self._streamed) :]:
            chunks.append({"type": "markdown_text", "text": more})
        if chunks:
            await stream.append(chunks)
        self._streamed = words

    def _task(self, words: str, status: str) -> Chunk:
        title = words[:_MOST_TITLE]
        return {"type": "task_update", "id": str(self._tasks), "title": title, "status": status}

    async def _edit(self, doing: str, text: str) -> None:
        if text.strip():
            message = draft_message(text, self.language, self.stop)
        else:
            message = working_message(doing, self.language, self.stop)
        if self.ts:
            await self.poster.refresh(self.place.channel, self.ts, message)
        else:
            job, again = self.run.job, self.run.again
            self.ts = await self.poster.post_once(
                self.place, message, job, again=again, details=DRAFT
            )
