"""Vectors by the digest of their text, as 32-bit floats."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql import tables
from rag.adapters.sql.upserts import inserting
from rag.ports import Vector

_BATCH = 400


@dataclass(frozen=True, slots=True)
class SqlVectorCache:
    """`VectorCache`: rows belong to a version and go with it."""

    engine: AsyncEngine

    async def lookup(
        self, workspace: str, embedder: str, digests: Sequence[str]
    ) -> dict[str, list[float]]:
        """Vectors that are known, whichever version of the workspace had the text first."""
        found: dict[str, list[float]] = {}
        async with self.engine.connect() as connection:
            for start in range(0, len(digests), _BATCH):
                query = select(tables.vectors.c.digest, tables.vectors.c.vector).where(
                    tables.vectors.c.workspace == workspace,
                    tables.vectors.c.embedder == embedder,
                    tables.vectors.c.digest.in_(digests[start : start + _BATCH]),
                )
                for digest, blob in await connection.execute(query):
                    found[digest] = array("f", blob).tolist()
        return found

    async def remember(
        self, workspace: str, version: str, embedder: str, vectors: Mapping[str, Vector]
    ) -> None:
        """Adds what this version does not have yet."""
        rows = [
            {
                "workspace": workspace,
                "embedder": embedder,
                "digest": digest,
                "version": version,
                "vector": array("f", vector).tobytes(),
            }
            for digest, vector in vectors.items()
        ]
        if rows:
            async with self.engine.begin() as connection:
                made = inserting(connection, tables.vectors).on_conflict_do_nothing()
                await connection.execute(made, rows)
