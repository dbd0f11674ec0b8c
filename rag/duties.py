"""What is owed to those whose data is kept: shown, erased, and kept no longer than need be."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from rag.ports import VectorIndex
from rag.types import Installation, Keeping, PersonalData


class Installations(Protocol):
    """The workspaces that use the engine."""

    async def keep(self, installation: Installation) -> None:
        """Writes one down in place of what was known; one that had left is back."""
        ...

    async def get(self, workspace: str) -> Installation | None:
        """The installation, whether it has left or not."""
        ...

    async def all(self) -> list[Installation]:
        """All of them."""
        ...

    async def leave(self, workspace: str, at: datetime) -> bool:
        """Notes that one has left, and drops its credentials; False if it had before."""
        ...

    async def remove(self, workspace: str) -> None:
        """Forgets that there was such a workspace."""
        ...


class Records(Protocol):
    """Rows that tell of people and workspaces."""

    async def of_person(self, workspace: str, person: str) -> PersonalData:
        """All that is kept of a person."""
        ...

    async def conversations(self, workspace: str, person: str) -> list[tuple[str, str]]:
        """Thread and audience of the conversations in which a person has asked."""
        ...

    async def asked_since(self, workspace: str, person: str, since: datetime) -> list[datetime]:
        """When a person asked what was answered, the oldest first."""
        ...

    async def erase(self, workspace: str, person: str) -> Mapping[str, int]:
        """Deletes what a person asked, and their votes; takes their id from their uploads."""
        ...

    async def expire_answers(self, before: datetime) -> int:
        """Deletes questions and answers that are older."""
        ...

    async def answers_before(self, before: datetime) -> int:
        """How many are older."""
        ...

    async def delete_workspace(self, workspace: str) -> Mapping[str, int]:
        """Deletes every row of a workspace; returns how many by table."""
        ...

    async def move_channel(self, workspace: str, old: str, new: str) -> int:
        """Keeps what was kept under a channel's old id under its new one.

        Returns how many documents there were; done again, there are none.
        """
        ...

    async def workspaces(self) -> list[str]:
        """Those of which anything is kept."""
        ...


class Conversations(Protocol):
    """What is remembered of conversations, which are named by `conversation_name`."""

    async def forget(self, conversations: Sequence[str]) -> int:
        """Drops all that is kept of them; returns how many there were."""
        ...

    async def of_workspace(self, workspace: str) -> list[str]:
        """Those of a workspace."""
        ...

    async def of_person(self, workspace: str, person: str) -> list[str]:
        """Those that a person had by themselves, or in which they said something."""
        ...

    async def quiet_since(self, moment: datetime) -> list[str]:
        """Those in which nothing was said from then on."""
        ...


@dataclass(frozen=True, slots=True)
class Duties:
    """Works beside a running bot. Without an index no workspace can be deleted."""

    records: Records
    installations: Installations
    conversations: Conversations
    index: VectorIndex | None = None

    async def erase(
        self, workspace: str, person: str, threads: Sequence[str] = ()
    ) -> Mapping[str, int]:
        """Erases a person; returns how much of what.

        ``threads`` are further ones in which they have spoken. A conversation that they took part
        in is no more remembered at all: what others said in it may quote them.
        """
        mine = {
            conversation_name(workspace, thread, audience)
            for thread, audience in await self.records.conversations(workspace, person)
        }
        starts = tuple(f"{workspace}|{thread}|" for thread in threads)
        found = [
            name
            for name in await self.conversations.of_workspace(workspace)
            if name in mine or name.startswith(starts)
        ]
        found += await self.conversations.of_person(workspace, person)
        forgotten = await self.conversations.forget(sorted(set(found)))
        return {**await self.records.erase(workspace, person), "conversations": forgotten}

    async def expire(self, keeping: Keeping) -> Mapping[str, int]:
        """Deletes what is kept no longer; returns how much of what."""
        gone: Counter[str] = Counter()
        if keeping.answers_since:
            gone["answers"] = await self.records.expire_answers(keeping.answers_since)
        if keeping.conversations_since:
            quiet = await self.conversations.quiet_since(keeping.conversations_since)
            gone["conversations"] = await self.conversations.forget(quiet)
        return gone

    async def overdue(self, keeping: Keeping) -> int:
        """How many answers and conversations `expire` would delete."""
        found = 0
        if keeping.answers_since:
            found += await self.records.answers_before(keeping.answers_since)
        if keeping.conversations_since:
            found += len(await self.conversations.quiet_since(keeping.conversations_since))
        return found

    async def left_before(self, moment: datetime) -> list[str]:
        """The workspaces that left before, and whose data is still there."""
        return [
            i.workspace
            for i in await self.installations.all()
            if i.left_at is not None and i.left_at <= moment
        ]

    async def delete_workspace(self, workspace: str) -> Mapping[str, int]:
        """Deletes all that is kept of a workspace; what is cut off is finished the next time.

        Raises:
            RuntimeError: the index is not open.
        """
        if self.index is None:
            raise RuntimeError("a workspace is deleted by a process that has the index")
        # SQL decides what is visible: from here on nothing of it answers any more.
        gone = dict(await self.records.delete_workspace(workspace))
        indexed = await self.index.counts(workspace)
        await self.index.delete_versions(list(indexed))
        named = await self.conversations.of_workspace(workspace)
        gone["conversations"] = await self.conversations.forget(named)
        gone["vectors_indexed"] = sum(indexed.values())
        await self.installations.remove(workspace)
        return gone


def conversation_name(workspace: str, thread: str, audience: str) -> str:
    """A conversation: what is said in one workspace, thread and audience is its own."""
    return "|".join((workspace, thread, audience))
