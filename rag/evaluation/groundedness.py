"""How far a text is borne out by passages, without a model."""

from collections.abc import Sequence

from rag.grounding.checks import check_claim
from rag.grounding.claims import split_claims
from rag.grounding.markers import without_markers
from rag.text.language import detect
from rag.text.terms import terms
from rag.types import Candidate, Claim, Excerpt, Passage, Span

_WRONG = 0.5  # what a statement with a number that no passage has counts less


def groundedness(text: str, passages: Sequence[str]) -> float:
    """The share of its terms that the passages have, less for statements that are wrong."""
    excerpts = [_excerpt(n, passage) for n, passage in enumerate(passages, 1) if passage.strip()]
    have = {term for passage in passages for term in terms(passage, detect(passage))}
    said = [Claim(c.text, tuple(e.number for e in excerpts)) for c in split_claims(text)]
    counted = covered = 0.0
    for claim in said:
        words = terms(without_markers(claim.text), detect(claim.text))
        wrong = bool(excerpts) and check_claim(claim, excerpts).outcome == "contradicted"
        share = sum(word in have for word in words) / len(words) if words else 0.0
        counted += len(words)
        covered += len(words) * share * (_WRONG if wrong else 1.0)
    return covered / counted if counted else 0.0


def _excerpt(number: int, text: str) -> Excerpt:
    passage = Passage(str(number), "v", number, "", text, (Span(1, 0, len(text)),))
    return Excerpt(number, Candidate(passage, "", "", 0.0, (), {}), 1, text)
