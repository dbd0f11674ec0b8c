"""From a checked draft to what is published: only what is supported, only the pages used."""

import re
from collections.abc import Sequence

from rag.grounding.markers import without_markers
from rag.sentences import say
from rag.types import Citation, Claim, Excerpt, Language, Outcome

_MARKER = re.compile(r"\s*[\[【［]\s*\d+(?:\s*[,，、;]\s*\d+)*\s*[\]】］]")
_NUMBERS = re.compile(r"\d+")


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
        return "answered", _remarked(draft, numbers), citations, ledger
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
        if number is None or number in found:
            continue
        quotes = [c.evidence for c in claims if excerpt.number in c.cites and c.evidence]
        found[number] = Citation(
            number=number,
            document=excerpt.candidate.document,
            title=excerpt.candidate.title,
            version=excerpt.candidate.passage.version,
            page=excerpt.page,
            label=excerpt.label,
            quote=quotes[0] if quotes else excerpt.text,
            name=excerpt.candidate.name,
        )
    return [found[number] for number in sorted(found)]


def _with_numbers(claim: Claim, numbers: dict[int, int]) -> Claim:
    cites = tuple(dict.fromkeys(numbers[n] for n in claim.cites if n in numbers))
    return Claim(claim.text, cites, claim.verdict, claim.evidence, claim.method, claim.reason)


def _remarked(text: str, numbers: dict[int, int]) -> str:
    """The text with its markers renumbered; runs of markers lose what they repeat."""
    run = re.compile(rf"(?:{_MARKER.pattern})+")

    def mark(match: re.Match[str]) -> str:
        cited = tuple(int(n) for n in _NUMBERS.findall(match.group()))
        marks = _marks(cited, numbers)
        return f" {marks}" if marks else ""

    return run.sub(mark, text).strip()


def _marks(cited: Sequence[int], numbers: dict[int, int]) -> str:
    return "".join(f"[{n}]" for n in dict.fromkeys(numbers[c] for c in cited if c in numbers))
