"""An answer, its sources, and its trace."""

from bot.sentences import say
from bot.slack.posting import Message
from bot.views.literal import escaped, paragraph, preformatted, small
from rag.sentences import page_reference
from rag.types import Answer, Citation, Language

_QUOTED_SUMMARY = 110  # characters of a step's line: what a phone shows in two lines


def answer_message(answer: Answer) -> Message:
    """The text with its ``[n]``, then a line for each page that was used."""
    sources = [source_line(c, answer.language) for c in answer.citations]
    blocks = [paragraph(answer.text)]
    if sources:
        blocks.append(small(sources))
    return Message(escaped("\n".join([answer.text, *sources])), blocks)


def source_line(citation: Citation, language: Language) -> str:
    """``[1] Travel policy · p. 4``."""
    page = page_reference(citation.page, citation.label, language)
    return f"[{citation.number}] {citation.title} · {page}"


def trace_message(answer: Answer) -> Message:
    """The steps as lines with their timings."""
    calls = sum(step.usage.calls for step in answer.steps)
    lines = [
        f"{step.node} → {step.summary[:_QUOTED_SUMMARY]}  ({step.milliseconds:.0f} ms)"
        for step in answer.steps
    ]
    title = say("trace_title", answer.language, id=answer.id)
    total = say(
        "trace_total",
        answer.language,
        steps=len(answer.steps),
        seconds=f"{answer.milliseconds / 1000:.1f}",
        calls=calls,
    )
    text = escaped("\n".join([title, *lines, total]))
    return Message(text, [paragraph(title), preformatted(lines), small([total])])
