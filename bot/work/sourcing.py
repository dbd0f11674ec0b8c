"""What is known now of the documents that an answer cites: since when they are here, and a link."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from bot.ports import Engine
from bot.slack.links import FileLinks
from bot.views.sources import Source, Sources
from rag.types import Answer, Audience, Placement


@dataclass(frozen=True, slots=True)
class Sourcing:
    """Looks at what these readers may see; a document that is not among it gets no link."""

    engine: Engine
    links: FileLinks

    async def of(self, answer: Answer, readers: Audience) -> Sources:
        """The sources by version."""
        wanted = {citation.version for citation in answer.citations if not citation.url}
        if not wanted:
            return Sources()
        visible = [p for p in await self.engine.documents(readers) if p.version in wanted]
        found = _oldest(visible)
        links = await asyncio.gather(*(self.links.of(p.source_file) for p in found))
        known = {
            placed.version: Source(link, placed.placed_at.date())
            for placed, link in zip(found, links, strict=True)
        }
        return Sources(known)


def _oldest(placements: Iterable[Placement]) -> list[Placement]:
    """One placement a version: the one that it is cited by, with a file in Slack if there is one."""
    found: dict[str, Placement] = {}
    ranked = sorted(placements, key=lambda p: (not p.source_file, p.placed_at, p.id))
    for placed in ranked:
        found.setdefault(placed.version, placed)
    return list(found.values())
