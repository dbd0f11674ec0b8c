"""How an answer came about: its steps, its claims, and the passages that were looked at."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.sentences import say
from bot.slack.message import Message
from bot.views.buttons import path_block
from bot.views.literal import escaped, paragraph, preformatted, small
from rag.types import Answer, Citation, Claim, Language, Step, Usage

_LINE = 110  # characters of a step's line: what a phone shows in two lines
_CLAIM = 160
_REASON = 60
_CLAIMS = 12
_PASSAGES = 10
_MARKS = {"supported": "✓", "contradicted": "✗", "unverifiable": "?"}

Described = Mapping[str, Any]


def trace_message(answer: Answer, language: Language) -> Message:
    """Steps with their timings and calls, the claim ledger, passages with why they were dropped."""
    title = say("trace_title", language, id=answer.id)
    total = _total(answer, language)
    steps = [_step_line(step) for step in answer.steps]
    claims = _limited([_claim_line(c, answer, language) for c in answer.claims], _CLAIMS, language)
    passages = _limited(list(_passage_lines(answer, language)), _PASSAGES, language)
    text, blocks = [title, total, *steps], [paragraph(title), small([total]), preformatted(steps)]
    for key, lines in (("trace_claims", claims), ("trace_passages", passages)):
        if lines:
            heading = say(key, language)
            blocks += [paragraph(heading), preformatted(lines)]
            text += [heading, *lines]
    blocks.append(path_block(answer.id, language))
    return Message(escaped("\n".join(text)), blocks)


def path_in_words(answer: Answer, language: Language) -> str:
    """The path for those who don't see the picture."""
    path = " → ".join(step.node for step in answer.steps)
    return say("path_words", language, path=path)


def _total(answer: Answer, language: Language) -> str:
    usage = sum((step.usage for step in answer.steps), Usage())
    parts = [
        say(
            "trace_total",
            language,
            outcome=say(f"outcome_{answer.outcome}", language),
            steps=len(answer.steps),
            seconds=f"{answer.milliseconds / 1000:.1f}",
            calls=usage.calls,
        )
    ]
    if usage.tokens:
        parts.append(say("trace_tokens", language, tokens=usage.tokens))
    if usage.cost:
        parts.append(say("trace_cost", language, cost=usage.cost))
    return " · ".join(parts)


def _step_line(step: Step) -> str:
    return f"{_short(step.line, _LINE)}  ({step.milliseconds:.0f} ms{step.usage.line})"


def _claim_line(claim: Claim, answer: Answer, language: Language) -> str:
    cited = [_cited(c) for c in answer.citations if c.number in claim.cites]
    tail = [*cited, say("trace_by", language, method=claim.method) if claim.method else ""]
    if claim.verdict != "supported":
        tail.append(_short(claim.reason, _REASON))
    line = f"{_MARKS[claim.verdict]} {_short(claim.text, _CLAIM)}"
    return " · ".join([line, *filter(None, tail)])


def _cited(citation: Citation) -> str:
    return f"[{citation.number}] {citation.title} {citation.label or citation.page}"


def _passage_lines(answer: Answer, language: Language) -> Iterator[str]:
    """Of the last search: earlier ones led to nothing, and their steps say so."""
    found = next((_listed(s, "passages") for s in reversed(answer.steps) if _is(s, "retrieve")), ())
    graded = next((s for s in reversed(answer.steps) if _is(s, "grade_documents")), None)
    dropped = {p["passage"]: str(p.get("why", "")) for p in _listed(graded, "dropped")}
    for passage in found:
        first, last = passage["pages"]
        pages = f"{first}" if first == last else f"{first}–{last}"
        fate = _fate(passage["passage"], dropped, language)
        yield f"{passage['title']} {pages} · {fate}"


def _fate(passage: str, dropped: Mapping[str, str], language: Language) -> str:
    if passage not in dropped:
        return say("trace_kept", language)
    why = dropped[passage]
    if not why:
        return say("trace_dropped", language)
    return say("trace_dropped_why", language, why=_short(why, _REASON))


def _is(step: Step, node: str) -> bool:
    return step.node == node


def _listed(step: Step | None, key: str) -> Sequence[Described]:
    found = step.details.get(key) if step else None
    return found if isinstance(found, list | tuple) else ()


def _limited(lines: Sequence[str], most: int, language: Language) -> list[str]:
    if len(lines) <= most:
        return list(lines)
    return [*lines[:most], say("trace_more", language, count=len(lines) - most)]


def _short(text: str, most: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"
