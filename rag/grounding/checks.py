"""What can be said of a claim without a model: it is quoted, it is wrong, or it is open."""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rag.grounding.coverage import is_covered
from rag.grounding.dates import Moment, moments
from rag.grounding.evidence import best_sentence, is_verbatim
from rag.grounding.instructions import is_no_statement, without_instructions
from rag.grounding.links import strange_links
from rag.grounding.names import missing, missing_codes
from rag.grounding.normal import normal
from rag.grounding.numbers import found_in, is_stated, quantities
from rag.types import Claim, Excerpt, Verdict

Outcome = Literal["supported", "contradicted", "uncited", "instruction", "ungrounded", "undecided"]
METHOD = "deterministic"

_VERDICTS: Mapping[Outcome, Verdict] = {
    "supported": "supported",
    "contradicted": "contradicted",
    "uncited": "unverifiable",
    "instruction": "unverifiable",
    "ungrounded": "unverifiable",
    "undecided": "unverifiable",
}
_PAGE_REFERENCE = re.compile(
    r"\b(?:PDF\s+)?(?:pages?|pp?\.)\s?(?P<a>[\w-]+)|第\s?(?P<b>\d+)\s?页", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome for one claim. ``undecided`` alone is left for a model to judge."""

    outcome: Outcome
    evidence: str = ""
    reason: str = ""

    def applied(self, claim: Claim) -> Claim:
        """The claim with this outcome in its ledger entry."""
        verdict = _VERDICTS[self.outcome]
        return Claim(claim.text, claim.cites, verdict, self.evidence, METHOD, self.reason)

    def assumed(self, claim: Claim) -> Claim:
        """The claim taken as supported, since rules have nothing against it and its writer nothing."""
        if self.outcome != "undecided":
            return self.applied(claim)
        return Claim(claim.text, claim.cites, "supported", self.evidence, "rules and writer")


def page_text(excerpt: Excerpt) -> str:
    """All that is at hand of the cited page: its part of the passage, and the excerpt itself.

    The excerpt is added because a sentence that runs over a page break is cited by its first page.
    """
    passage = excerpt.candidate.passage
    parts = [passage.text[s.start : s.end] for s in passage.spans if s.page == excerpt.page]
    return "\n".join([*parts, excerpt.text])


def check_claim(
    claim: Claim,
    excerpts: Sequence[Excerpt],
    pages: Mapping[int, str] | None = None,
    *,
    question: str = "",
    wary: bool = False,
) -> Check:
    """Checks a claim against the pages that it cites.

    ``pages`` may give the whole text of the page by excerpt number; without it, what the passage
    has of that page is used. A number or a date that no cited page has never passes, nor does what
    has next to no word of it; ``wary`` asks for more words, all in one place.
    """
    by_number = {excerpt.number: excerpt for excerpt in excerpts}
    if failed := _no_statement(claim, by_number, question):
        return failed
    cited = [by_number[n] for n in claim.cites]
    stated = [without_instructions(e.text, question, whole=True) for e in cited]
    quoted = next((text for text in stated if is_verbatim(claim.text, text)), None)
    if quoted:
        return Check("supported", best_sentence(claim.text, quoted) or quoted, "verbatim")
    found = [(pages or {}).get(e.number) or page_text(e) for e in cited]
    texts = [without_instructions(text, question) for text in found]
    check = _against(claim.text, cited, texts)
    page, titles = "\n".join(texts), _with_titles("", cited)
    if check.outcome != "undecided" or (
        is_covered(claim.text, page, question, titles, wary=wary) and not (wary and check.reason)
    ):
        return check
    return Check("ungrounded", check.evidence, "too few of its words are on the page")


def _no_statement(claim: Claim, known: Container[int], question: str) -> Check | None:
    if is_no_statement(claim.text, question):
        return Check("instruction", reason="an instruction, not a statement")
    if claim.cites and all(n in known for n in claim.cites):
        return None
    unknown = [str(n) for n in claim.cites if n not in known]
    return Check("uncited", reason=f"no excerpt {', '.join(unknown)}" if unknown else "no citation")


def _against(text: str, cited: Sequence[Excerpt], texts: Sequence[str]) -> Check:
    evidence = max(
        (best_sentence(text, excerpt.text) for excerpt in cited),
        key=lambda sentence: len(set(normal(text).split()) & set(normal(sentence).split())),
    )
    page = "\n".join(texts)
    statement = _without_own_pages(text, cited)
    absent = [*_absent_dates(statement, page), *_absent_numbers(statement, texts)]
    absent += strange_links(statement, page)
    absent += missing_codes(statement, _with_titles(page, cited))
    if absent:
        return Check("contradicted", evidence, f"not on the page: {', '.join(absent)}")
    unnamed = missing(statement, _with_titles(page, cited))
    reason = f"not named on the page: {', '.join(unnamed)}" if unnamed else ""
    return Check("undecided", evidence, reason)


def _with_titles(page: str, cited: Sequence[Excerpt]) -> str:
    heads = [f"{e.candidate.title}\n{e.candidate.passage.heading}" for e in cited]
    return "\n".join([page, *map(without_instructions, heads)])


def _without_own_pages(text: str, cited: Sequence[Excerpt]) -> str:
    """The text without "page 3" where page 3 (or the page labelled so) is what it cites."""
    own = {str(e.page) for e in cited} | {e.label.lower() for e in cited}

    def blank(match: re.Match[str]) -> str:
        named = (match.group("a") or match.group("b")).lower()
        return " " if named in own else match.group()

    return _PAGE_REFERENCE.sub(blank, text)


def _absent_dates(text: str, page: str) -> list[str]:
    claimed, _ = moments(text)
    have, _ = moments(page)
    return [m.written for m in claimed if not any(_says(m, other, page) for other in have)]


def _says(claimed: Moment, other: Moment, page: str) -> bool:
    """Whether a date of the page bears a claimed one out; its year may stand elsewhere on it."""
    if claimed.agrees(other):
        return True
    if claimed.year is None or other.year is not None or claimed.month is None:
        return False
    same_day = (claimed.month, claimed.day) == (other.month, other.day)
    return same_day and str(claimed.year) in normal(page)


def _absent_numbers(text: str, texts: Sequence[str]) -> list[str]:
    _, rest = moments(text)
    pages = [(quantities(page), page) for page in texts]
    return [
        quantity.written.strip()
        for piece in rest.split("\n")
        for quantity in quantities(piece)
        if is_stated(quantity) and not any(found_in(quantity, have, page) for have, page in pages)
    ]
