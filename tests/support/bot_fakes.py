"""What jobs and listeners of the bot need, in memory. Typed as Any: each stands in for a class."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.errors import NotShared
from bot.slack.files import SharedFile
from bot.slack.people import Person
from rag.errors import UnknownDocument
from rag.types import Audience, Placement, Receipt, Upload

WORKSPACE, CHANNEL = "T1", "C1"
CONTEXT: Any = SimpleNamespace(
    is_enterprise_install=False, enterprise_id=None, team_id=WORKSPACE, bot_user_id="UBOT"
)


@dataclass
class FakeJobs:
    """Jobs by id, in the order in which they were written down. ``finished`` can't be cancelled."""

    written: dict[str, tuple[str, str, Mapping[str, Any]]] = field(default_factory=dict)
    finished: set[str] = field(default_factory=set)
    cancelled: list[str] = field(default_factory=list)

    async def submit(self, kind: str, job: str, lane: str, payload: Mapping[str, Any]) -> None:
        self.written.setdefault(job, (kind, lane, payload))

    async def exists(self, job: str) -> bool:
        return job in self.written

    async def cancel(self, job: str) -> bool:
        if job in self.finished:
            return False
        self.cancelled.append(job)
        return True

    def of(self, kind: str) -> list[Mapping[str, Any]]:
        return [payload for found, _, payload in self.written.values() if found == kind]


@dataclass
class FakePoster:
    """Messages by ts, newest text last; ``edits`` are all that were made."""

    texts: dict[str, str] = field(default_factory=dict)
    blocks: dict[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    details: dict[str, dict[str, Any]] = field(default_factory=dict)
    edits: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    statuses: list[str] = field(default_factory=list)

    async def post_once(self, place, message, job, *, again, details=None) -> str:
        for ts, known in self.details.items():
            if again and known["job"] == job:
                return ts
        ts = f"{1000 + len(self.texts)}.000000"
        self.texts[ts], self.blocks[ts] = message.text, message.blocks
        self.details[ts] = {"job": job, **(details or {})}
        return ts

    async def edit(self, channel, ts, message, job="", details=None) -> None:
        self.texts[ts], self.blocks[ts] = message.text, message.blocks
        self.edits.append(message.text)
        if job:
            self.details[ts] = {"job": job, **(details or {})}

    refresh = edit

    async def delete(self, channel, ts) -> None:
        for kept in (self.texts, self.blocks, self.details):
            kept.pop(ts, None)

    async def find(self, place, job) -> str:
        return next((ts for ts, kept in self.details.items() if kept["job"] == job), "")

    async def status(self, place, words) -> None:
        self.statuses.append(words)

    async def details_of(self, place, ts) -> dict[str, Any]:
        return self.details.get(ts, {})

    async def upload_once(self, place, picture, *, again) -> None:
        self.pictures.append(picture.name)


@dataclass
class FakePeople:
    """Ada and Ben are in the channel, Chris is an admin in it, Gina is not in it."""

    known: bool = True
    languages: dict[str, str] = field(default_factory=dict)

    async def language_of(self, user: str) -> str:
        return self.languages.get(user, "en")

    async def members(self, channel: str) -> frozenset[str] | None:
        return frozenset({"ADA", "BEN", "CHRIS"}) if self.known else None

    async def person(self, user: str) -> Person | None:
        return Person(user, user.title(), is_full=True, is_bot=False, is_admin=user == "CHRIS")

    async def name_of(self, user: str) -> str:
        return user.title()


@dataclass
class FakeEngine:
    """Documents of all channels; ``receipts`` are handed out one an ingestion, or raised."""

    placed: list[Placement] = field(default_factory=list)
    binned: list[Placement] = field(default_factory=list)
    receipts: list[Any] = field(default_factory=list)
    told: list[tuple[str, dict[str, int]]] = field(default_factory=list)
    uploads: list[Upload] = field(default_factory=list)
    forgotten_files: list[tuple[str, str | None]] = field(default_factory=list)
    fail: bool = False
    is_indexing: bool = False

    async def documents(self, audience: Audience) -> list[Placement]:
        return [p for p in self.placed if p.channel in audience.channels]

    async def forgotten(self, audience: Audience) -> list[Placement]:
        return [p for p in self.binned if p.channel in audience.channels]

    async def forget(self, document: str, audience: Audience) -> list[Placement]:
        if self.fail:
            raise ConnectionError("the database is gone")
        found = [p for p in await self.documents(audience) if p.document == document]
        if not found:
            raise UnknownDocument(document)
        self.placed = [p for p in self.placed if p not in found]
        self.binned += found
        return found

    async def restore(self, document: str, audience: Audience) -> list[Placement]:
        if self.fail:
            raise UnknownDocument(document)
        found = [p for p in await self.forgotten(audience) if p.document == document]
        self.binned = [p for p in self.binned if p not in found]
        self.placed += found
        return found

    async def is_forgotten(self, workspace, source_file, channel) -> bool:
        return any((p.source_file, p.channel) == (source_file, channel) for p in self.binned)

    async def forget_file(self, workspace, source_file, channel=None, keep="") -> list[Placement]:
        if not keep:
            self.forgotten_files.append((source_file, channel))
            return []
        mine = [p for p in self.placed if (p.source_file, p.channel) == (source_file, channel)]
        gone = [p for p in mine if p.document != keep]
        self.placed = [p for p in self.placed if p not in gone]
        return gone

    async def ingest(self, upload: Upload, progress) -> Receipt:
        self.uploads.append(upload)
        for stage, numbers in self.told:
            await progress(stage, numbers)
        outcome: Receipt | Exception = self.receipts.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


@dataclass
class FakeFetcher:
    """Files by id. ``shared`` are the channels that files.info tells, each with its messages."""

    shared: dict[str, frozenset[str]] = field(
        default_factory=lambda: {CHANNEL: frozenset({"900.000000"})}
    )
    error: Exception | None = None
    name: str = "plan.pdf"

    async def look_up(self, file_id: str, channel: str, ts: str = "") -> SharedFile:
        if channel not in self.shared:
            raise NotShared(file_id)
        at = ts or max(self.shared[channel])
        return SharedFile(file_id, self.name, 3, "https://x", "ADA", at, at)

    async def shares(self, file_id: str) -> Mapping[str, frozenset[str]]:
        return self.shared

    def download(self, file: SharedFile) -> "FakeFetcher":
        return self

    async def __aenter__(self) -> Path:
        if self.error:
            raise self.error
        return Path("file")

    async def __aexit__(self, *_: object) -> None:
        return None


class EveryChannel:
    """`Audiences`: every channel is a library."""

    async def is_library(self, channel: str) -> bool:
        return True

    async def own(self, workspace: str, channel: str) -> Audience:
        return Audience(workspace, f"channel:{channel}", frozenset({channel}))


def placement(document: str = "d1", channel: str = CHANNEL, **more: Any) -> Placement:
    fields: dict[str, Any] = {
        "id": f"p-{document}-{channel}",
        "workspace": WORKSPACE,
        "document": document,
        "channel": channel,
        "name": "plan.pdf",
        "title": "plan",
        "version": "v1",
        "number": 1,
        "source_file": "F1",
        "uploader": "ADA",
        "placed_at": datetime(2025, 3, 14, tzinfo=UTC),
        "pages": 2,
    }
    return Placement(**(fields | more))


def receipt(**more: Any) -> Receipt:
    known = Receipt(
        document="d1",
        version="v1",
        name="plan.pdf",
        title="plan",
        number=1,
        replaced=0,
        already=False,
        pages=3,
        unread=(),
        parents=4,
        children=5,
        strategy="recursive",
        reason="density 5.2 per 1,000 characters; 4 code blocks",
        languages=("en",),
        steps=(),
        milliseconds=2_000.0,
    )
    return replace(known, **more)
