"""Whether a sentence says yes or no to the same thing: rules see the words, not what they turn."""

import re

_NEGATED = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|unless|except(?:ing)?|nobody|nothing|un(?:able|paid|limited"
    r"|necessary|authori[sz]ed)|forbid\w*|forbade|prohibit\w*|ban(?:s|ned)?|exempt\w*|exclud\w*|refus\w*|den(?:y|ies|ied)"
    r"|optional\w*|lacks?)\b|n['’]t\b|[不无無没沒未勿非免]|禁止|拒绝|除外",
    re.IGNORECASE,
)


def is_negated(sentence: str) -> bool:
    """Whether any word in it turns something to its opposite."""
    return bool(_NEGATED.search(sentence))


def may_be_turned(claim: str, evidence: str) -> bool:
    """Whether one of them denies and the other doesn't, so that somebody has to read both."""
    return is_negated(claim) != is_negated(evidence)
