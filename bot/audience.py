"""Who will read an answer, as the channels whose documents all of them may see.

In a channel: the public libraries and the channel itself; in a direct message: the public
libraries and the private ones that the person is in. A guest or somebody of another organisation
among the readers leaves the channel's own documents; a channel shared with another organisation
gets nothing. What Slack doesn't tell is taken as no.
"""

from dataclasses import dataclass

from bot.slack.people import Channel, People
from rag.types import Audience


@dataclass(frozen=True, slots=True)
class Audiences:
    """Computes audiences from what Slack says now."""

    people: People
    libraries: frozenset[str]

    async def of(self, workspace: str, channel_id: str, asker: str) -> Audience:
        """The audience of an answer that is posted in a channel, thread or direct message."""
        channel = await self.people.channel(channel_id)
        if channel is None or channel.is_shared:
            return Audience(workspace, f"channel:{channel_id}", frozenset())
        if channel.is_direct:
            return await self.private(workspace, asker)
        seen = {channel.id}
        if await self._only_full(channel.id):
            seen |= {library.id for library in await self.library_channels() if _is_open(library)}
        return Audience(workspace, f"channel:{channel_id}", frozenset(seen))

    async def private(self, workspace: str, asker: str) -> Audience:
        """The audience of an answer that only the asker reads."""
        person = await self.people.person(asker)
        seen: set[str] = set()
        for library in await self.library_channels():
            if library.is_shared or person is None:
                continue
            members = await self.people.members(library.id) or frozenset()
            if asker in members or (person.is_full and not library.is_private):
                seen.add(library.id)
        return Audience(workspace, f"person:{asker}", frozenset(seen))

    async def library_channels(self) -> list[Channel]:
        """The configured library channels that the bot is in."""
        return [
            channel
            for channel in await self.people.own_channels()
            if channel.id in self.libraries or channel.name in self.libraries
        ]

    async def is_library(self, channel_id: str) -> bool:
        """Whether files dropped there are read."""
        channel = await self.people.channel(channel_id)
        if channel is None or channel.is_shared:
            return False
        return channel.id in self.libraries or channel.name in self.libraries

    async def _only_full(self, channel_id: str) -> bool:
        members = await self.people.members(channel_id)
        partial = await self.people.partial_people()
        return members is not None and partial is not None and not members & partial


def _is_open(library: Channel) -> bool:
    return not (library.is_private or library.is_shared)
