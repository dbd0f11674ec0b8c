"""One file through the ingest graph."""

import asyncio
import time
from dataclasses import replace
from typing import Any, cast

from rag.errors import RejectedFile
from rag.graphs.ingest.graph import IngestGraph
from rag.graphs.ingest.loading import doubtful_pages, recognized_pages, unread_pages
from rag.graphs.ingest.state import IngestState, Rejection, RunContext
from rag.ports import NoTracer, Progress, Tracer
from rag.text.titles import kept_name
from rag.types import Receipt, Upload

_SETTLE_SECONDS = 30.0
_RECURSION_LIMIT = 15  # the longest way, with three strategies, takes twelve


async def run_ingest(
    graph: IngestGraph, upload: Upload, progress: Progress, tracer: Tracer | None = None
) -> Receipt:
    """Reads a file and makes it answer.

    Raises the `RejectedFile` that says why it can't, or `Superseded`.
    """
    began = time.monotonic()
    context = RunContext(progress, time.monotonic, tracer=tracer or NoTracer())
    upload = replace(upload, name=kept_name(upload.name))
    try:
        with context.tracer.span("ingest", {}):
            final: Any = await graph.ainvoke(
                {"upload": upload}, {"recursion_limit": _RECURSION_LIMIT}, context=context
            )
    except asyncio.CancelledError:
        await _settled(context)
        raise
    if "rejection" in final:
        raise _error(final["rejection"])
    return _receipt(cast("IngestState", final), round((time.monotonic() - began) * 1000, 1))


async def _settled(context: RunContext) -> None:
    """Until the node that was cancelled has killed its worker and taken back its half."""
    own = asyncio.current_task()
    if running := [t for t in context.tasks if t is not own and not t.done()]:
        await asyncio.wait(running, timeout=_SETTLE_SECONDS)


def _error(rejection: Rejection) -> RejectedFile:
    kinds = {kind.reason: kind for kind in RejectedFile.__subclasses__()}
    kind = kinds.get(rejection.reason, RejectedFile)
    return kind(rejection.detail, pages=rejection.pages)


def _receipt(final: IngestState, milliseconds: float) -> Receipt:
    stored = final["stored"]
    placed = stored.placement
    cut = final["facts"] if "facts" in final else final["choice"]
    return Receipt(
        document=placed.document,
        version=placed.version,
        name=placed.name,
        title=placed.title,
        number=placed.number,
        replaced=stored.replaced,
        already=stored.already,
        pages=placed.pages,
        unread=unread_pages(stored.pages),
        parents=stored.parents,
        children=stored.children,
        strategy=cut.strategy,
        reason=cut.reason,
        languages=placed.languages,
        steps=tuple(final["steps"]),
        milliseconds=milliseconds,
        questions=stored.questions,
        notes=stored.notes,
        doubtful=doubtful_pages(stored.pages),
        recognized=recognized_pages(stored.pages),
    )
