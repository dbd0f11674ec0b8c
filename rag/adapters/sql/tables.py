"""The tables. Every row carries its workspace; ids are made by us, never by the database."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from rag.adapters.sql.kinds import Moment, Prose, Words

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

documents = Table(
    "documents",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("workspace", String(64), nullable=False),
    Column("channel", String(64), nullable=False),
    Column("name", Words(512), nullable=False),
    Column("versions", Integer, nullable=False, server_default=text("0")),
    UniqueConstraint("workspace", "channel", "name"),
)

versions = Table(
    "versions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("workspace", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("title", Words(512), nullable=False),
    Column("strategy", String(32), nullable=False),
    Column("reason", Words(256), nullable=False),
    Column("languages", JSON, nullable=False),
    Column("parents", Integer, nullable=False),
    Column("children", Integer, nullable=False),
    Column("notes", JSON),  # unknown for the oldest rows
    Column("written_at", Moment, nullable=False),
    Index(None, "workspace", "digest"),
)

placements = Table(
    "placements",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("workspace", String(64), nullable=False),
    Column("document", ForeignKey("documents.id"), nullable=False, unique=True),
    Column("version", ForeignKey("versions.id"), nullable=False, index=True),
    # Made from this placement's name: the name in another channel must not be told here.
    Column("title", Words(512), nullable=False, server_default=text("''")),
    Column("number", Integer, nullable=False),
    Column("source_file", Words(128), nullable=False, index=True),
    Column("uploader", String(64), nullable=False),
    Column("placed_at", Moment, nullable=False),
    Column("dropped_at", Moment),  # orders uploads of one name; unknown for the oldest rows
    Column("forgotten_at", Moment, index=True),  # set: it answers no more, but may come back
    Index(None, "workspace"),
)

# Those that brought the same content under the same name there, before the one that holds it now.
earlier_files = Table(
    "earlier_files",
    metadata,
    Column("placement", ForeignKey("placements.id", ondelete="CASCADE"), primary_key=True),
    Column("file", Words(128), primary_key=True),
    Column("workspace", String(64), nullable=False),
    Column("uploader", String(64), nullable=False),
    Column("dropped_at", Moment),
    Index(None, "workspace", "file"),
)

pages = Table(
    "pages",
    metadata,
    Column("version", ForeignKey("versions.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("label", Words(64), nullable=False),
    Column("state", String(16), nullable=False),
    Column("reason", Words(256), nullable=False),
)

passages = Table(
    "passages",
    metadata,
    Column("id", String(96), primary_key=True),
    Column("version", ForeignKey("versions.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("workspace", String(64), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("first_page", Integer, nullable=False),
    Column("last_page", Integer, nullable=False),
    Column("heading", Prose, nullable=False),
    Column("text", Prose, nullable=False),
    Column("spans", JSON, nullable=False),
)

children = Table(
    "children",
    metadata,
    Column("id", String(96), primary_key=True),
    Column("version", ForeignKey("versions.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("workspace", String(64), nullable=False),
    Column("passage", String(96), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("first_page", Integer, nullable=False),
    Column("last_page", Integer, nullable=False),
    Column("language", String(8), nullable=False),
)

vectors = Table(
    "vectors",
    metadata,
    Column("workspace", String(64), primary_key=True),
    Column("embedder", String(128), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("version", String(64), primary_key=True),
    Column("vector", LargeBinary, nullable=False),
    Index(None, "version"),
)

answers = Table(
    "answers",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("workspace", String(64), nullable=False),
    Column("thread", Words(128), nullable=False),
    Column("audience", String(256), nullable=False),
    Column("channels", JSON, nullable=False),
    Column("asker", String(64), nullable=False),
    Column("outcome", String(32), nullable=False),
    Column("question", Prose, nullable=False),
    Column("body", JSON, nullable=False),
    Column("asked_at", Moment, nullable=False),
    Column("milliseconds", Float, nullable=False),
    Index(None, "workspace", "asker", "asked_at"),
    Index(None, "asked_at"),
)

addresses = Table(
    "addresses",
    metadata,
    Column("workspace", String(64), primary_key=True),
    Column("address", String(128), primary_key=True),
    Column("answer", ForeignKey("answers.id", ondelete="CASCADE"), nullable=False, index=True),
)

thumbs = Table(
    "thumbs",
    metadata,
    Column("answer", ForeignKey("answers.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("value", Integer, primary_key=True, autoincrement=False),
    Column("workspace", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
)

opinions = Table(
    "opinions",
    metadata,
    Column("answer", ForeignKey("answers.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("workspace", String(64), nullable=False),
    Column("value", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("reason", String(32), nullable=False),
    Column("words", Prose, nullable=False),
    Column("snapshot", JSON, nullable=False),
    Index(None, "workspace", "at"),
)

notices = Table(
    "notices",
    metadata,
    Column("workspace", String(64), primary_key=True),
    Column("document", String(64), primary_key=True),
    Column("version", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

spending = Table(
    "spending",
    metadata,
    Column("workspace", String(64), primary_key=True),
    Column("answer", String(64), primary_key=True),
    Column("day", Date, nullable=False),
    Column("calls", Integer, nullable=False),
    Column("prompt_tokens", Integer, nullable=False),
    Column("completion_tokens", Integer, nullable=False),
    Column("cost", Float, nullable=False),
    Index(None, "workspace", "day"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("workspace", String(64), primary_key=True),
    Column("place", String(64), primary_key=True),
    Column("name", String(32), primary_key=True),
    Column("value", Words(256), nullable=False),
    Column("changed_by", String(64), nullable=False),
    Column("changed_at", Moment, nullable=False),
)

installations = Table(
    "installations",
    metadata,
    Column("workspace", String(64), primary_key=True),
    Column("name", Words(256), nullable=False),
    Column("credentials", Text, nullable=False),
    Column("installed_at", Moment, nullable=False),
    Column("left_at", Moment),  # set: the data is deleted when the days of grace are over
)
