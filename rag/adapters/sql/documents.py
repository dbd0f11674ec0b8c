"""The document store on SQL: what is live is decided here and nowhere else."""

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, or_, select, true
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql import holding, publishing, rows, tables
from rag.adapters.sql.statements import facts_query, pages_of, parents, seen
from rag.text.pages import texts_of_pages
from rag.types import Child, Page, Passage, Placement, Version, VersionFacts, Visible

LIVE = tables.placements.c.forgotten_at.is_(None)


@dataclass(frozen=True, slots=True)
class SqlDocumentStore:
    """`DocumentStore` on any database that SQLAlchemy reaches."""

    engine: AsyncEngine

    async def placements(self, workspace: str) -> list[Placement]:
        """All live placements of the workspace, oldest first."""
        return await self.placements_where(and_(tables.placements.c.workspace == workspace, LIVE))

    async def write_version(self, version: Version) -> None:
        """One transaction."""
        async with self.engine.begin() as connection:
            await publishing.written(connection, version)

    async def publish(self, placement: Placement) -> tuple[Placement, int, list[str]]:
        """One transaction: the new version answers from its commit on, the old one no more."""
        async with self.engine.begin() as connection:
            stored, old = await publishing.published(connection, placement)
        orphans = await self._unheld([old["version"]]) if old else []
        replaced = old["number"] if old and old["forgotten_at"] is None else 0
        return stored, replaced, orphans

    async def renew(self, placement: Placement) -> None:
        """One transaction; nothing if it answers no more."""
        async with self.engine.begin() as connection:
            await holding.renewed(connection, placement)

    async def held_by(self, workspace: str, source_file: str) -> list[str]:
        """Ids of placements, live or forgotten."""
        async with self.engine.connect() as connection:
            return await holding.held_by(connection, workspace, source_file)

    async def release(self, workspace: str, placement: str, source_file: str) -> list[str] | None:
        """One transaction."""
        async with self.engine.begin() as connection:
            gone = await holding.released(connection, workspace, placement, source_file)
        return None if gone is None else await self._unheld([gone])

    async def withdraw(self, workspace: str, placement: str) -> list[str]:
        """Removes a placement in one transaction."""
        held = and_(tables.placements.c.workspace == workspace, tables.placements.c.id == placement)
        async with self.engine.begin() as connection:
            query = select(tables.placements.c.version).where(held)
            found = (await connection.execute(query)).scalars().all()
            await connection.execute(delete(tables.placements).where(held))
        return await self._unheld(found)

    async def discard(self, versions: Sequence[str]) -> None:
        """Deletes the versions among these that no placement holds, with all their parts."""
        gone = await self._unheld(versions)
        async with self.engine.begin() as connection:
            for table, column in (
                (tables.vectors, tables.vectors.c.version),
                (tables.versions, tables.versions.c.id),
            ):
                await connection.execute(delete(table).where(column.in_(gone)))

    async def unplaced(self, written_before: datetime) -> list[str]:
        """Versions that nothing holds: replaced, forgotten or unfinished."""
        query = select(tables.versions.c.id).where(tables.versions.c.written_at < written_before)
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).scalars().all()
        return await self._unheld(found)

    async def children(self, visible: Visible, ids: Sequence[str]) -> dict[str, Child]:
        """Children by id, of visible versions only."""
        query = (
            select(tables.children, tables.passages.c.text.label("parent_text"))
            .join(tables.passages, tables.passages.c.id == tables.children.c.passage)
            .where(seen(tables.children, visible), tables.children.c.id.in_(ids))
        )
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).mappings().all()
        return {row["id"]: rows.to_child(row, row["parent_text"]) for row in found}

    async def passages(self, visible: Visible, ids: Sequence[str]) -> dict[str, Passage]:
        """Parents by id, of visible versions only."""
        query = parents(visible).where(tables.passages.c.id.in_(ids))
        return {passage.id: passage for passage in await self._shown(query, visible)}

    async def passages_of(self, visible: Visible, version: str) -> list[Passage]:
        """All parents of one visible version, in order."""
        query = parents(visible).where(tables.passages.c.version == version)
        return await self._shown(query.order_by(tables.passages.c.ordinal), visible)

    async def pages(self, visible: Visible, versions: Sequence[str]) -> dict[str, list[Page]]:
        """Pages without texts, in order, of the visible ones among these versions."""
        shown = sorted(set(versions) & set(visible.versions))
        query = (
            select(tables.pages)
            .join(tables.versions, tables.versions.c.id == tables.pages.c.version)
            .where(
                tables.versions.c.workspace == visible.workspace, tables.pages.c.version.in_(shown)
            )
            .order_by(tables.pages.c.version, tables.pages.c.number)
        )
        found: dict[str, list[Page]] = defaultdict(list)
        async with self.engine.connect() as connection:
            for row in (await connection.execute(query)).mappings():
                found[row["version"]].append(rows.to_page(row))
        return dict(found)

    async def page_texts(
        self, visible: Visible, pages: Sequence[tuple[str, int]]
    ) -> dict[tuple[str, int], str]:
        """Whole pages, put together from the passages that stand on them."""
        if not pages:
            return {}
        table = tables.passages
        touched = or_(
            *(
                and_(table.c.version == v, table.c.first_page <= n, table.c.last_page >= n)
                for v, n in set(pages)
            )
        )
        query = select(table).where(seen(table, visible), touched).order_by(table.c.ordinal)
        async with self.engine.connect() as connection:
            found = [rows.to_passage(row) for row in (await connection.execute(query)).mappings()]
        return texts_of_pages(found, pages)

    async def version_facts(
        self, workspace: str | None = None, digest: str | None = None
    ) -> list[VersionFacts]:
        """Live versions, the oldest first."""
        query = facts_query(workspace, digest, LIVE)
        async with self.engine.connect() as connection:
            return [rows.to_facts(row) for row in (await connection.execute(query)).mappings()]

    async def unknown(self, versions: Sequence[str]) -> list[str]:
        """Those that no row tells of."""
        query = select(tables.versions.c.id).where(tables.versions.c.id.in_(versions))
        async with self.engine.connect() as connection:
            return sorted(set(versions) - set((await connection.execute(query)).scalars()))

    async def all_children(
        self, workspace: str | None, versions: Collection[str] | None = None
    ) -> AsyncIterator[tuple[Placement, list[Child]]]:
        """Each live version once, under one of its placements."""
        mine = true() if workspace is None else tables.placements.c.workspace == workspace
        done: set[str] = set()
        for placement in await self.placements_where(and_(mine, LIVE)):
            wanted = versions is None or placement.version in versions
            if wanted and placement.version not in done:
                done.add(placement.version)
                yield placement, await self._children_of(placement.version)

    async def close(self) -> None:
        """Closes the connections."""
        await self.engine.dispose()

    async def _shown(self, query: Select[Any], visible: Visible) -> list[Passage]:
        """Parents under the titles that this audience knows their documents by."""
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).mappings().all()
        titles = {row["version"]: visible.placement_of(row["version"]).title for row in found}
        return [rows.to_passage(row, titles[row["version"]]) for row in found]

    async def _children_of(self, version: str) -> list[Child]:
        query = (
            select(tables.children, tables.passages.c.text.label("parent_text"))
            .join(tables.passages, tables.passages.c.id == tables.children.c.passage)
            .where(tables.children.c.version == version)
            .order_by(tables.passages.c.ordinal, tables.children.c.ordinal)
        )
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).mappings().all()
        return [rows.to_child(row, row["parent_text"]) for row in found]

    async def placements_where(self, condition: ColumnElement[bool]) -> list[Placement]:
        """Placements, live or forgotten, the oldest first."""
        query = (
            select(
                tables.placements,
                tables.documents.c.channel,
                tables.documents.c.name,
                tables.versions.c.languages,
            )
            .join(tables.documents, tables.documents.c.id == tables.placements.c.document)
            .join(tables.versions, tables.versions.c.id == tables.placements.c.version)
            .where(condition)
            .order_by(tables.placements.c.placed_at, tables.placements.c.id)
        )
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).mappings().all()
            pages, unread = await pages_of(connection, sorted({row["version"] for row in found}))
        return [rows.to_placement(r, pages[r["version"]], unread[r["version"]]) for r in found]

    async def _unheld(self, versions: Sequence[str]) -> list[str]:
        query = select(tables.placements.c.version).where(tables.placements.c.version.in_(versions))
        async with self.engine.connect() as connection:
            held = set((await connection.execute(query)).scalars())
        return sorted(set(versions) - held)
