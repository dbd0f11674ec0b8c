"""From a checked draft to what is published: only what is supported, only the pages used."""

from collections.abc import Sequence
from dataclasses import replace

from rag.grounding.context import around
from rag.grounding.markers import remarked, without_markers
from rag.grounding.normal import folded
from rag.sentences import say
from rag.types import Citation, Claim, Excerpt, Language, Outcome


def published(
    draft: str, claims: Sequence[Claim], excerpts: Sequence[Excerpt], language: Language
) -> tuple[Outcome, str, list[Citation], list[Claim]]:
    """Outcome, text, citations and ledger, with citations renumbered in the order of use.

    If every claim is supported the draft is published as it was written; else the supported
    claims are, followed by how many statements were left out.
    """
    kept = [c for c in claims if c.verdict == "supported"]
    numbers = _renumbered(kept, excerpts)
    citations = _citations(kept, excerpts, numbers)
    ledger = [_with_numbers(c, numbers) for c in claims]
    if len(kept) == len(claims):
        text = remarked(draft, lambda cited: _marks(cited, numbers))
        return "answered", text, citations, ledger
    left_out = len(claims) - len(kept)
    note = say("left_out_one" if left_out == 1 else "left_out", language, count=left_out)
    lines = [f"{without_markers(c.text)} {_marks(c.cites, numbers)}" for c in kept]
    return "partial", "\n".join([*lines, f"_{note}_"]), citations, ledger


def _renumbered(claims: Sequence[Claim], excerpts: Sequence[Excerpt]) -> dict[int, int]:
    """New number by excerpt number; excerpts of one page of one version share a number."""
    by_number = {e.number: e for e in excerpts}
    pages: dict[tuple[str, int], int] = {}
    numbers: dict[int, int] = {}
    for claim in claims:
        for cited in claim.cites:
            if excerpt := by_number.get(cited):
                key = (excerpt.candidate.passage.version, excerpt.page)
                numbers[cited] = pages.setdefault(key, len(pages) + 1)
    return numbers


def _citations(
    claims: Sequence[Claim], excerpts: Sequence[Excerpt], numbers: dict[int, int]
) -> list[Citation]:
    found: dict[int, Citation] = {}
    for excerpt in excerpts:
        number = numbers.get(excerpt.number)
        if number is None:
            continue
        quotes = [c.evidence for c in claims if _decided_by(c, excerpt)]
        if known := found.get(number):  # another excerpt of the same page
            found[number] = replace(known, quotes=_each_once(*known.quotes, *quotes))
            continue
        quote = quotes[0] if quotes else excerpt.text
        found[number] = Citation(
            number=number,
            document=excerpt.candidate.document,
            title=excerpt.candidate.title,
            version=excerpt.candidate.passage.version,
            page=excerpt.page,
            label=excerpt.label,
            quote=quote,
            name=excerpt.candidate.name,
            url=excerpt.candidate.url,
            quotes=_each_once(*(quotes or [quote])),
            context=around(excerpt, quote),
        )
    return [found[number] for number in sorted(found)]


def _each_once(*quotes: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(quotes))


def _decided_by(claim: Claim, excerpt: Excerpt) -> bool:
    """Whether the evidence of a claim that may cite several pages stands on this one."""
    evidence = folded(claim.evidence)
    return excerpt.number in claim.cites and bool(evidence) and evidence in folded(excerpt.text)


def _with_numbers(claim: Claim, numbers: dict[int, int]) -> Claim:
    cites = tuple(dict.fromkeys(numbers[n] for n in claim.cites if n in numbers))
    return Claim(claim.text, cites, claim.verdict, claim.evidence, claim.method, claim.reason)


def _marks(cited: Sequence[int], numbers: dict[int, int]) -> str:
    return "".join(f"[{n}]" for n in dict.fromkeys(numbers[c] for c in cited if c in numbers))
