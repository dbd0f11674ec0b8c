"""What a question about a message is understood by: its thread up to it, if the asker may read that."""

from dataclasses import dataclass

from bot.audience import Audiences
from bot.jobs import Payload
from bot.ports import Engine
from bot.slack.message import Place
from bot.slack.threads import Talk, Threads
from bot.work.places import address
from rag.types import Turn


@dataclass(frozen=True, slots=True)
class ThreadContext:
    """Slack shows the menu of any message; whether its channel may be read is decided again."""

    engine: Engine
    audiences: Audiences
    threads: Threads

    async def of(self, payload: Payload) -> Talk:
        """The talk that an ask job is about; nothing to read for one that is about no message."""
        about, channel = payload.get("about", ""), payload["channel"]
        if not about:
            return Talk()
        if not await self.audiences.may_read(channel, payload["user"]):
            return Talk(is_read=False)

        async def answer_at(ts: str) -> Turn | None:
            where = address(channel, ts)
            kept = await self.engine.published_at(payload["workspace"], where)
            return Turn("bot", kept.answer.text, kept.answer.sources) if kept else None

        return await self.threads.about(
            Place(channel, payload["thread_ts"] or about), about, answer_at
        )
