"""How sure a model is of each verdict, told by the odds of the words that it might have written."""

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ALTERNATIVES = 5
"""How many words are asked for at each place."""
_VERDICT = re.compile(
    r'"passage"\s*:\s*"?(?P<number>\d{1,3})"?\s*,[^{}]{0,400}?"relevant"\s*:\s*"?(?=(?:true|false|yes|no)\b)',
    re.IGNORECASE,
)
_YES = re.compile(r"^\W*(?:true|yes)\b", re.IGNORECASE)
_NO = re.compile(r"^\W*(?:false|no)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Odds:
    """One token of a reply, and the log probability of each that might have stood there."""

    text: str
    alternatives: Mapping[str, float]


def read_odds(told: object) -> tuple[Odds, ...]:
    """What an endpoint sent as ``logprobs``; empty if it sent nothing that can be read."""
    content = told.get("content") if isinstance(told, dict) else None
    if not isinstance(content, list):
        return ()
    try:
        return tuple(_token(item) for item in content)
    except (TypeError, ValueError, KeyError, AttributeError):
        return ()


def margins(odds: Sequence[Odds]) -> dict[int, float]:
    """By passage, the log odds that it is relevant: 0 is undecided, 3 is twenty to one."""
    starts: list[int] = []
    text = ""
    for token in odds:
        starts.append(len(text))
        text += token.text
    found: dict[int, set[float]] = {}
    for match in _VERDICT.finditer(text):
        place = bisect_right(starts, match.end()) - 1
        margin = _margin(odds[place].alternatives)
        if margin is not None:
            found.setdefault(int(match["number"]), set()).add(margin)
    # As with verdicts: a number that was judged twice, and not alike, was not judged.
    return {n: next(iter(values)) for n, values in found.items() if len(values) == 1}


def _token(item: Mapping[str, Any]) -> Odds:
    listed = {str(a["token"]): float(a["logprob"]) for a in item.get("top_logprobs") or []}
    return Odds(str(item["token"]), {str(item["token"]): float(item["logprob"])} | listed)


def _margin(alternatives: Mapping[str, float]) -> float | None:
    """None where neither word was likely enough to be listed."""
    yes = _sum(lp for word, lp in alternatives.items() if _YES.match(word))
    no = _sum(lp for word, lp in alternatives.items() if _NO.match(word))
    if yes is None and no is None:
        return None
    # A word that is not listed has no more than what the others leave, and less than the least.
    rest = max(1e-9, 1.0 - sum(math.exp(value) for value in alternatives.values()))
    unlisted = min(math.log(rest), *alternatives.values())
    return round((unlisted if yes is None else yes) - (unlisted if no is None else no), 3)


def _sum(logs: Iterable[float]) -> float | None:
    values = [value for value in logs if math.isfinite(value)]
    return math.log(sum(math.exp(value) for value in values)) if values else None
