"""The structured replies that are asked for: their JSON schemas and how each is read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast, get_args

from rag.adapters.models.margins import Odds, margins
from rag.adapters.models.parsing import first, json_object, json_values, texts, truth
from rag.adapters.models.requests import Format
from rag.adapters.models.verdicts import numbered, read_relevance, read_verdicts
from rag.types import Intent, Judgement, Route, Verdict

_TEXT = {"type": "string"}
_YES_NO = {"type": "boolean"}
_NUMBER = {"type": "integer"}
_MOST_QUERIES = 4
_WAVERS = 1.0  # log odds: three to one against is not yet sure


@dataclass(frozen=True, slots=True)
class Understood:
    """A question as the model understood it; what it left out is empty."""

    standalone: str
    follow_up: bool
    route: Route
    intent: Intent
    document: str
    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """Verdict, evidence and reason by claim number, and whether the question was answered."""

    verdicts: dict[int, tuple[Verdict, str, str]]
    on_topic: bool


@dataclass(frozen=True, slots=True)
class Graded:
    """Judgements by passage number, and what the question may have meant.

    ``weighed`` tells that they were made from the odds of the model's words.
    """

    judgements: dict[int, Judgement]
    choices: tuple[str, ...] = ()
    weighed: bool = False


KeptSentences = tuple[int | str, ...]
"""Sentences of a passage to keep: their numbers, or what they say."""


def understanding_form() -> Format[Understood]:
    """A question made to stand on its own."""
    schema = _object(
        standalone=_TEXT,
        follow_up=_YES_NO,
        route={"type": "string", "enum": list(get_args(Route))},
        intent={"type": "string", "enum": list(get_args(Intent))},
        document=_TEXT,
        queries=_list(_TEXT),
    )
    return Format("understanding", schema, _read_understood)


def queries_form() -> Format[tuple[str, ...]]:
    """Search queries."""
    return Format("queries", _object(queries=_list(_TEXT)), _read_queries)


def grading_form(count: int, *, by_margin: bool = False) -> Format[Graded]:
    """A verdict for each of ``count`` passages, in JSON or in lines."""
    verdict = _object(passage=_NUMBER, relevant=_YES_NO, reason=_TEXT)
    schema = _object(verdicts=_list(verdict), choices=_list(_TEXT))
    weigh = _weighed if by_margin else None
    return Format("grading", schema, lambda text: _read_graded(text, count), weigh)


def compression_form() -> Format[dict[int, KeptSentences]]:
    """The sentences to keep, by passage number."""
    passage = _object(document=_NUMBER, keep=_list(_NUMBER))
    return Format("compression", _object(documents=_list(passage)), _read_kept)


def verification_form(count: int) -> Format[Checked]:
    """A verdict for each of ``count`` claims, in JSON or in lines."""
    word = {"type": "string", "enum": list(get_args(Verdict))}
    claim = _object(claim=_NUMBER, verdict=word, evidence=_TEXT, reason=_TEXT)
    schema = _object(claims=_list(claim), answers_question=_YES_NO)
    return Format("verification", schema, lambda text: _read_checked(text, count))


def _object(**properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _read_understood(text: str) -> Understood | None:
    found = json_object(text, "standalone", "question")
    standalone = texts(first(found, "standalone", "question")) if found else []
    if not found or not standalone:
        return None
    return Understood(
        standalone=standalone[0],
        follow_up=bool(truth(found.get("follow_up"))),
        route=cast("Route", _one_of(found.get("route"), get_args(Route), "documents")),
        intent=cast("Intent", _one_of(found.get("intent"), get_args(Intent), "fact")),
        document=" ".join(texts(found.get("document"))),
        queries=_distinct(texts(found.get("queries"))),
    )


def _read_queries(text: str) -> tuple[str, ...] | None:
    found = json_object(text, "queries", "query")
    if found:
        return _distinct(texts(first(found, "queries", "query"))) or None
    lists = [f.value for f in json_values(text) if isinstance(f.value, list)]
    return _distinct(texts(lists[-1])) or None if lists else None


def _read_graded(text: str, count: int) -> Graded | None:
    judgements = read_relevance(text, count)
    if judgements is None:
        return None
    found = json_object(text, "choices") or {}
    return Graded(judgements, _distinct(texts(found.get("choices"))))


def _weighed(graded: Graded, odds: Sequence[Odds]) -> Graded:
    """Only what the model is sure of is left out; what it wavers over is kept."""
    weighed = {n: m for n, m in margins(odds).items() if n in graded.judgements}
    if not weighed:
        return graded
    judged = {
        n: replace(j, relevant=weighed[n] > -_WAVERS, score=weighed[n]) if n in weighed else j
        for n, j in graded.judgements.items()
    }
    return replace(graded, judgements=judged, weighed=True)


def _read_kept(text: str) -> dict[int, KeptSentences] | None:
    found = {
        number: tuple(keep)
        for number, item in numbered(text)
        if isinstance(keep := first(item, "keep", "sentences"), list)
        and all(isinstance(kept, int | str) for kept in keep)
    }
    return found or None


def _read_checked(text: str, count: int) -> Checked | None:
    verdicts = read_verdicts(text, count)
    if verdicts is None:
        return None
    found = json_object(text, "answers_question", "on_topic") or {}
    answered = truth(first(found, "answers_question", "on_topic"))
    return Checked(verdicts, on_topic=answered is not False)


def _one_of(value: object, allowed: tuple[str, ...], otherwise: str) -> str:
    word = str(value).strip().lower().replace(" ", "_")
    return word if word in allowed else otherwise


def _distinct(queries: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(queries))[:_MOST_QUERIES]
