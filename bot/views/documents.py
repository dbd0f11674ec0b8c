"""The documents that a person can see, a page of them at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.sentences import say
from bot.slack.message import Message
from bot.views.buttons import turn_block
from bot.views.literal import escaped, paragraph, small
from bot.views.receipt import page_count
from rag.types import Language, Placement

PER_PAGE = 10
_LISTED_PAGES = 8


@dataclass(frozen=True, slots=True)
class Shown:
    """A document with what people call its channel and who dropped it."""

    placement: Placement
    channel: str
    who: str


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that is on its way; ``total`` is 0 until its pages are known."""

    name: str
    done: int
    total: int


def documents_message(
    shown: Sequence[Shown],
    unread: Sequence[Unread],
    place: Mapping[str, int],
    words: str,
    language: Language,
) -> Message:
    """``place`` is the ``first`` (0-based) of those shown and the ``count`` of all that match."""
    count, first = place["count"], place["first"]
    title = _title(count, words, language)
    lines = [reading_line(file, language) for file in unread] if not first else []
    text, blocks = [title], [paragraph(title)]
    if lines:
        blocks.append(small(lines))
    for document in shown:
        head, tail = entry(document, language)
        blocks += [paragraph(head), small([tail])]
        text.append(f"{head} — {tail}")
    if count > len(shown):
        last = first + len(shown)
        where = say("docs_page", language, first=first + 1, last=last, count=count)
        blocks += [small([where]), *turn_block(first, count, PER_PAGE, words, language)]
        text.append(where)
    return Message(escaped("\n".join([*text, *lines])), blocks)


def matching(documents: Sequence[Placement], words: str) -> list[Placement]:
    """Those whose name or title has every word, the newest first."""
    wanted = words.casefold().split()
    found = [d for d in documents if all(w in f"{d.name} {d.title}".casefold() for w in wanted)]
    return sorted(found, key=lambda d: (d.placed_at, d.id), reverse=True)


def _title(count: int, words: str, language: Language) -> str:
    if not count:
        return say("docs_none_found" if words else "docs_none", language, words=words)
    key = "docs_title_found" if words else "docs_title"
    return say(f"{key}_one" if count == 1 else key, language, count=count, words=words)


def entry(document: Shown, language: Language) -> tuple[str, str]:
    """What a document is called, and what else is to be said of it."""
    placed = document.placement
    head = placed.name if placed.title in {"", placed.name} else f"{placed.name} – {placed.title}"
    parts = [
        say(
            "docs_entry",
            language,
            pages=page_count(placed.pages, language),
            channel=document.channel,
            who=document.who,
            day=placed.placed_at.date().isoformat(),
        )
    ]
    if placed.number > 1:
        parts.append(say("docs_version", language, number=placed.number))
    if placed.unreadable:
        pages = ", ".join(map(str, placed.unreadable[:_LISTED_PAGES]))
        more = "…" if len(placed.unreadable) > _LISTED_PAGES else ""
        parts.append(say("docs_unread", language, pages=pages + more))
    return head, " · ".join(parts)


def reading_line(file: Unread, language: Language) -> str:
    """How far a file is."""
    key = "docs_reading" if file.total else "docs_waiting"
    return f"{file.name} {say(key, language, done=file.done, total=file.total)}"
