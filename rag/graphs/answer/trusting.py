"""How much of a draft has to be checked by a model, and what is no statement at all."""

import re
from collections.abc import Sequence

from rag.grounding.checks import Check
from rag.grounding.polarity import may_be_turned
from rag.types import Assessment, Claim, Verification

_TRUSTED = 0.6  # confidence below which nothing of a draft is taken on trust
_DECLINES = re.compile(
    r"^\W*(?:(?:sorry|unfortunately)[\s,]+)?(?:but\s+)?i (?:did not|didn['’]t|could not|couldn['’]t|can(?:no|['’])t) find"
    r"|^\W*(?:抱歉[，,]?)?我?(?:没有|没|未能?|无法)(?:在.{0,20}?)?(?:找到|查到|发现)",
    re.IGNORECASE,
)


def declines(claim: Claim) -> bool:
    """Such as "I did not find it", which the writer says of itself and no page bears out."""
    return not claim.cites and bool(_DECLINES.search(claim.text))


def is_sure(assessment: Assessment) -> bool:
    """Whether the writer stands by what it wrote; else every claim is asked about."""
    return (
        not assessment.has_factual_error
        and assessment.source_traced
        and assessment.confidence >= _TRUSTED
    )


def is_borne_out(check: Check, claim: Claim) -> bool:
    """Whether rules have nothing against a claim: it is quoted, or all it names is on the page.

    "Required" and "not required" name the same, so a claim that may be turned is left to a model.
    """
    if check.outcome != "undecided":
        return check.outcome == "supported"
    return not check.reason and not may_be_turned(claim.text, check.evidence)


def settled(stated: Sequence[Claim], checks: Sequence[Check], judged: Verification) -> list[Claim]:
    """The ledger: where rules are sure they stand, but for a quotation that a model contradicts."""
    return [
        _settled(claim, check, verdict)
        for claim, check, verdict in zip(stated, checks, judged.claims, strict=True)
    ]


def _settled(claim: Claim, check: Check, verdict: Claim) -> Claim:
    if check.outcome == "undecided":
        return verdict
    if check.outcome == "supported" and verdict.verdict == "contradicted":
        return verdict
    return check.applied(claim)
