"""Looking at answers that were given: decided again, by what may be seen when it is looked at."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rag import access
from rag.errors import AccessChanged, UnknownAnswer
from rag.ports import AnswerStore, DocumentStore
from rag.types import Answer, Audience, Citation, KeptAnswer, Placement, Source, Step, Visible

_LEFT_OUT = "left out: not all of these documents can be seen now"
# Nodes whose line has words of the conversation or of documents; the others' lines are counts.
_TELLING = frozenset({"understand", "rewrite_query", "list_documents", "ask_back"})


@dataclass(frozen=True, slots=True)
class Reviewing:
    """Traces and sources of kept answers."""

    documents: DocumentStore
    answers: AnswerStore

    async def trace(self, answer: str, asker: str, audience: Audience) -> KeptAnswer:
        """An answer by its id, for who asked. Raises `UnknownAnswer`."""
        kept = await self.answers.get(audience.workspace, answer)
        return await self._shown(kept, answer, asker, audience)

    async def trace_at(self, address: str, asker: str, audience: Audience) -> KeptAnswer:
        """The same by the message that it was published in."""
        kept = await self.answers.at_address(audience.workspace, address)
        return await self._shown(kept, address, asker, audience)

    async def last_trace(self, asker: str, thread_prefix: str, audience: Audience) -> KeptAnswer:
        """The same for this person's newest answer in threads whose name begins so."""
        kept = await self.answers.last_of(audience.workspace, asker, thread_prefix)
        return await self._shown(kept, thread_prefix, asker, audience)

    async def source(self, answer: str, number: int, audience: Audience) -> Source:
        """What a citation cites, if this audience may see that version now.

        Raises:
            UnknownAnswer: there is no such citation, or it can't be seen: nobody can tell which.
        """
        kept = await self.answers.get(audience.workspace, answer)
        cited = [c for c in kept.answer.citations if c.number == number] if kept else []
        if kept is not None and cited:
            seen = await self._visible(audience)
            if cited[0].version in seen.versions:
                placement = _fetchable(cited[0], seen)
                citation = _named_here(cited[0], seen)
                return Source(citation, placement, kept.audience, kept.asker)
        raise UnknownAnswer(answer)

    async def recheck(self, answer: str, audience: Audience) -> None:
        """Raises `AccessChanged` if the answer may not be published to this audience."""
        kept = await self.answers.get(audience.workspace, answer)
        if kept is None or not access.may_show(kept, await self._visible(audience), audience):
            raise AccessChanged(answer)

    async def _visible(self, audience: Audience) -> Visible:
        placements = await self.documents.placements(audience.workspace)
        return access.visible(placements, audience)

    async def _shown(
        self, kept: KeptAnswer | None, named: str, asker: str, audience: Audience
    ) -> KeptAnswer:
        """Only who asked may see a trace, and of it only what that person may see now."""
        if kept is None or kept.asker != asker:
            raise UnknownAnswer(named)
        return replace(kept, answer=_of_seen(kept, await self._visible(audience), audience))


def _of_seen(kept: KeptAnswer, seen: Visible, audience: Audience) -> Answer:
    """The answer without what tells of documents that are not among those seen."""
    answer = kept.answer
    touched = {version for step in answer.steps for version in _versions(step.details)}
    is_whole = (
        kept.audience.channels <= audience.channels
        and access.all_seen(answer.sources, seen)
        and touched <= set(seen.versions)
    )
    if is_whole:
        return answer
    return replace(
        answer,
        standalone=answer.question,
        text="",
        claims=(),
        citations=tuple(_named_here(c, seen) for c in answer.citations if _is_in(c, seen)),
        steps=tuple(_step(step, seen) for step in answer.steps),
    )


def _fetchable(citation: Citation, seen: Visible) -> Placement:
    """Where its file can be fetched from; else the placement that it is cited by."""
    same = [p for p in seen.placements if p.version == citation.version and p.source_file]
    return min(same, key=lambda p: (p.placed_at, p.id), default=seen.placement_of(citation.version))


def _is_in(citation: Citation, seen: Visible) -> bool:
    return citation.version in seen.versions


def _named_here(citation: Citation, seen: Visible) -> Citation:
    """By the name that this audience knows it by: where it was cited it may have another."""
    here = seen.placement_of(citation.version)
    return replace(citation, document=here.document, title=here.title, name=here.name)


def _step(step: Step, seen: Visible) -> Step:
    details = {name: _detail(value, seen) for name, value in step.details.items()}
    kept = {name: value for name, value in details.items() if value is not None}
    summary = _LEFT_OUT if step.node in _TELLING else step.summary
    return replace(step, summary=summary, details=kept)


def _detail(value: object, seen: Visible) -> object | None:
    """Numbers, the name of a method, and of passages those that are seen; no other words."""
    if not isinstance(value, list):
        return value
    entries = [v for v in value if isinstance(v, Mapping) and v.get("version") in seen.versions]
    return [{**v, "title": seen.placement_of(v["version"]).title} for v in entries]


def _versions(details: Mapping[str, object]) -> Iterator[str]:
    for value in details.values():
        for entry in value if isinstance(value, list) else ():
            if isinstance(entry, Mapping) and "version" in entry:
                yield str(entry["version"])
