"""What each command does."""

import argparse
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from rag.bootstrap import Opening, graph_drawing, graph_picture, open_engine
from rag.cli.asking import ask
from rag.cli.evaluating import measure
from rag.cli.ingesting import ingest
from rag.cli.output import on_a_line, write
from rag.cli.parser import CHANNEL, WORKSPACE
from rag.cli.shelf import compare, documents, forget, restore
from rag.cli.upkeep import check, reindex
from rag.config import RagSettings
from rag.errors import AmbiguousDocument, FootnoteError, UnknownDocument
from rag.service import Footnote
from rag.surroundings import Surroundings, read_surroundings

Command = Callable[[RagSettings, argparse.Namespace], Awaitable[int]]
Work = Callable[[Footnote, Surroundings, argparse.Namespace], Awaitable[int]]


async def evaluate(settings: RagSettings, parsed: argparse.Namespace) -> int:
    """Measures on a set, in an engine of its own."""
    return await measure(settings, parsed, open_engine)


async def graph(_settings: RagSettings, parsed: argparse.Namespace) -> int:
    """Prints or paints a graph."""
    if not parsed.png:
        write(graph_drawing(parsed.graph).rstrip())
        return 0
    picture = await graph_picture(parsed.graph)
    await asyncio.to_thread(Path(parsed.png).write_bytes, picture)
    return 0


def _with_engine(work: Work, *, alone: bool = False) -> Command:
    """A command that works with the engine; ``alone``: not beside a bot on the same folder."""

    async def run(settings: RagSettings, parsed: argparse.Namespace) -> int:
        async with _engine(settings, Opening(share=not alone)) as engine:
            try:
                return await work(engine, _surroundings(settings, parsed), parsed)
            except UnknownDocument as error:
                near = (
                    f" Did you mean: {', '.join(map(on_a_line, error.near))}?" if error.near else ""
                )
                raise UnknownDocument(
                    f"There is no such document here: {error}.{near} To see what there is: "
                    "python -m rag documents"
                ) from error
            except AmbiguousDocument as error:
                listed = "".join(
                    f"\n  {identity}  {on_a_line(name)}" for identity, name in error.choices
                )
                raise FootnoteError(
                    f"Several documents here are called {error}. Name one by its id:{listed}"
                ) from error

    return run


COMMANDS: Mapping[str, Command] = {
    "ingest": _with_engine(ingest),
    "ask": _with_engine(ask),
    "documents": _with_engine(documents),
    "compare": _with_engine(compare),
    "forget": _with_engine(forget),
    "restore": _with_engine(restore),
    "reindex": _with_engine(reindex, alone=True),
    "check": _with_engine(check),
    "evaluate": evaluate,
    "graph": graph,
}


@asynccontextmanager
async def _engine(settings: RagSettings, opening: Opening) -> AsyncIterator[Footnote]:
    engine = await open_engine(settings, opening)
    try:
        yield engine
    finally:
        await engine.close()


def _surroundings(settings: RagSettings, parsed: argparse.Namespace) -> Surroundings:
    """The workspace asked for, else the bot's beside us, else the command line's own."""
    noted = read_surroundings(settings.footnote_home)
    given = getattr(parsed, "workspace", "")  # some commands are about every workspace
    if noted and given in {"", noted.workspace}:
        return noted
    return Surroundings(given or WORKSPACE, {CHANNEL: CHANNEL})
