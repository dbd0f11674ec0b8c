"""Who shared a document hears of it when several people are not content with what it answers."""

from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from bot.ports import Engine
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.views.feedback import doubts_message
from rag.text.language import detect
from rag.types import Doubt, KeptAnswer, Placement

_LOG = structlog.get_logger(__name__)
_CHANNEL = "channel:"


@dataclass(frozen=True, slots=True)
class Doubting:
    """Tells once a version, never who it was, and only questions that could be read by the uploader."""

    engine: Engine
    people: People
    poster: Poster

    async def look(self, workspace: str, kept: KeptAnswer) -> None:
        """After a bad vote: looks at each document that the answer cites."""
        try:
            for placed in await self._cited(kept):
                await self._tell(workspace, placed)
        except Exception:  # noqa: BLE001 - the vote is counted, and nobody waits for this
            _LOG.exception("uploader not told", answer=kept.answer.id)

    async def tell_of(self, workspace: str, address: str) -> None:
        """The same for the answer that was published there."""
        kept = await self.engine.published_at(workspace, address)
        if kept is not None:
            await self.look(workspace, kept)

    async def _cited(self, kept: KeptAnswer) -> list[Placement]:
        cited = {(c.document, c.version) for c in kept.answer.citations}
        visible = await self.engine.documents(kept.audience) if cited else []
        return [p for p in visible if (p.document, p.version) in cited and p.uploader]

    async def _tell(self, workspace: str, placed: Placement) -> None:
        person = await self.people.person(placed.uploader)
        if person is None or person.is_bot or not person.is_full:
            return
        doubts = await self.engine.doubts(workspace, placed.document, placed.version)
        if doubts:
            questions = await self._readable(doubts, placed.uploader)
            told = doubts_message(placed, doubts, questions, detect(placed.title))
            await self.poster.direct(placed.uploader, told)

    async def _readable(self, doubts: Sequence[Doubt], reader: str) -> list[str]:
        """Questions asked where the reader is too; what was asked in private stays there."""
        found: list[str] = []
        for doubt in doubts:
            channel = doubt.audience.removeprefix(_CHANNEL)
            is_open = doubt.audience.startswith(_CHANNEL)
            if is_open and reader in (await self.people.members(channel) or frozenset()):
                found.append(doubt.question)
        return found
