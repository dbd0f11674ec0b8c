"""A model's answer taken apart: its text, its citations and its judgement of itself."""

import re
from collections.abc import Awaitable, Callable, Collection

from rag.adapters.models.citations import normalise
from rag.adapters.models.parsing import (
    Found,
    json_values,
    number_of,
    share,
    texts,
    truth,
)
from rag.ports import Watch
from rag.text.sentences import sentences
from rag.types import Assessment

NOT_ASSESSED = Assessment(has_factual_error=False, confidence=0.0, source_traced=False)
"""Of an answer that came without a judgement: nothing can be saved on it."""

_KEYS = ("has_factual_error", "confidence", "source_traced")
_FENCE = re.compile(r"```(?:json)?\s*\Z", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:^|\n)[#* ]{0,8}(?:self[- ]?assessment|assessment|judg(?:e)?ment|自我评估|自评)(?: \(?json\)?)?[:：*\s]{0,8}\Z",
    re.IGNORECASE,
)
_BEGUN_JSON = re.compile(
    r"(?:^|\n)[ \t]{0,8}(?:```(?:json)?|\{|[#* ]{0,8}self[- ]?assess).*\Z",
    re.IGNORECASE | re.DOTALL,
)
_SAID = re.compile(
    r"^\W{0,6}(?:self[- ]?assessment\W{0,4})?(?P<key>has[_ ]factual[_ ]error|confidence|source[_ ]traced)"
    r"(?:[_ ](?:score|level))?\W{0,4}[:：=]\s{0,3}(?P<value>\S.{0,40})$",
    re.IGNORECASE | re.MULTILINE,
)
_MARKS = re.compile(r"\[\d+\]|\W")
_SHORTEST_REPEAT = 8


def read_draft(reply: str, valid: Collection[int]) -> tuple[str, Assessment]:
    """The answer with valid ``[n]`` only and nothing said twice, and the assessment."""
    found = json_values(reply)
    assessed = next((f for f in reversed(found) if _has(f, _KEYS)), None)
    wrapped = next((f for f in found if _has(f, ("answer",))), None)
    assessment = _assessment(assessed.value) if assessed else NOT_ASSESSED
    if assessed is None and (said := list(_SAID.finditer(reply))):
        # In lines, as if it were YAML: read, and in no case part of the answer.
        told = {m["key"].lower().replace(" ", "_"): m["value"].strip(" ,.*`\"'}") for m in said}
        assessment = _assessment(told)
        reply = _headless(_SAID.sub("", reply))
    if wrapped is not None:
        text = _unwrapped(wrapped)
    else:
        text = _without(reply, [f for f in found if _has(f, _KEYS)])
    return without_repeats(normalise(text, valid)), assessment


def readable_so_far(reply: str, valid: Collection[int]) -> str:
    """An answer that is still being written, without the judgement that ends it."""
    return normalise(_BEGUN_JSON.sub("", reply), valid)


def showing(watch: Watch | None, valid: Collection[int]) -> Callable[[str], Awaitable[None]] | None:
    """``watch`` given what may be shown of a reply that is still being written."""
    if watch is None:
        return None

    async def show(reply: str) -> None:
        await watch(readable_so_far(reply, valid))

    return show


def without_repeats(text: str) -> str:
    """The text without sentences that it has said before."""
    kept, seen, position = "", set[str](), 0
    for start, end in sentences(text):
        key = _MARKS.sub("", text[start:end]).casefold()
        if key not in seen or len(key) < _SHORTEST_REPEAT:
            kept += text[position:end]
            seen.add(key)
        position = end
    return kept.strip()


def _has(found: Found, keys: tuple[str, ...]) -> bool:
    return isinstance(found.value, dict) and any(key in found.value for key in keys)


def _assessment(told: object) -> Assessment:
    value = told if isinstance(told, dict) else {}
    return Assessment(
        has_factual_error=truth(value.get("has_factual_error")) is not False,
        confidence=share(value.get("confidence")),
        source_traced=truth(value.get("source_traced")) is True,
    )


def _headless(text: str) -> str:
    """Without the heading over what was taken away, and without its fences."""
    return _LABEL.sub("", re.sub(r"```\w*\s*```", "", text).rstrip())


def _unwrapped(found: Found) -> str:
    """The answer of ``{"answer": …, "citations": […]}``."""
    value = found.value if isinstance(found.value, dict) else {}
    text = " ".join(texts(value.get("answer")))
    if re.search(r"[\[【]\D{0,6}\d", text):
        return text
    cited = value.get("citations") or value.get("sources") or []
    items = cited if isinstance(cited, list) else [cited]
    numbers = [n for n in map(number_of, items) if n is not None]
    return text + "".join(f" [{n}]" for n in numbers)


def _without(reply: str, parts: list[Found]) -> str:
    for part in reversed(parts):
        before = _LABEL.sub("", _FENCE.sub("", reply[: part.start]).rstrip())
        reply = before + re.sub(r"\A\s*```", "", reply[part.end :])
    return reply
