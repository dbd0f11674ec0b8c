"""The engine's stores and its embedder, in memory."""

import hashlib
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from rag.errors import Superseded
from rag.ports import Vector
from rag.text.pages import texts_of_pages
from rag.types import Child, Page, Passage, Placement, Version, VersionFacts, Visible


@dataclass
class FakeStore:
    """`DocumentStore`: versions by id, placements by document."""

    versions: dict[str, Version] = field(default_factory=dict)
    placed: dict[tuple[str, str, str], Placement] = field(default_factory=dict)
    fail_publish: bool = False
    written: list[str] = field(default_factory=list)

    async def placements(self, workspace: str) -> list[Placement]:
        return [p for p in self.placed.values() if p.workspace == workspace]

    async def write_version(self, version: Version) -> None:
        self.written.append(version.id)
        self.versions[version.id] = version

    async def publish(self, placement: Placement) -> tuple[Placement, int, list[str]]:
        if self.fail_publish:
            raise ConnectionError("the database is gone")
        key = (placement.workspace, placement.channel, placement.name)
        old = self.placed.get(key)
        if (
            old
            and old.dropped_at
            and placement.dropped_at
            and old.dropped_at > placement.dropped_at
        ):
            raise Superseded(placement.name, old.number)
        number = old.number + 1 if old else 1
        stored = replace(placement, document="-".join(key), number=number)
        self.placed[key] = stored
        orphans = [old.version] if old and not self._held(old.version) else []
        return stored, (old.number if old else 0), orphans

    async def renew(self, placement: Placement) -> None:
        self.placed[(placement.workspace, placement.channel, placement.name)] = placement

    async def held_by(self, workspace: str, source_file: str) -> list[str]:
        mine = [p for p in self.placed.values() if p.workspace == workspace]
        return [p.id for p in mine if p.source_file == source_file]

    async def release(self, workspace: str, placement: str, source_file: str) -> list[str] | None:
        if placement not in await self.held_by(workspace, source_file):
            return None
        return await self.withdraw(workspace, placement)

    async def withdraw(self, workspace: str, placement: str) -> list[str]:
        gone = [k for k, p in self.placed.items() if p.id == placement and p.workspace == workspace]
        versions = [self.placed.pop(key).version for key in gone]
        return [v for v in versions if not self._held(v)]

    async def discard(self, versions: Sequence[str]) -> None:
        for version in versions:
            if not self._held(version):
                self.versions.pop(version, None)

    async def unplaced(self, written_before: datetime) -> list[str]:
        return [v for v in self.versions if not self._held(v)]

    async def children(self, visible: Visible, ids: Sequence[str]) -> dict[str, Child]:
        seen = [c for v in visible.versions for c in self.versions[v].children]
        return {c.id: c for c in seen if c.id in ids}

    async def passages(self, visible: Visible, ids: Sequence[str]) -> dict[str, Passage]:
        seen = [p for v in visible.versions for p in self.versions[v].passages]
        return {p.id: p for p in seen if p.id in ids}

    async def passages_of(self, visible: Visible, version: str) -> list[Passage]:
        return list(self.versions[version].passages) if version in visible.versions else []

    async def pages(self, visible: Visible, versions: Sequence[str]) -> dict[str, list[Page]]:
        shown = [v for v in versions if v in visible.versions]
        return {v: [replace(p, text="") for p in self.versions[v].pages] for v in shown}

    async def page_texts(
        self, visible: Visible, pages: Sequence[tuple[str, int]]
    ) -> dict[tuple[str, int], str]:
        seen = [p for v in visible.versions for p in self.versions[v].passages]
        return texts_of_pages(seen, pages)

    async def version_facts(
        self, workspace: str | None = None, digest: str | None = None
    ) -> list[VersionFacts]:
        live = {p.version for p in self.placed.values() if workspace in {None, p.workspace}}
        return [
            VersionFacts(
                id=v.id,
                workspace=v.workspace,
                digest=v.digest,
                title=v.title,
                strategy=v.strategy,
                reason=v.reason,
                parents=len(v.passages),
                children=len(v.children),
                notes=v.notes,
            )
            for v in self.versions.values()
            if v.id in live and digest in {None, v.digest}
        ]

    async def unknown(self, versions: Sequence[str]) -> list[str]:
        return [v for v in versions if v not in self.versions]

    async def all_children(
        self, workspace: str | None, versions: Collection[str] | None = None
    ) -> AsyncIterator[tuple[Placement, list[Child]]]:
        for placement in list(self.placed.values()):
            wanted = versions is None or placement.version in versions
            if wanted and workspace in {None, placement.workspace}:
                yield placement, list(self.versions[placement.version].children)

    async def close(self) -> None:
        self.versions.clear()

    def _held(self, version: str) -> bool:
        return any(p.version == version for p in self.placed.values())


@dataclass
class FakeIndex:
    """`VectorIndex`: children by id. ``lose`` forgets as many as it takes, silently."""

    rows: dict[str, Child] = field(default_factory=dict)
    workspaces: dict[str, str] = field(default_factory=dict)
    lose: int = 0
    fail_after: int | None = None
    batches: list[int] = field(default_factory=list)

    async def upsert(
        self, workspace: str, title: str, children: Sequence[Child], vectors: Sequence[Vector]
    ) -> None:
        if self.fail_after is not None and len(self.batches) >= self.fail_after:
            raise ConnectionError("the index is gone")
        assert len(children) == len(vectors)
        assert children, "never called with nothing"
        self.batches.append(len(children))
        kept = children[: len(children) - self.lose]
        self.rows.update({child.id: child for child in kept})
        self.workspaces.update({child.version: workspace for child in kept})

    async def flush(self) -> None:
        """Nothing is held back."""

    async def delete_versions(self, versions: Sequence[str]) -> None:
        self.rows = {k: c for k, c in self.rows.items() if c.version not in versions}

    async def search_vector(
        self, vector: Vector, language: str, visible: Visible, limit: int
    ) -> list[str]:
        return [k for k, c in self.rows.items() if c.version in visible.versions][:limit]

    async def search_terms(
        self, query: str, language: str, visible: Visible, limit: int
    ) -> list[str]:
        found = [c for c in self.rows.values() if c.version in visible.versions]
        return [c.id for c in found if query in c.text][:limit]

    async def reset(self) -> None:
        self.rows.clear()

    async def counts(self, workspace: str | None) -> Mapping[str, int]:
        counted: dict[str, int] = {}
        for child in self.rows.values():
            if workspace in {None, self.workspaces[child.version]}:
                counted[child.version] = counted.get(child.version, 0) + 1
        return counted

    async def count(self, version: str) -> int:
        return sum(child.version == version for child in self.rows.values())

    async def close(self) -> None:
        self.rows.clear()


@dataclass
class FakeEmbedder:
    """`Embedder`: a text's vector from its digest, the same every time."""

    name: str = "fake"
    dimension: int = 4
    texts: list[str] = field(default_factory=list)

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts.extend(texts)
        return [self._vector(text) for text in texts]

    async def embed_query(self, text: str) -> list[float]:
        return self._vector(text)

    def _vector(self, text: str) -> list[float]:
        digest = hashlib.sha256(text.encode("utf-8", "replace")).digest()
        values = [byte / 255 for byte in digest[: self.dimension]]
        length = sum(v * v for v in values) ** 0.5
        return [v / length for v in values]


@dataclass
class FakeCache:
    """`VectorCache`: vectors by workspace and digest."""

    vectors: dict[tuple[str, str, str], list[float]] = field(default_factory=dict)

    async def lookup(
        self, workspace: str, embedder: str, digests: Sequence[str]
    ) -> dict[str, list[float]]:
        keys = {d: (workspace, embedder, d) for d in digests}
        return {d: self.vectors[k] for d, k in keys.items() if k in self.vectors}

    async def remember(
        self, workspace: str, version: str, embedder: str, vectors: Mapping[str, Vector]
    ) -> None:
        self.vectors.update({(workspace, embedder, d): list(v) for d, v in vectors.items()})
