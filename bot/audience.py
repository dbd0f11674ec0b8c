"""Who will read an answer, as the channels whose documents all of them may see.

In a channel: the public libraries and the channel itself; in a direct message: the public
libraries and the private ones that the person is in; in a group's direct message: what each of
them would see there. A guest among the readers of a channel leaves the channel's own documents;
a channel shared with another organisation gets nothing, or by a setting its own documents. An
archived channel answers nobody. What Slack doesn't tell is taken as no.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.slack.facts import opens_to
from bot.slack.people import Channel, People, Person
from rag.types import Audience

Chosen = Callable[[], Awaitable[Mapping[str, bool]]]


async def _nothing() -> Mapping[str, bool]:
    return {}


@dataclass(frozen=True, slots=True)
class Audiences:
    """Computes audiences from what Slack says now."""

    people: People
    libraries: frozenset[str]
    in_shared: bool = False
    """Whether channels shared with another organisation are answered from their own documents."""
    chosen: Chosen = _nothing
    """Channels that were made libraries (True) or taken away (False), whatever the settings say."""

    async def of(self, workspace: str, channel_id: str, asker: str) -> Audience:
        """The audience of an answer that is posted in a channel, thread or direct message."""
        channel = await self.people.channel(channel_id)
        seen: set[str] = set()
        if channel is not None and not self._is_closed(channel):
            if channel.is_direct:
                return await self.private(workspace, asker)
            seen = {channel.id} | await self._common(channel)
        return Audience(workspace, f"channel:{channel_id}", frozenset(seen))

    async def private(self, workspace: str, asker: str) -> Audience:
        """The audience of an answer that only the asker reads."""
        person = await self.people.person(asker)
        seen = await self._seen_by([person]) if person and not _is_no_reader(person) else set()
        return Audience(workspace, f"person:{asker}", frozenset(seen))

    async def alone(self, workspace: str, asker: str, channel_id: str) -> Audience:
        """The same where it is told in a channel: its documents too, for who is in it."""
        private, own = await self.private(workspace, asker), await self.own(workspace, channel_id)
        person = await self.people.person(asker)
        members = await self.people.members(channel_id) or frozenset()
        if person is None or _is_no_reader(person) or asker not in members:
            return private
        return Audience(workspace, private.key, private.channels | own.channels)

    async def own(self, workspace: str, channel_id: str) -> Audience:
        """The channel's own documents: what its people see there and may act on."""
        channel = await self.people.channel(channel_id)
        is_open = channel is not None and not self._is_closed(channel)
        seen = frozenset({channel_id}) if is_open else frozenset()
        return Audience(workspace, f"channel:{channel_id}", seen)

    async def may_read(self, channel_id: str, user: str) -> bool:
        """Whether a person may read what is said in a channel, and the bot answers there."""
        channel, person = await self.people.channel(channel_id), await self.people.person(user)
        if channel is None or person is None or _is_no_reader(person) or self._is_closed(channel):
            return False
        members = await self.people.members(channel_id) or frozenset()
        return user in members or opens_to(channel, person)

    async def library_channels(self) -> list[Channel]:
        """The library channels that the bot is in."""
        own, chosen = await self.people.own_channels(), await self.chosen()
        return [channel for channel in own if self._is_listed(channel, chosen)]

    async def is_library(self, channel_id: str) -> bool:
        """Whether files dropped there are read."""
        channel = await self.people.channel(channel_id)
        if channel is None or self._is_closed(channel):
            return False
        return self._is_listed(channel, await self.chosen())

    def is_open(self, channel: Channel) -> bool:
        """Whether files are read and questions answered there at all."""
        return not self._is_closed(channel)

    def _is_listed(self, channel: Channel, chosen: Mapping[str, bool]) -> bool:
        listed = channel.id in self.libraries or channel.name in self.libraries
        return chosen.get(channel.id, listed)

    def _is_closed(self, channel: Channel) -> bool:
        return channel.is_archived or (channel.is_shared and not self.in_shared)

    async def _common(self, channel: Channel) -> set[str]:
        """The libraries that all who read a channel may see."""
        members = None if channel.is_shared else await self.people.members(channel.id)
        persons = await self.people.persons(members) if members is not None else None
        if persons is None:
            return set()
        readers = [person for person in persons if not _is_no_reader(person)]
        if channel.is_group:
            return await self._seen_by(readers) if readers else set()
        return {
            library.id
            for library in await self.library_channels()
            if not self._is_closed(library)
            and all(opens_to(library, reader) for reader in readers)
            and _covers(library, channel)
        }

    async def _seen_by(self, readers: list[Person]) -> set[str]:
        """The libraries that each of them may see, because it is public or they are in it."""
        seen: set[str] = set()
        for library in await self.library_channels():
            if self._is_closed(library):
                continue
            members = await self.people.members(library.id) or frozenset()
            if all(reader.id in members or opens_to(library, reader) for reader in readers):
                seen.add(library.id)
        return seen


def _is_no_reader(person: Person) -> bool:
    return person.is_bot or person.is_gone


def _covers(library: Channel, channel: Channel) -> bool:
    """Whether who may still join the channel may see the library too.

    In a public one that is everybody in its workspaces.
    """
    if library.is_private or library.is_shared:
        return False
    return channel.is_private or channel.teams <= library.teams
