"""An answer and its sources."""

from collections.abc import Sequence

from bot.sentences import say
from bot.slack.posting import Message
from bot.views.literal import escaped, paragraph, small
from rag.sentences import page_reference
from rag.text.language import detect
from rag.types import Answer, Citation, Language

_DRAFT_LIMIT = 3_000  # characters; chat.update refuses more than 4,000 with what is around them


def answer_message(answer: Answer, remarks: Sequence[str] = ()) -> Message:
    """The text with its ``[n]``, a line for each page that was used, then remarks."""
    sources = [source_line(c, answer.language) for c in answer.citations]
    blocks = [paragraph(answer.text)]
    if sources:
        blocks.append(small(sources))
    if remarks:
        blocks.append(paragraph("\n".join(remarks)))
    return Message(escaped("\n".join([answer.text, *sources, *remarks])), blocks)


def draft_message(text: str, language: Language) -> Message:
    """An answer while it is written, marked as not checked."""
    label = say("writing", language)
    shown = text if len(text) <= _DRAFT_LIMIT else f"{text[:_DRAFT_LIMIT]}…"
    return Message(escaped(f"{label}\n{shown}"), [small([label]), paragraph(shown)])


def private_message(question: str, message: Message) -> Message:
    """An answer that stands alone in a channel, below what was asked."""
    asked = say("you_asked", detect(question), question=question)
    return Message(f"{escaped(asked)}\n{message.text}", [small([asked]), *message.blocks])


def source_line(citation: Citation, language: Language) -> str:
    """``[1] Travel policy · p. 4``."""
    page = page_reference(citation.page, citation.label, language)
    return f"[{citation.number}] {citation.title} · {page}"
