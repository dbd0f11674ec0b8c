"""What becomes of a file, told in its thread."""

import re

from bot.sentences import say
from bot.slack.message import Block, Message
from bot.views.buttons import cancel_block, document_block, questions_block, undo_block
from bot.views.content import content_lines
from bot.views.literal import escaped, paragraph, small
from rag.types import Language, Receipt

_DENSITY = re.compile(r"density (\d+(?:\.\d+)?)")
_FORCED = "asked for"
_KNOWN = "read before"


def receipt_message(receipt: Receipt, language: Language, key: str = "") -> Message:
    """What was read and how, and what could not be.

    ``key`` is the document's id for buttons; without one there are none.
    """
    if receipt.already:
        lines, counts = [say("receipt_again", language, name=receipt.name)], []
    else:
        lines, counts = _told(receipt, language), [_counts(receipt, language)]
    lines += content_lines(receipt, language)
    blocks = [paragraph("\n".join(lines))]
    if counts:
        blocks.append(small(counts))
    if key:
        blocks += _buttons(receipt, language, key)
    return Message(escaped("\n".join([*lines, *counts])), blocks)


def reading_message(text: str, key: str, language: Language) -> Message:
    """A word of progress, with a button that cancels."""
    return Message(escaped(text), [paragraph(text), cancel_block(key, language)])


def forgotten_message(name: str, who: str, key: str, language: Language) -> Message:
    """That a document is not answered from any more, with a button that undoes it."""
    text = say("forgotten", language, who=who, name=name)
    return Message(escaped(text), [paragraph(text), undo_block(key, language)])


def strategy_line(receipt: Receipt, language: Language) -> str:
    """How it was cut and why, in plain words; empty if it was not cut this time."""
    if receipt.reason == _KNOWN:
        return ""
    cut = say(f"cut_{receipt.strategy}", language)
    why = _why(receipt, language)
    return say("cut_because" if why else "cut", language, cut=cut, why=why)


def page_count(count: int, language: Language) -> str:
    """``12 pages``."""
    return say("pages_one" if count == 1 else "pages", language, count=count)


def note(text: str) -> Message:
    """A plain sentence."""
    return Message(escaped(text), [paragraph(text)])


def _told(receipt: Receipt, language: Language) -> list[str]:
    lines = [say("receipt", language, name=receipt.name)]
    if receipt.replaced:
        numbers = {"number": receipt.number, "replaced": receipt.replaced}
        lines.append(say("receipt_replaced", language, **numbers))
    if cut := strategy_line(receipt, language):
        lines.append(cut)
    return lines


def _counts(receipt: Receipt, language: Language) -> str:
    return say(
        "receipt_counts",
        language,
        number=receipt.number,
        pages=page_count(receipt.pages, language),
        parents=receipt.parents,
        children=receipt.children,
        seconds=f"{receipt.milliseconds / 1000:.1f}",
    )


def _buttons(receipt: Receipt, language: Language, key: str) -> list[Block]:
    questions = questions_block(receipt.questions, key)
    if questions:
        questions = [small([say("try_question", language)]), *questions]
    return [*questions, document_block(receipt.name, receipt.strategy, key, language)]


def _why(receipt: Receipt, language: Language) -> str:
    """The engine's figures as a reason, or that it fell back on a strategy."""
    if receipt.reason.startswith(_FORCED):
        return say("why_asked", language)
    if density := _DENSITY.search(receipt.reason):
        return say(f"why_{receipt.strategy}", language, density=density.group(1))
    return say("why_after", language) if receipt.reason else ""
