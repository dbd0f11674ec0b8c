"""What the workspace remembers. Each entity names the table and the key under which it is kept."""

from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

Json = dict[str, Any]


class Entity(BaseModel):
    """Something that is kept over a restart."""

    table: ClassVar[str]

    @property
    def key(self) -> str:
        """The key within its table."""
        return str(getattr(self, "id"))  # noqa: B009 - subclasses without an id override this


class Identity(Entity):
    """Who this workspace is to the app; minted once per folder."""

    table = "identity"
    id: str = "identity"
    team_id: str
    team_name: str
    app_id: str
    bot_id: str
    bot_user: str
    bot_token: str
    app_token: str
    signing_secret: str
    scopes: list[str]


class User(Entity):
    """A person, or the bot itself."""

    table = "user"
    id: str
    name: str
    real_name: str
    team_id: str
    is_admin: bool = False
    is_restricted: bool = False
    is_bot: bool = False
    locale: str = "en-US"
    deleted: bool = False


class Channel(Entity):
    """A public or private channel, or a direct conversation of two or more."""

    table = "channel"
    id: str
    name: str
    kind: Literal["public", "private", "im", "mpim"]
    creator: str
    created: int
    members: list[str]
    is_archived: bool = False
    is_ext_shared: bool = False


class Message(Entity):
    """A message; `ephemeral_to` marks one that a single person sees and that is never kept."""

    table = "message"
    channel: str
    ts: str
    user: str
    text: str = ""
    thread_ts: str | None = None
    subtype: str | None = None
    bot_id: str | None = None
    client_msg_id: str | None = None
    blocks: list[Json] = Field(default_factory=list)
    attachments: list[Json] = Field(default_factory=list)
    files: list[str] = Field(default_factory=list)
    reactions: dict[str, list[str]] = Field(default_factory=dict)
    edited: Json | None = None
    metadata: Json | None = None
    broadcast: bool = False
    ephemeral_to: str | None = None
    stream: "Stream | None" = None

    @property
    def key(self) -> str:
        """A timestamp is unique only within its channel."""
        return f"{self.channel}/{self.ts}"

    @property
    def root_ts(self) -> str:
        """The thread this message belongs to, which for a parent is its own."""
        return self.thread_ts or self.ts

    @property
    def is_reply(self) -> bool:
        """Whether it hangs under another message."""
        return self.thread_ts not in (None, self.ts)


class Stream(BaseModel):
    """The streaming life of a message."""

    state: Literal["live", "completed", "expired", "stopped_by_user"] = "live"
    mode: Literal["markdown", "chunks"] | None = None
    started: float
    tasks: dict[str, Json] = Field(default_factory=dict)
    plan_title: str | None = None


class Share(BaseModel):
    """One place where a file was dropped."""

    channel: str
    ts: str
    thread_ts: str | None = None
    public: bool


class StoredFile(Entity):
    """A file's description; its bytes lie beside the database under its id, never under its name."""

    table = "file"
    id: str
    name: str
    title: str
    mimetype: str
    filetype: str
    size: int
    user: str
    created: int
    alt_txt: str | None = None
    shares: list[Share] = Field(default_factory=list)
    complete: bool = False  # its bytes have come
    deleted: bool = False


class View(Entity):
    """A modal or Home tab as the app last sent it."""

    table = "view"
    id: str
    user: str
    type: Literal["modal", "home"]
    body: Json
    hash: str
    external_id: str | None = None
    previous: str | None = None
    root: str = ""


class Delivery(Entity):
    """An event on its way to the app, until it is acknowledged."""

    table = "delivery"
    id: str
    payload: Json
    attempts: int = 0
    repeat_of: int = 0
    due: float = 0.0
    created: float

    @property
    def retry_attempt(self) -> int:
        """The number the app is told: 0 the first time."""
        return self.attempts + self.repeat_of


ENTITIES: tuple[type[Entity], ...] = (
    Identity,
    User,
    Channel,
    Message,
    StoredFile,
    View,
    Delivery,
)
