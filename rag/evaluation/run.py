"""`python -m rag evaluate`: one set, in a home of its own."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from rag.config import RagSettings
from rag.errors import SettingsError
from rag.evaluation import sets
from rag.evaluation.groundedness import groundedness
from rag.evaluation.library import Tell, add_articles, add_files
from rag.evaluation.measuring import Search, refusals
from rag.evaluation.scores import auroc
from rag.service import Footnote

Opener = Callable[[RagSettings], Awaitable[Footnote]]
_GROUNDED = 3.0  # of 4: "mostly faithful" by those who judged


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to measure. ``limit`` 0 is everything; ``cache`` is a home that is kept, if given."""

    name: sets.SetName
    data: Path
    limit: int = 0
    seed: int = 0
    cache: Path | None = None

    @property
    def folder(self) -> Path:
        """Where the set lies."""
        return self.data / self.name


async def evaluate(
    wanted: Wanted, settings: RagSettings, opener: Opener, tell: Tell
) -> dict[str, object]:
    """The figures of a set.

    Raises:
        SettingsError: the set is not there, or the cache is the home of the user's documents.
    """
    if not await asyncio.to_thread(wanted.folder.is_dir):
        raise SettingsError(f"There is no set in {wanted.folder}")
    async with _home(wanted, settings) as home:
        # A database or Milvus server of the user's would be filled with the set otherwise.
        own = {"footnote_home": home, "database_url": "", "milvus_uri": ""}
        engine = await opener(settings.model_copy(update=own))
        try:
            figures = await _measured(wanted, engine, tell)
        finally:
            await engine.close()
    about = {"set": wanted.name, "embedder": engine.embedder_name, "reasoner": engine.reasoner_name}
    return {**about, "limit": wanted.limit, "seed": wanted.seed, **figures}


@asynccontextmanager
async def _home(wanted: Wanted, settings: RagSettings) -> AsyncIterator[Path]:
    if wanted.cache is not None:
        if wanted.cache.resolve() == settings.footnote_home.resolve():
            raise SettingsError("The cache must not be FOOTNOTE_HOME")
        yield wanted.cache.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="footnote-evaluate-") as folder:
        yield Path(folder)


async def _measured(wanted: Wanted, engine: Footnote, tell: Tell) -> dict[str, object]:
    search = Search(engine, tell)
    if wanted.name == "stard":
        return await _statutes(wanted, search)
    if wanted.name == "mtrag":
        return await _threads(wanted, search)
    items = sets.sampled(sets.page_items(wanted.folder), wanted.limit, wanted.seed)
    await add_files(engine, wanted.folder / "pdfs", [i.document for i in items], tell)
    found = await search.pages(items)
    return {"retrieval": found, "refusal": await refusals(engine, items, tell)}


async def _statutes(wanted: Wanted, search: Search) -> dict[str, object]:
    items = sets.sampled(sets.statute_items(wanted.folder), wanted.limit, wanted.seed)
    articles = sets.statutes(wanted.folder, items, wanted.limit, wanted.seed)
    await add_articles(search.engine, articles, search.tell)
    return {"articles": len(articles), "retrieval": await search.articles(items)}


async def _threads(wanted: Wanted, search: Search) -> dict[str, object]:
    items = sets.sampled(sets.thread_items(wanted.folder), wanted.limit, wanted.seed)
    await add_articles(search.engine, sets.thread_passages(wanted.folder), search.tell)
    judged = sets.sampled(sets.responses(wanted.folder), wanted.limit, wanted.seed)
    scored = [
        (await asyncio.to_thread(groundedness, r.text, r.passages), r.faithful >= _GROUNDED)
        for r in judged
    ]
    return {
        "retrieval": await search.articles(items),
        "groundedness": {"responses": len(scored), "auroc": auroc(scored)},
    }
