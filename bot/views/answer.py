"""An answer and its sources."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.sentences import say
from bot.slack.message import Block, Message
from bot.views.answer_buttons import answer_buttons, plain_feedback
from bot.views.buttons import stop_block, stop_private_block
from bot.views.literal import escaped, paragraph, small
from bot.views.markdown import markdown_pieces
from bot.views.passages import passages_pieces, tell_more
from bot.views.pieces import Piece, grouped, literal, words_of
from bot.views.sources import Sources, cited_in, sources_piece
from bot.views.tables import one_table
from rag.text.language import detect
from rag.types import Answer, Language

_DRAFT_LIMIT = 3_000  # characters; chat.update refuses more than 4,000 with what is around them
_SHORT = 1_200  # characters of an answer that is read at a glance
_SLACK = 400  # more that is shown at once rather than put behind a button
_PLAIN = 3_000  # of the plain answer that goes out when Slack refuses the blocks
_NOTE = re.compile(r"_.+_")  # a line of the engine's own about the answer


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands with an answer besides its own words."""

    sources: Sources = field(default_factory=Sources)
    remarks: Sequence[str] = ()
    is_private: bool = False
    """Only the asker reads it."""


def answer_messages(answer: Answer, shown: Shown | None = None) -> list[Message]:
    """What is published: short, with its sources; one message unless its first piece is long."""
    shown = shown or Shown()
    notes, body = _taken_apart(answer)
    brief, rest = _brief(body)
    has_more = bool(rest) or tell_more(answer.citations)
    remarks = [piece for remark in shown.remarks for piece in literal(remark)]
    foot = answer_buttons(answer, has_more=has_more, is_private=shown.is_private)
    simple = [*foot[:-1], plain_feedback(answer)] if foot else []
    lead, trail = notes
    parts = grouped([*lead, *brief, *trail])
    messages = [_message(part, answer, shown, [], [], []) for part in parts[:-1]]
    last = parts[-1] if parts else literal(answer.text) or [Piece(paragraph(" "), " ")]
    return [*messages, _message(last, answer, shown, remarks, foot, simple)]


def more_messages(answer: Answer, shown: Shown) -> list[Message]:
    """What was left out of the short form, and the passages that were quoted."""
    _, body = _taken_apart(answer)
    _, rest = _brief(body)
    passages = passages_pieces(answer.citations, answer.language)
    found = [_message(part, answer, shown, [], [], []) for part in grouped(rest)]
    return [*found, *(_bare(part) for part in grouped(passages))]


def draft_message(text: str, language: Language, stop: str = "") -> Message:
    """An answer while it is written, marked as not checked; ``stop`` is for a Stop button."""
    label = say("writing", language)
    shown = text if len(text) <= _DRAFT_LIMIT else f"{text[:_DRAFT_LIMIT]}…"
    foot = [stop_block(stop, language)] if stop else []
    return Message(escaped(f"{label}\n{shown}"), [small([label]), paragraph(shown), *foot])


def working_message(doing: str, language: Language, stop: str) -> Message:
    """What is being done for a question that takes a while."""
    words = say("working", language, doing=doing.removeprefix("is "))
    foot = [stop_block(stop, language)] if stop else []
    return Message(escaped(words), [small([words]), *foot])


def looking_message(words: str, language: Language, stop: str) -> Message:
    """The same to who asked alone, in words that say so."""
    return Message(escaped(words), [paragraph(words), stop_private_block(stop, language)])


def private_message(question: str, message: Message) -> Message:
    """An answer that stands alone in a channel, below what was asked."""
    asked = say("you_asked", detect(question), question=question)
    head, words = small([asked]), escaped(asked)
    simpler = [head, *message.simpler] if message.simpler else []
    return Message(f"{words}\n{message.text}", [head, *message.blocks], simpler)


def _message(
    pieces: Sequence[Piece],
    answer: Answer,
    shown: Shown,
    remarks: Sequence[Piece],
    foot: Sequence[Block],
    simple: Sequence[Block],
) -> Message:
    """A part of an answer with the sources that it cites itself."""
    cited = cited_in(words_of(pieces), answer.citations)
    sources = sources_piece(cited, shown.sources, answer.language)
    whole = [*one_table(pieces), *sources, *remarks]
    blocks = [piece.block for piece in whole]
    words = escaped(words_of(whole))
    return Message(words, [*blocks, *foot], [*blocks, *simple] if simple else [])


def _bare(pieces: Sequence[Piece]) -> Message:
    return Message(escaped(words_of(pieces)), [piece.block for piece in pieces])


def _taken_apart(answer: Answer) -> tuple[tuple[list[Piece], list[Piece]], list[Piece]]:
    """The engine's own notes before and after, and the answer itself."""
    lines = answer.text.split("\n")
    lead: list[Piece] = []
    trail: list[Piece] = []
    while lines and _NOTE.fullmatch(lines[0]):
        lead += literal(lines.pop(0).strip("_"), italic=True)
    while lines and _NOTE.fullmatch(lines[-1]):
        trail = literal(lines.pop().strip("_"), italic=True) + trail
    body = "\n".join(lines).strip("\n")
    return (lead, trail), markdown_pieces(body) if _is_written(answer) else literal(body)


def _is_written(answer: Answer) -> bool:
    """By a model, in Markdown. What is quoted from pages is shown as it stands there."""
    return any(step.node == "generate" and step.usage.calls for step in answer.steps)


def _brief(pieces: Sequence[Piece]) -> tuple[list[Piece], list[Piece]]:
    """The first pieces that are read at a glance, and the rest if it is worth a button."""
    size = 0
    for count, piece in enumerate(pieces):
        if count and size + len(piece.words) > _SHORT:
            left = sum(len(p.words) for p in pieces[count:])
            return (
                (list(pieces[:count]), list(pieces[count:]))
                if left > _SLACK
                else (list(pieces), [])
            )
        size += len(piece.words)
    return list(pieces), []
