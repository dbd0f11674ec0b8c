"""Design section 6 once more, naively: rooms and people as they are, and who may see what there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal[
    "member", "admin", "owner", "single_guest", "multi_guest", "bot", "gone", "stranger", "sibling"
]
KINDS: tuple[Kind, ...] = (
    "member", "admin", "owner", "single_guest", "multi_guest", "bot", "gone", "stranger", "sibling",
)  # fmt: skip
_OURS = frozenset({"member", "admin", "owner"})
_NOBODY = frozenset({"bot", "gone"})


@dataclass
class Room:
    """A conversation. ``org`` is shared with the sibling workspace, ``ext`` with a stranger's."""

    id: str
    kind: Literal["public", "private", "im", "mpim"] = "public"
    library: bool = False
    org: bool = False
    ext: bool = False
    pending: bool = False
    archived: bool = False
    members: set[str] = field(default_factory=set)
    name: str = ""

    @property
    def is_foreign(self) -> bool:
        return self.ext or self.pending


@dataclass
class Oracle:
    """People by kind, rooms, and whether shared channels are answered."""

    people: Mapping[str, Kind]
    rooms: Mapping[str, Room]
    in_shared: bool = False

    def together(self, place: str, asker: str) -> set[str]:
        """The rooms whose documents everybody who reads ``place`` may see."""
        room = self.rooms.get(place)
        if room is None or self._closed(room):
            return set()
        if room.kind == "im":
            return self.alone(asker)
        if room.is_foreign:
            return {place}
        readers = {user for user in room.members if self.people[user] not in _NOBODY}
        if room.kind == "mpim":
            shared = [self.alone(user) for user in readers]
            return {place} | (set.intersection(*shared) if shared else set())
        return {place} | {
            library.id
            for library in self._libraries()
            if library.kind == "public"
            and not library.is_foreign
            and all(self._walks_in(user, library) for user in readers)
            # In a public room of two workspaces anybody of either may read.
            and (room.kind == "private" or not room.org or library.org)
        }

    def alone(self, user: str) -> set[str]:
        """The libraries that this person may see."""
        if self.people.get(user, "bot") in _NOBODY:
            return set()
        return {
            library.id
            for library in self._libraries()
            if user in library.members or self._walks_in(user, library)
        }

    def alone_in(self, user: str, place: str) -> set[str]:
        """The same, and the room in which it is told to them, if they are in it."""
        room, seen = self.rooms.get(place), self.alone(user)
        is_there = room is not None and user in room.members and not self._closed(room)
        if is_there and self.people.get(user, "bot") not in _NOBODY:
            seen.add(place)
        return seen

    def _walks_in(self, user: str, library: Room) -> bool:
        """Whether this person could join without being asked."""
        kind = self.people[user]
        if library.kind != "public" or library.is_foreign:
            return False
        return kind in _OURS or (kind == "sibling" and library.org)

    def _libraries(self) -> Iterable[Room]:
        return [room for room in self.rooms.values() if room.library and not self._closed(room)]

    def _closed(self, room: Room) -> bool:
        return room.archived or (room.is_foreign and not self.in_shared)
