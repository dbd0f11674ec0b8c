"""The workspace in memory: look-ups by id, and every change handed to the store."""

from collections.abc import Iterable
from typing import TypeVar

from bot.workspace.errors import SlackError
from bot.workspace.ids import Clock
from bot.workspace.models import (
    ENTITIES,
    Channel,
    Delivery,
    Entity,
    Identity,
    Message,
    StoredFile,
    User,
    View,
)
from bot.workspace.store import Row, Store

E = TypeVar("E", bound=Entity)


class State:
    """All entities by table and key. Reading is free; whoever changes one saves it."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self.clock = clock
        self._tables: dict[str, dict[str, Entity]] = {kind.table: {} for kind in ENTITIES}
        # Both in order of time: messages are only ever added at the end, and restored as they were added.
        self._by_channel: dict[str, dict[str, Message]] = {}
        self._by_thread: dict[tuple[str, str], dict[str, Message]] = {}

    def restore(self, rows: Iterable[Row]) -> None:
        """Take over what an earlier run kept."""
        kinds = {kind.table: kind for kind in ENTITIES}
        for table, _, body in rows:
            self._place(kinds[table].model_validate_json(body))
        for messages in self._by_channel.values():
            for ts in messages:
                self.clock.seen(ts)

    def save(self, entity: Entity) -> None:
        """Keep an entity as it is now; a message for one pair of eyes stays in memory only."""
        self._place(entity)
        if not (isinstance(entity, Message) and entity.ephemeral_to):
            self._store.put(entity.table, entity.key, entity.model_dump_json())

    def drop(self, entity: Entity) -> None:
        """Forget an entity."""
        self._tables[entity.table].pop(entity.key, None)
        if isinstance(entity, Message):
            self._by_channel[entity.channel].pop(entity.ts, None)
            self._by_thread[entity.channel, entity.root_ts].pop(entity.ts, None)
        self._store.delete(entity.table, entity.key)

    @property
    def is_new(self) -> bool:
        """Whether nothing was kept yet."""
        return not self._tables[Identity.table]

    @property
    def identity(self) -> Identity:
        """Who the workspace and its app are."""
        return self._all(Identity)["identity"]

    @property
    def users(self) -> dict[str, User]:
        """Everybody by id."""
        return self._all(User)

    @property
    def channels(self) -> dict[str, Channel]:
        """Every conversation by id."""
        return self._all(Channel)

    @property
    def files(self) -> dict[str, StoredFile]:
        """Every file by id, deleted ones too."""
        return self._all(StoredFile)

    @property
    def views(self) -> dict[str, View]:
        """Every modal and Home tab by id."""
        return self._all(View)

    @property
    def deliveries(self) -> dict[str, Delivery]:
        """Events that are not acknowledged yet, by envelope."""
        return self._all(Delivery)

    def user(self, user_id: str) -> User:
        """Return a user or refuse with Slack's code."""
        found = self.users.get(user_id)
        if found is None:
            raise SlackError("user_not_found")
        return found

    def channel(self, channel_id: str) -> Channel:
        """Return a conversation or refuse with Slack's code."""
        found = self.channels.get(channel_id)
        if found is None:
            raise SlackError("channel_not_found")
        return found

    def message(self, channel_id: str, ts: str) -> Message:
        """Return a message or refuse with Slack's code."""
        found = self._by_channel.get(channel_id, {}).get(ts)
        if found is None:
            raise SlackError("message_not_found")
        return found

    def messages(self, channel_id: str) -> list[Message]:
        """All messages of a conversation, oldest first, ephemeral ones included."""
        return list(self._by_channel.get(channel_id, {}).values())

    def thread(self, channel_id: str, root_ts: str) -> list[Message]:
        """A thread's parent and replies, oldest first, without what only one person sees."""
        thread = self._by_thread.get((channel_id, root_ts), {})
        return [message for message in thread.values() if not message.ephemeral_to]

    def im_of(self, user_id: str, other_id: str) -> Channel | None:
        """The direct conversation of two, if it was ever opened."""
        pair = {user_id, other_id}
        for channel in self.channels.values():
            if channel.kind == "im" and set(channel.members) == pair:
                return channel
        return None

    def _place(self, entity: Entity) -> None:
        self._tables[entity.table][entity.key] = entity
        if isinstance(entity, Message):
            self._by_channel.setdefault(entity.channel, {})[entity.ts] = entity
            thread = (entity.channel, entity.root_ts)
            self._by_thread.setdefault(thread, {})[entity.ts] = entity

    def _all(self, kind: type[E]) -> dict[str, E]:
        # Each table holds entities of one kind only: `_place` files them by their own table.
        return self._tables[kind.table]  # type: ignore[return-value]
